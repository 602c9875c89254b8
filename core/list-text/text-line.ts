/** One line of a text, as it was read: an item, or a text that the preview shows and does not select. */
import { literalEntry } from '#core/amount/parse-entry.ts';
import type { LineReason } from './read-reason.ts';
import type { TextEntry } from './read-store.ts';

export type TextLine = {
  readonly entry: TextEntry;
  /** Whether it was ticked. */
  readonly checked: boolean;
  /** The name of the category above it; null without one. */
  readonly heading: string | null;
  /** Whether the heading becomes a category if the list does not have it. */
  readonly mayCreate: boolean;
  /** Whether it is probably no item, such as the title of a recipe or a step of it. */
  readonly isTitle: boolean;
  /** Why it is probably no item; null for an item. */
  readonly reason: LineReason | null;
};

export type ListText = {
  /** Whether Checklist wrote the text, so that each heading is a category and each line means exactly what it says. */
  readonly isShared: boolean;
  readonly lines: readonly TextLine[];
};

export const NO_ITEM = { heading: null, mayCreate: false, isTitle: true } as const;

/** A line that the preview shows, but does not select. */
export const toTitle = (name: string, reason: LineReason = 'title'): TextLine => ({
  ...NO_ITEM,
  entry: literalEntry(name),
  checked: false,
  reason,
});

export const toTitles = (text: string, reason: LineReason): readonly TextLine[] =>
  text === '' ? [] : [toTitle(text, reason)];
