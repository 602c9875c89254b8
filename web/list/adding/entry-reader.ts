/** Reads the text of the add bar as an entry: a name with an amount, a unit and a note (product Q2). */
import { createNumberFormat, type NumberFormat } from '#core/amount/numbers.ts';
import { formatEntry, hasDetails, literalEntry, parseEntry, type Entry } from '#core/amount/parse-entry.ts';
import { splitNames } from '#core/list-text/split-names.ts';
import { nameKey } from '#core/name/name-key.ts';
import { followCapitals } from '#core/suggest/guess-category.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { beginsName, type SuggestionQuery } from '#web/list/suggestions/suggest-for-text.ts';
import type { Draft } from './draft.ts';

export type EntryReader = {
  /** The numbers of the device's language. */
  readonly numbers: NumberFormat;
  /** Reads the same text only once, until the app knows more names. */
  readonly read: (draft: DraftText) => Entry;
  /** Whether a pasted text has several lines, or several items in one line, such as `can you get milk and eggs?`. */
  readonly hasSeveral: (text: string) => boolean;
  /** What to suggest names for. */
  readonly queryOf: (draft: DraftText) => SuggestionQuery;
  /**
   * The draft's text with a suggested name. It keeps its amount, unit and note, unless the name begins with the whole text:
   * `7 u` becomes 7 Up.
   */
  readonly replaceName: (draft: DraftText, name: string) => string;
};

type DraftText = Pick<Draft, 'text' | 'isLiteral'>;

/**
 * @param names known names, in which nothing is an amount
 * @param isOffered whether items can have amounts and notes; otherwise every text is a name
 */
export function createEntryReader(names: KnownNames, isOffered: () => boolean): EntryReader {
  const numbers = createNumberFormat(undefined);
  const isKnownName = (name: string): boolean => names.find('key', nameKey(name)) !== undefined;
  let last = { text: '', size: 0, entry: literalEntry('') };
  const parse = (text: string): Entry => {
    const entry = isOffered() ? parseEntry(text, { numbers, isKnownName }) : literalEntry(text);
    return { ...entry, name: followCapitals(names, entry.name) };
  };
  const read = ({ text, isLiteral }: DraftText): Entry => {
    if (isLiteral) return literalEntry(text);
    const size = names.size();
    if (last.text !== text || last.size !== size) last = { text, size, entry: parse(text) };
    return last.entry;
  };
  return {
    numbers,
    read,
    hasSeveral: (text) =>
      /[\n\r\u2028\u2029]/u.test(text.trim()) ||
      (isOffered() && splitNames(text.trim(), { numbers, isKnownName }) !== null),
    queryOf: (draft) => ({ name: read(draft).name, typed: draft.text }),
    replaceName(draft, name) {
      const entry = read(draft);
      return hasDetails(entry) && !beginsName(draft.text, name) ? formatEntry({ ...entry, name }, numbers) : name;
    },
  };
}
