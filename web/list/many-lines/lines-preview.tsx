/** The preview of several lines before they are added (product Q4). */
import { startTransition, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Category } from '#core/list/row.ts';
import { planLines, planToChange, type Plan } from '#core/list-text/plan-lines.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogActions } from '#web/ui/dialog/dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import { describeLine, LineRow } from './line-row.tsx';
import styles from './lines-preview.module.css';
import { useLines, type LinesState } from './use-lines.ts';

type LinesPreviewProps = {
  readonly text: string;
  /** The category that was chosen for unknown names; '' for none. */
  readonly category: string;
  readonly onEditText: () => void;
  readonly onClose: () => void;
};

/** Adds all wanted lines as one change, one write and one undo step. */
export function LinesPreview({ text, category, onEditText, onClose }: LinesPreviewProps) {
  const state = useLines(text, category);
  const { store, collapse } = useShownList();
  const applyChange = useApplyChange();
  const { fallback } = state;
  const add = (): void => {
    // Another device may have changed the list since the preview was rendered.
    store.release();
    const plan = planLines(store.list, state.lines, state.numbers.write);
    const { added } = countResults(plan);
    const toast = messages.adder.addedMany(added, plan.results.length - added);
    if (!applyChange(planToChange(plan, store.createId), toast).ok) return;
    for (const {
      category: { id },
    } of plan.results)
      collapse.expand(id);
    onClose();
  };
  const options = useMemo(() => toOptions(state.categories), [state.categories]);
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form, 'input, select');
  const rows = useRef<HTMLUListElement>(null);
  const size = useRenderedSize(state.lines.length);
  const near = useNearRows(rows, size);
  const { added, updated } = countResults(state.plan);
  const isIdle = added + updated === 0;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isIdle) add();
      }}
    >
      {fallback === null ? null : (
        <SelectField label={messages.severalItems.unknown} value={fallback.id} onChange={state.onFallback}>
          {options}
        </SelectField>
      )}
      <ul className={styles.lines} ref={rows} aria-label={messages.severalItems.lines}>
        <Rows state={state} options={options} near={near} size={size} />
      </ul>
      <div className={styles.actions}>
        <DialogActions start={<Button onPress={onEditText}>{messages.severalItems.editText}</Button>}>
          <Button look="primary" type="submit" disabled={isIdle}>
            {messages.severalItems.add(added, updated)}
          </Button>
        </DialogActions>
      </div>
    </form>
  );
}

/** How many items are new, and how many of the list are changed: two lines of one name are one item. */
const countResults = ({ results }: Plan) => ({
  added: results.filter(({ isNew }) => isNew).length,
  updated: results.filter(({ isUpdated }) => isUpdated).length,
});

type RowsProps = {
  readonly state: LinesState;
  readonly options: ReturnType<typeof toOptions>;
  readonly near: ReadonlySet<number>;
  /** How many rows are rendered. */
  readonly size: number;
};

/** About one screen of rows. */
const FIRST_ROWS = 12;

/** Renders the first rows at once and the others after them, so that a long text is on screen without a delay. */
function useRenderedSize(count: number): number {
  const [size, setSize] = useState(Math.min(count, FIRST_ROWS));
  useEffect(() => startTransition(() => setSize(count)), [count]);
  return size;
}

/** Lines have no id, and their order never changes. */
const Rows = ({ state: { lines, plan, numbers, onChoose }, options, near, size }: RowsProps) =>
  lines
    .slice(0, size)
    .map((line, at) => (
      <LineRow
        key={at}
        at={at}
        entry={line.entry}
        category={line.category}
        isWanted={line.isWanted && plan.lines[at] !== null}
        {...describeLine(line, plan.lines[at] ?? null, numbers.write)}
        options={near.has(at) ? options : null}
        onChoose={onChoose}
      />
    ));

const toOptions = (categories: readonly Category[]) =>
  categories.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

/** The distance from the screen in pixels. */
const MARGIN = '1000px 0px';

/**
 * @param list the element whose children are the rows
 * @param size how many rows it has
 * @returns the positions of the rows that are or were near the screen
 */
function useNearRows(list: RefObject<HTMLElement | null>, size: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const rows = Array.from(list.current?.children ?? []).slice(0, size);
    const places = new Map(rows.map((row, at) => [row, at]));
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries
          .filter(({ isIntersecting }) => isIntersecting)
          .map(({ target }) => places.get(target) ?? 0);
        if (seen.length > 0) setNear((before) => new Set([...before, ...seen]));
      },
      { rootMargin: MARGIN },
    );
    for (const row of rows) observer.observe(row);
    return () => observer.disconnect();
  }, [list, size]);
  return near;
}
