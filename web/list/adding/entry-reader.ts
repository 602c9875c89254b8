/** The draft in the add bar, and how its text is read: a name with an amount, a unit and a note (product Q2). */
import { isMeasured } from '#core/amount/add-amounts.ts';
import { createNumberFormat, type NumberFormat } from '#core/amount/numbers.ts';
import { formatEntry, hasDetails, literalEntry, parseEntry, type Entry } from '#core/amount/parse-entry.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { findUnit } from '#core/amount/units.ts';
import { readLine } from '#core/list-text/line/read-line.ts';
import { removeListMark } from '#core/list-text/read-marks.ts';
import { splitNewStore, splitStore, type FindStore, type TextEntry } from '#core/list-text/read-store.ts';
import type { SplitNames } from '#core/list-text/split-items.ts';
import { readMessage, splitNames, splitOffered } from '#core/list-text/split-names.ts';
import { looseKey, nameKey } from '#core/name/name-key.ts';
import { followCapitals } from '#core/suggest/guess-category.ts';
import { type KnownNames, wordFamilies } from '#core/suggest/known-names.ts';
import { beginsName, type SuggestionQuery } from '#web/list/suggestions/suggestions.tsx';

/** Category ids; '' for none. Priority: chosen, then guessed, then kept. */
export type Draft = {
  readonly text: string;
  /** Whether the shopper wants the text as the name, with nothing in it read as an amount or a note (product Q2). */
  readonly isLiteral: boolean;
  /** Chosen by the shopper for this item. */
  readonly chosen: string;
  /** The category of a known name (product L8). */
  readonly guessed: string;
  /** Chosen by the shopper for an earlier item. Unknown names use it until a known name is added. */
  readonly kept: string;
};

export const EMPTY_DRAFT: Draft = { text: '', isLiteral: false, chosen: '', guessed: '', kept: '' };

/** The category of the new item; '' for none. */
export const draftCategory = ({ chosen, guessed, kept }: Draft): string => chosen || guessed || kept;

/**
 * Replaces the text.
 * @param guess the category of that name; null if the name is unknown
 */
export const typeText = (draft: Draft, text: string, guess: string | null): Draft => ({
  ...draft,
  text,
  isLiteral: draft.isLiteral && text !== '',
  guessed: guess ?? '',
});

/** Sets the category that the shopper chose; '' removes the choice, so that the app guesses again. */
export const chooseCategory = (draft: Draft, category: string): Draft => ({
  ...draft,
  chosen: category,
  guessed: '',
  kept: '',
});

/** The draft after an item was added: empty, with the chosen category kept and a guessed one dropped. */
export const afterAdding = ({ chosen, guessed, kept }: Draft): Draft => ({
  ...EMPTY_DRAFT,
  kept: chosen || (guessed === '' ? kept : ''),
});

export type EntryReader = {
  /** The numbers of the device's language. */
  readonly numbers: NumberFormat;
  /** Reads the same text only once, until the app knows more names. */
  readonly read: (draft: DraftText) => TextEntry;
  /** How many items a typed text may be: three for `salt, pepper and rice`, and for `milk bread butter`. */
  readonly countItems: (draft: DraftText) => number;
  /** The text with those items, one on each line, as if pasted. */
  readonly textToSplit: (draft: DraftText) => string;
  /** The name of a store at the end of the text that the list does not have, and the text before it; null for none. */
  readonly findNewStore: (draft: DraftText) => ReturnType<typeof splitNewStore>;
  /** Whether a pasted text has several lines, or several items in one line, such as `can you get milk and eggs?`. */
  readonly hasSeveral: (text: string) => boolean;
  /** What to suggest names for. */
  readonly queryOf: (draft: DraftText) => SuggestionQuery;
  /**
   * The draft's text with a suggested name. It keeps its amount, unit, note and store, unless the name begins with the whole text:
   * `7 u` becomes 7 Up.
   */
  readonly replaceName: (draft: DraftText, name: string) => string;
};

type DraftText = Pick<Draft, 'text' | 'isLiteral'>;

type Parsed = { readonly entry: TextEntry; readonly count: number };

const toLiteral = (text: string): Parsed => ({ entry: literalEntry(text), count: 1 });

/**
 * @param names known names, in which nothing is an amount
 * @param isOffered whether items can have amounts and notes; otherwise every text is a name
 * @param findStore by default, the list has no stores
 */
export function createEntryReader(
  names: KnownNames,
  isOffered: () => boolean,
  findStore: FindStore = () => null,
): EntryReader {
  const numbers = createNumberFormat(undefined);
  const options: EntryOptions = { numbers, isKnownName: (name) => names.find('key', nameKey(name)) !== undefined };
  const storeOptions = { ...options, findStore };
  const split = (text: string): SplitNames | null => (isOffered() ? splitNames(text.trim(), options, true) : null);
  const parse = rememberLast(names, (typed) => {
    const text = options.isKnownName(typed) ? typed : removeListMark(typed);
    const several = isOffered() ? splitOffered(text.trim(), options) : null;
    const message = several && readMessage(several, options);
    const entry = message ?? (isOffered() ? readTyped(text, names, options) : literalEntry(text));
    return { entry: { ...entry, name: followCapitals(names, entry.name) }, count: several?.entries.length ?? 1 };
  });
  /** Without the store at its end. Stores can be added while a text is in the field, so this is not remembered. */
  const splitDraft = ({ text, isLiteral }: DraftText) =>
    isLiteral || !isOffered() ? { text, store: null } : splitStore(text, storeOptions);
  const parseDraft = (draft: DraftText): Parsed & { readonly end: string } => {
    const { text, store } = splitDraft(draft);
    const { entry, count } = draft.isLiteral ? toLiteral(text) : parse(text);
    return { entry: store === null ? entry : { ...entry, store }, count, end: draft.text.slice(text.length) };
  };
  const read = (draft: DraftText): TextEntry => parseDraft(draft).entry;
  return {
    numbers,
    read,
    countItems: (draft) => parseDraft(draft).count,
    textToSplit: (draft) => writeOffered(draft.text, splitDraft(draft).text, options),
    findNewStore: ({ text, isLiteral }) => (isLiteral || !isOffered() ? null : splitNewStore(text, storeOptions)),
    hasSeveral: (text) => /[\n\r\u2028\u2029]/u.test(text.trim()) || split(text) !== null,
    queryOf: (draft) => ({ name: read(draft).name, typed: draft.text }),
    replaceName(draft, name) {
      const { entry, end } = parseDraft(draft);
      const keepsDetails = hasDetails(entry) && !beginsName(draft.text, name);
      return (keepsDetails ? formatEntry({ ...entry, name }, numbers) : name) + end;
    },
  };
}

/** The items of a text that is offered to be split, one on each line with the store at its end. */
function writeOffered(text: string, named: string, options: EntryOptions): string {
  const offered = splitOffered(named.trim(), options);
  const end = text.slice(named.length);
  return offered?.entries.map((entry) => formatEntry(entry, options.numbers) + end).join('\n') ?? text;
}

/** Reads the same text only once, until the app knows more names. */
function rememberLast(names: KnownNames, parse: (text: string) => Parsed): (text: string) => Parsed {
  let last = { text: '', size: 0, parsed: toLiteral('') };
  return (text) => {
    const size = names.size();
    if (last.text !== text || last.size !== size) last = { text, size, parsed: parse(text) };
    return last.parsed;
  };
}

/**
 * Reads a typed entry, and an amount that only a known thing can have, in the singular or plural: `half a lemon`, `two peppers`,
 * `egg 12`. A package with its size is one: `5 lb bag potatoes`. In `half fat butter` and `seven up`, the number is a part of the name.
 */
function readTyped(text: string, names: KnownNames, options: EntryOptions): Entry {
  const entry = parseEntry(text, options);
  if (isPackage(entry) || SIZED.test(text)) return readLine(text, options);
  if (hasDetails(entry) || options.isKnownName(entry.name)) return entry;
  const isThing = (name: string): boolean =>
    options.isKnownName(name) || names.find('families', wordFamilies(looseKey(name)).join(' ')) !== undefined;
  const counted = readLine(text, { ...options, isKnownName: isThing });
  return counted.amount !== null && counted.note === null && isThing(counted.name) ? counted : entry;
}

/** Whether a size or an `x` is before the word for a package: `2 l bottle coke`, `3 x tins beans`. */
const isPackage = ({ name, amount, unit }: Entry): boolean =>
  (isMeasured(unit) || (amount !== null && unit === null)) &&
  findUnit(name.replace(/\s.*$/u, ''))?.isContainer === true;

/** `2x500ml cream`, `cola 6 x 330 ml`: how many, and the size of each. */
const SIZED =
  /(?:^|\s)\p{Nd}{1,3}\s?[x×]\s?\p{Nd}+(?:[.,]\p{Nd}+)?\s?(?:g|kg|ml|cl|l|oz|lb|litres?|liters?)(?!\p{L})/iu;
