/** Arranges the categories in the order in which the shopper walks, for all stores or for one (product O1, O2). Loads when it opens. */
import { useId, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { OrderOf } from '#core/list/keyed-fields.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { sortIds } from '#core/view/shown-categories.ts';
import { messages } from '#web/messages/messages.ts';
import {
  useCategories,
  useChosenStore,
  useIsArranged,
  useShownCategory,
  useShownCategoryIds,
  useShownList,
  useStores,
} from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import styles from './arrange-dialog.module.css';
import { rowId, useMovedRow, type Control, useRowDrag, type RowDrag } from './use-row-moves.ts';

/** Each move is a separate change, so that none is lost if the app is closed before the dialog. */
export function ArrangeDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = useShownList();
  const chosen = useChosenStore();
  const [orderId, setOrderId] = useState(chosen?.id ?? '');
  // Another person may have removed the store.
  const ordered = useStores().find(({ id }) => id === orderId);
  const order = ordered?.id ?? null;
  const ids = useIdsIn(order);
  const isArranged = useIsArranged(order);
  const doChange = useApplyChange();
  const rows = useRef<HTMLOListElement>(null);
  const [spoken, setSpoken] = useState('');
  const prepare = useMovedRow(rows);
  const move = (id: string, to: number, control: Control): void => {
    if (to < 0 || to >= ids.length || to === ids.indexOf(id)) return;
    prepare(id, control);
    if (!doChange({ type: 'move-category', id, to, shown: ids, store: order }).ok) return;
    setSpoken(messages.arrange.position(nameOf(store.view.shownCategory(id)?.name), to + 1, ids.length));
  };
  const { drag, handlersOf } = useRowDrag(rows, ids, (id, to) => move(id, to, 'handle'));
  const keysId = useId();
  const sorted = ordered === undefined ? messages.arrange.sorted : messages.arrange.nowAsInList(ordered.name);
  return (
    <Dialog title={messages.arrange.title} onClose={onClose}>
      <p className={styles.hint}>{messages.arrange.hint}</p>
      <OrderSelect value={order ?? ''} onChange={setOrderId} />
      {/* This only describes the handles: read on its own, it would not say what moves. */}
      <p hidden id={keysId}>
        {messages.arrange.keys}
      </p>
      <ol className={styles.rows} ref={rows} data-dragging={drag !== null}>
        {ids.map((id, index) => (
          <Row
            key={id}
            id={id}
            index={index}
            count={ids.length}
            drag={drag}
            keysId={keysId}
            handlers={handlersOf(id, index)}
            onMove={(to, control) => move(id, to, control)}
          />
        ))}
      </ol>
      <DialogActions
        isSticky
        start={
          <Button
            look="quiet"
            disabled={!isArranged}
            onPress={() => doChange({ type: 'sort-categories', store: order }, sorted)}
          >
            {ordered === undefined ? messages.arrange.alphabetical : messages.arrange.asInList}
          </Button>
        }
      >
        <Button look="primary" onPress={onClose}>
          {messages.arrange.done}
        </Button>
      </DialogActions>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </Dialog>
  );
}

/** The visible categories in the list's own order or in that of a store. */
function useIdsIn(order: OrderOf): readonly string[] {
  const { list, view } = useShownList().store;
  const [nameOrder] = useState(() => createNameOrder(undefined));
  const ids = useShownCategoryIds();
  // The other orders have changed.
  useCategories();
  // A category whose row is missing has no place; it is visible because of its items (product Y3).
  const placed = ids.filter((id) => list.categories.has(id)).map(view.shownCategory);
  const shown = placed.filter((category) => category !== undefined);
  return sortIds(list, shown, { order: nameOrder, store: order });
}

type OrderSelectProps = { readonly value: string; readonly onChange: (storeId: string) => void };

/** Chooses which order is arranged, if the list has stores. */
function OrderSelect({ value, onChange }: OrderSelectProps) {
  const stores = useStores();
  if (stores.length === 0) return null;
  return (
    <SelectField label={messages.arrange.order} isLabelHidden value={value} onChange={onChange}>
      <option value="">{messages.arrange.orderOfList}</option>
      {stores.map(({ id, name }) => (
        <option key={id} value={id}>
          {messages.arrange.orderFor(name)}
        </option>
      ))}
    </SelectField>
  );
}

/** A category that is visible only because of its items may have no name. */
const nameOf = (name: string | undefined): string => name || messages.list.unnamedCategory;

type RowProps = {
  readonly id: string;
  readonly index: number;
  readonly count: number;
  readonly drag: RowDrag | null;
  readonly keysId: string;
  readonly handlers: ReturnType<ReturnType<typeof useRowDrag>['handlersOf']>;
  readonly onMove: (to: number, control: Control) => void;
};

function Row({ id, index, count, drag, keysId, handlers, onMove }: RowProps) {
  const category = useShownCategory(id);
  const name = nameOf(category?.name);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to, 'handle');
  };
  const style: CSSProperties & Record<'--swatch' | '--by', string> = {
    '--swatch': category?.color ?? '',
    '--by': drag?.id === id ? `${drag.by}px` : shiftOf(drag, index),
  };
  return (
    <li id={rowId(id)} className={styles.row} style={style} data-dragged={drag?.id === id}>
      <button
        className={styles.handle}
        type="button"
        value="handle"
        aria-label={messages.arrange.drag(name)}
        aria-describedby={keysId}
        data-autofocus={index === 0 || undefined}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <Icon path={toolIcons.handle} />
      </button>
      <span className={styles.swatch} aria-hidden="true" />
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.moves}>
        <MoveButton
          control="top"
          name={messages.arrange.toTop(name)}
          isOff={index === 0}
          onPress={() => onMove(0, 'top')}
        />
        <MoveButton
          control="up"
          name={messages.arrange.up(name)}
          isOff={index === 0}
          onPress={() => onMove(index - 1, 'up')}
        />
        <MoveButton
          control="down"
          name={messages.arrange.down(name)}
          isOff={index === count - 1}
          onPress={() => onMove(index + 1, 'down')}
        />
      </span>
    </li>
  );
}

/** How far a row moves to make room for the dragged one: by the height of that row, up or down. */
function shiftOf(drag: RowDrag | null, index: number): string {
  if (drag === null) return '0px';
  if (index > drag.from && index <= drag.to) return `${-drag.height}px`;
  return index < drag.from && index >= drag.to ? `${drag.height}px` : '0px';
}

const ICONS = { top: toolIcons.toTop, up: toolIcons.up, down: toolIcons.down } as const;

type MoveButtonProps = {
  readonly control: keyof typeof ICONS;
  readonly name: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
};

const MoveButton = ({ control, name, isOff, onPress }: MoveButtonProps) => (
  <button
    className={styles.move}
    type="button"
    value={control}
    disabled={isOff}
    aria-label={name}
    title={name}
    onClick={onPress}
  >
    <Icon path={ICONS[control]} />
  </button>
);
