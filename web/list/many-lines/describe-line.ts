/** Describes a line of the preview, and what adding it does to an item that is already there. */
import { showAmount } from '#core/amount/format-amount.ts';
import type { Item } from '#core/list/row.ts';
import type { DraftLine, PlannedLine } from '#core/list-text/plan-lines.ts';
import type { LineReason } from '#core/list-text/read-heading.ts';
import { messages } from '#web/messages/messages.ts';

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
