/** A line of the preview: whether to add it, its category, and what adding it does to an item that is already there. */
import { memo, useId, type ReactNode } from 'react';
import type { Entry } from '#core/amount/parse-entry.ts';
import type { Category, Item } from '#core/list/row.ts';
import { messages } from '#web/messages/messages.ts';
import { useCategoryColor } from '#web/shown-list/shown-list.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import styles from './line-row.module.css';
import { showAmount } from '#core/amount/format-amount.ts';
import type { DraftLine, PlannedLine } from '#core/list-text/plan-lines.ts';
import type { LineReason } from '#core/list-text/read-reason.ts';

/** What the shopper chose for a line. */
export type LineChoice = {
  readonly category?: string;
  readonly isWanted?: boolean;
  readonly takesNewAmount?: boolean;
};

type LineRowProps = LineDescription & {
  readonly at: number;
  readonly entry: Entry;
  readonly category: Category;
  readonly isWanted: boolean;
  /** One `option` for each category; null while the row is far from the screen. */
  readonly options: ReactNode;
  readonly onChoose: (at: number, choice: LineChoice) => void;
};

/** Memoized, because a choice renders up to a thousand rows. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { at, entry, amount, isWanted, isTooLong, presence, onChoose } = props;
  const refusalId = useId();
  return (
    <li className={styles.row} data-wanted={isWanted}>
      <label className={styles.line}>
        <input
          type="checkbox"
          checked={isWanted}
          aria-disabled={isTooLong}
          aria-describedby={isTooLong ? refusalId : undefined}
          onChange={(event) => onChoose(at, { isWanted: event.currentTarget.checked })}
        />
        <span className={styles.about}>
          <span>
            <bdi>{entry.name}</bdi> {amount === '' ? null : <bdi className={styles.amount}>{amount}</bdi>}
          </span>
          {entry.note === null ? null : (
            <span className={styles.quiet} dir="auto">
              {entry.note}
            </span>
          )}
        </span>
      </label>
      {isTooLong ? (
        <p className={styles.refusal} id={refusalId}>
          {messages.changeFailures['long-name']}
        </p>
      ) : null}
      {isWanted ? (
        <div className={styles.place}>
          <CategoryChoice {...props} />
        </div>
      ) : null}
      {presence === '' ? null : (
        <div className={styles.presence}>
          <p>{presence}</p>
          {props.keep === '' ? null : <AmountChoice {...props} />}
        </div>
      )}
    </li>
  );
});

function CategoryChoice({ at, entry, category, options, onChoose }: LineRowProps) {
  return (
    <span className={styles.choice}>
      <span className={styles.swatch} style={{ background: useCategoryColor(category) }} />
      <select
        className={styles.select}
        aria-label={messages.severalItems.categoryOf(entry.name)}
        value={category.id}
        onChange={(event) => onChoose(at, { category: event.currentTarget.value })}
      >
        {options ?? <option value={category.id}>{category.name}</option>}
      </select>
      <Icon path={icons.chevron} />
    </span>
  );
}

function AmountChoice({ at, entry, keep, change, takesNewAmount, onChoose }: LineRowProps) {
  return (
    <span className={styles.choice}>
      <select
        className={styles.select}
        aria-label={messages.severalItems.amountOf(entry.name)}
        value={takesNewAmount ? 'change' : 'keep'}
        onChange={(event) => onChoose(at, { takesNewAmount: event.currentTarget.value === 'change' })}
      >
        <option value="keep">{keep}</option>
        <option value="change">{change}</option>
      </select>
      <Icon path={icons.chevron} />
    </span>
  );
}

export type PreviewLine = DraftLine & {
  /** Why it is probably no item; null for an item. */
  readonly reason: LineReason | null;
  /** Whether adding it creates its category. */
  readonly isNewCategory: boolean;
};

export type LineDescription = {
  /** Its amount with its unit; '' without one. */
  readonly amount: string;
  readonly isTooLong: boolean;
  /** Whether the list or an earlier line has the item, and the amount it will have, or why it is not selected; '' for a new item. */
  readonly presence: string;
  /** The labels of the choice between two amounts that do not add up; '' if there is none. */
  readonly keep: string;
  readonly change: string;
  /** Whether the new amount is chosen. */
  readonly takesNewAmount: boolean;
};

/**
 * @param planned null if its name is too long
 * @param write writes numbers in the shopper's language
 */
export function describeLine(
  draft: PreviewLine,
  planned: PlannedLine | null,
  write: (amount: number) => string,
): LineDescription {
  const amount = showAmount(draft.entry, write);
  const none = { amount, isTooLong: planned === null, presence: '', keep: '', change: '', takesNewAmount: false };
  if (planned === null) return none;
  const { before, conflict, takesNewAmount, canNoteAmount } = planned;
  if (before === null) return { ...none, presence: describeNew(draft) };
  if (!draft.isWanted) return { ...none, presence: whereIs(before) };
  const presence = describePresence(before, planned, { isTicked: draft.checked, write });
  if (conflict === null) return { ...none, presence };
  const kept = showAmount(before, write);
  const keep = canNoteAmount ? messages.severalItems.keep(kept, amount) : messages.severalItems.keepOnly(kept);
  return { ...none, presence, keep, change: messages.severalItems.changeTo(amount), takesNewAmount };
}

function describeNew({ isWanted, checked, reason, isNewCategory, category }: PreviewLine): string {
  if (!isWanted) return reason === null ? '' : messages.severalItems.reasons[reason];
  if (isNewCategory) return messages.severalItems.newCategory(category.name);
  return checked ? messages.severalItems.checked : '';
}

const whereIs = ({ id }: Item): string => (id === '' ? messages.severalItems.above : messages.severalItems.onList);

type PresenceOptions = { readonly isTicked: boolean; readonly write: (amount: number) => string };

/** A ticked line does not change an item that is already there. */
function describePresence(before: Item, planned: PlannedLine, { isTicked, write }: PresenceOptions): string {
  const { after, conflict, canNoteAmount, isNoteLost } = planned;
  const presence = describePlace(before, planned, isTicked);
  const amount = showAmount(after, write);
  const isChanged = conflict === null && amount !== showAmount(before, write);
  const text = isChanged ? messages.severalItems.becomes(presence, amount) : presence;
  return isNoteLost || !canNoteAmount ? messages.severalItems.noteFull(text) : text;
}

function describePlace(before: Item, { tiedTo }: PlannedLine, isTicked: boolean): string {
  const presence = before.id !== '' && before.checked && !isTicked ? messages.severalItems.unchecks : whereIs(before);
  return tiedTo === '' ? presence : messages.severalItems.nowFor(presence, tiedTo);
}
