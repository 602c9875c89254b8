/** Describes a line of the preview, and what adding it does to an item that is already there. */
import { formatAmount } from '#core/amount/format-amount.ts';
import type { DraftLine, PlannedLine } from '#core/list-text/plan-lines.ts';
import { severalItems as words } from '#web/messages/en/many-lines.ts';

export type LineDescription = {
  /** Its amount with its unit; '' without one. */
  readonly amount: string;
  readonly isTooLong: boolean;
  /** Whether the list or an earlier line has the item, and the amount it will have; '' for a new item. */
  readonly presence: string;
  /** The labels of the choice between two amounts that do not add up; '' if there is none. */
  readonly keep: string;
  readonly change: string;
};

/**
 * @param planned null if its name is too long
 * @param write writes numbers in the shopper's language
 */
export function describeLine(
  { entry, checked }: DraftLine,
  planned: PlannedLine | null,
  write: (amount: number) => string,
): LineDescription {
  const amount = formatAmount(entry, write);
  const none = { amount, isTooLong: planned === null, presence: '', keep: '', change: '' };
  if (planned === null) return none;
  const presence = describePresence(planned, checked, write);
  const { before, conflict } = planned;
  if (before === null || conflict === null) return { ...none, presence };
  return { ...none, presence, keep: words.keep(formatAmount(before, write), amount), change: words.changeTo(amount) };
}

/** A ticked line does not change an item that is already there. */
function describePresence(planned: PlannedLine, isTicked: boolean, write: (amount: number) => string): string {
  const { before, after, conflict } = planned;
  if (before === null) return isTicked ? words.checked : '';
  const presence = before.id === '' ? words.above : before.checked && !isTicked ? words.unchecks : words.onList;
  const amount = formatAmount(after, write);
  const isChanged = conflict === null && amount !== formatAmount(before, write);
  return isChanged ? words.becomes(presence, amount) : presence;
}
