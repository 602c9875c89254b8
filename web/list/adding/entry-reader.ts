/** Reads the text of the add bar as an entry: a name with an amount, a unit and a note (product Q2). */
import { createNumberFormat } from '#core/amount/numbers.ts';
import type { NumberFormat } from '#core/amount/numbers.ts';
import { literalEntry, parseEntry } from '#core/amount/parse-entry.ts';
import type { Entry } from '#core/amount/parse-entry.ts';
import { nameKey } from '#core/name/name-key.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import type { Draft } from './draft.ts';

export type EntryReader = {
  /** The numbers of the device's language. */
  readonly numbers: NumberFormat;
  /** Reads the same text only once. */
  readonly read: (draft: Pick<Draft, 'text' | 'isLiteral'>) => Entry;
};

/**
 * @param names known names, in which nothing is an amount
 * @param isOffered whether items can have amounts and notes; otherwise every text is a name
 */
export function createEntryReader(names: KnownNames, isOffered: () => boolean): EntryReader {
  const numbers = createNumberFormat(undefined);
  const isKnownName = (name: string): boolean => names.find('key', nameKey(name)) !== undefined;
  let last = { text: '', entry: literalEntry('') };
  return {
    numbers,
    read({ text, isLiteral }) {
      if (isLiteral || !isOffered()) return literalEntry(text);
      if (last.text !== text) last = { text, entry: parseEntry(text, { numbers, isKnownName }) };
      return last.entry;
    },
  };
}
