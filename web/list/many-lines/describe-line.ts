/** Describes a line of the preview, and what adding it does to an item that is already there. */
import { formatAmount } from '#core/amount/format-amount.ts';
import type { Item } from '#core/list/row.ts';
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
  /** Whether the new amount is chosen. */
  readonly takesNewAmount: boolean;
};

/**
 * @param planned null if its name is too long
 * @param write writes numbers in the shopper's language
 */
export function describeLine(
  draft: DraftLine,
  planned: PlannedLine | null,
  write: (amount: number) => string,
): LineDescription {
  const amount = formatAmount(draft.entry, write);
  const none = { amount, isTooLong: planned === null, presence: '', keep: '', change: '', takesNewAmount: false };
  if (planned === null) return none;
  const { before, conflict, takesNewAmount, canNoteAmount } = planned;
  if (before === null) return { ...none, presence: draft.isWanted && draft.checked ? words.checked : '' };
  if (!draft.isWanted) return { ...none, presence: whereIs(before) };
  const presence = describePresence(before, planned, { isTicked: draft.checked, write });
  if (conflict === null) return { ...none, presence };
  const kept = formatAmount(before, write);
  const keep = canNoteAmount ? words.keep(kept, amount) : words.keepOnly(kept);
  return { ...none, presence, keep, change: words.changeTo(amount), takesNewAmount };
}

const whereIs = ({ id }: Item): string => (id === '' ? words.above : words.onList);

type PresenceOptions = { readonly isTicked: boolean; readonly write: (amount: number) => string };

/** A ticked line does not change an item that is already there. */
function describePresence(before: Item, planned: PlannedLine, { isTicked, write }: PresenceOptions): string {
  const { after, conflict, canNoteAmount, isNoteLost } = planned;
  const presence = before.id !== '' && before.checked && !isTicked ? words.unchecks : whereIs(before);
  const amount = formatAmount(after, write);
  const isChanged = conflict === null && amount !== formatAmount(before, write);
  const text = isChanged ? words.becomes(presence, amount) : presence;
  return isNoteLost || !canNoteAmount ? words.noteFull(text) : text;
}
