/** Messages for adding several items at once. */
import type { LineReason } from '#core/list-text/read-reason.ts';
import { items } from './counts.ts';

export const severalItems = {
  title: 'Add Several Items',
  text: 'One item per line',
  hint: 'Paste a list, a recipe or a chat message. You can check each line before it’s added.',
  next: 'Continue',
  empty: 'Enter at least one item.',
  tooMany: (most: number) => `That’s too many lines. Add up to ${most.toLocaleString('en')} at a time.`,
  tooLong: (most: number) => `That’s too much text. Add up to ${most.toLocaleString('en')} characters at a time.`,
  lines: 'Items to add',
  editText: 'Edit text',
  /** @param updated items of the list that are unchecked, or get another amount or note */
  add: (added: number, updated: number) => {
    if (updated === 0) return `Add ${items(added)}`;
    return added === 0 ? `Update ${items(updated)}` : `Add ${added}, update ${updated}`;
  },
  /** The category of lines that the app cannot guess. */
  unknown: 'Category for other items',
  categoryOf: (name: string) => `Category of ${name}`,
  amountOf: (name: string) => `Amount of ${name}`,
  checked: 'Checked',
  /** Why a line is not selected. */
  reasons: {
    title: 'Not selected: looks like a title',
    heading: 'Not selected: looks like a heading',
    step: 'Not selected: looks like a step or note',
    link: 'Not selected: a link',
    serving: 'Not selected: the number of servings',
    time: 'Not selected: a time or temperature',
    sum: 'Not selected: a total',
    chat: 'Not selected: part of a message',
    owned: 'Not selected: you already have it or don’t need it',
  } satisfies Record<LineReason, string>,
  newCategory: (name: string) => `New category: ${name}`,
  onList: 'Already on the list',
  above: 'Same as a line above',
  unchecks: 'On the list, will be unchecked',
  /** After `onList`, `above` or `unchecks`. */
  nowFor: (presence: string, store: string) => `${presence} · now for ${store}`,
  becomes: (presence: string, amount: string) => `${presence} · becomes ${amount}`,
  /** After the presence: the note of the line, or its amount, cannot be kept. */
  noteFull: (presence: string) => `${presence} · no room in its note`,
  /** The amounts do not add up: the new one becomes a note, or replaces the other. */
  keep: (amount: string, added: string) => `Keep ${amount}, ${added} in the note`,
  /** The note has no room for the new amount. */
  keepOnly: (amount: string) => `Keep ${amount}`,
  changeTo: (amount: string) => `Change to ${amount}`,
} as const;
