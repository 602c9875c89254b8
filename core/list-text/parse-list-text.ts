/** Reads a text of several lines as items: a shared list, a chat message, a recipe (product Q4, Q5; docs/text-format.md). */
import { hasDetails, parseEntry } from '#core/amount/parse-entry.ts';
import type { Entry, EntryOptions } from '#core/amount/parse-entry.ts';
import { nameKey } from '#core/name/name-key.ts';
import { ITEM_START, QUOTED, TEXT_NUMBERS } from './format-list-text.ts';
import { parseRecipeLine } from './parse-recipe-line.ts';
import { readMarks } from './read-marks.ts';
import type { MarkedLine } from './read-marks.ts';

export type TextLine = {
  readonly entry: Entry;
  /** Whether it was ticked. */
  readonly checked: boolean;
  /** The name of the category above it; null without one. */
  readonly heading: string | null;
  /** Whether it is probably no item, such as the title of a recipe. */
  readonly isTitle: boolean;
};

export type ListText = {
  /** Whether Checklist wrote the text, so that each heading is a category and each line means exactly what it says. */
  readonly isShared: boolean;
  readonly lines: readonly TextLine[];
};

export type TextOptions = EntryOptions & {
  /** Whether items can have amounts and notes; otherwise each line is a name (product Q6). */
  readonly hasDetails: boolean;
  /** Whether the list knows a category of this name. */
  readonly isCategoryName: (name: string) => boolean;
};

/**
 * Reads each line as an item. Lines without a visible character are dropped; every other text is in a name or a note, or is the
 * heading of the items below it.
 */
export function parseListText(text: string, options: TextOptions): ListText {
  const shared = options.hasDetails && TITLE_ALONE.test(text) ? parseShared(splitLines(text)) : null;
  const literally = options.hasDetails ? options : { ...options, isKnownName: () => true };
  return shared ?? { isShared: false, lines: parseForeign(text.replaceAll('\r\n', '\n'), literally) };
}

/** A line, then a blank one. */
const TITLE_ALONE = /^\s*\S.*(?:\r\n|[\n\r])[^\S\n\r]*[\n\r]/u;

/** The lines of a text that have a visible character. */
export const splitLines = (text: string): readonly string[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => nameKey(line) !== '');

/** What `formatListText` writes; null for any other text. */
function parseShared([title = '', ...lines]: readonly string[]): ListText | null {
  if (ITEM_START.test(title)) return null;
  let heading: string | null = null;
  const items: TextLine[] = [];
  for (const line of lines) {
    const item = parseItem(line);
    heading = item === null ? readHeading(line) : heading;
    // Each item is below a heading.
    if (heading === null) return null;
    if (item !== null) items.push({ ...item, heading, isTitle: false });
  }
  return items.length === 0 ? null : { isShared: true, lines: items };
}

/** `- [x] 2 l Milk`; null for any other line. */
function parseItem(line: string): Pick<TextLine, 'entry' | 'checked'> | null {
  const start = ITEM_START.exec(line);
  if (start === null) return null;
  const entry = parseEntry(line.slice(start[0].length), SHARED_OPTIONS);
  return { entry, checked: start.groups?.['tick'] === 'x' };
}

/** A name that is also an amount and a name is in quotation marks there. */
const SHARED_OPTIONS: EntryOptions = { numbers: TEXT_NUMBERS, isKnownName: () => false };

/** The name in a heading, `Dairy:`; null for any other line. */
function readHeading(line: string): string | null {
  const name = /^(?<name>.*\S)\s*[:：]$/u.exec(line)?.groups?.['name'];
  if (name === undefined) return null;
  const quoted = QUOTED.exec(name)?.groups?.['text'];
  return quoted?.replaceAll('""', '"') ?? name;
}

function parseForeign(text: string, options: TextOptions): readonly TextLine[] {
  const marked = splitLines(text)
    .map(readMarks)
    .filter((line) => nameKey(line.text) !== '');
  const isList = marked.filter(({ isListed }) => isListed).length > 1;
  const isTitled = TITLE_ABOVE_LINES.test(text) || isTitleOf(marked, isList, options);
  let heading: string | null = null;
  return marked.flatMap((line, at): readonly TextLine[] => {
    const title = readTitle(line, isList, options);
    heading = title ?? heading;
    if (title === null) return readItems(line, { heading, mayBeTitle: at === 0 && isTitled }, options);
    const entry = parseEntry(title, options);
    return options.isCategoryName(title) ? [] : [{ entry, checked: line.checked, heading: null, isTitle: true }];
  });
}

type Place = { readonly heading: string | null; readonly mayBeTitle: boolean };

function readItems(line: MarkedLine, { heading, mayBeTitle }: Place, options: TextOptions): readonly TextLine[] {
  const { text, checked } = line;
  const names = splitKnownNames(text, options);
  if (names !== null) return names.map((entry) => ({ entry, checked, heading, isTitle: false }));
  const entry = parseRecipeLine(text, options);
  const isTitle = NO_ITEM.test(text) || (mayBeTitle && isNameAlone(line, entry, options));
  return [{ entry, checked, heading, isTitle }];
}

/** `milk, 6 eggs and bread` as three entries, if the app knows all of these names; null otherwise. */
function splitKnownNames(text: string, options: TextOptions): readonly Entry[] | null {
  if (!text.includes(',') || !options.hasDetails || options.isKnownName(text)) return null;
  const entries = text.split(/,\s*(?:and\s)?|\sand\s/u).map((part) => parseEntry(part, options));
  return entries.length > 1 && entries.every(({ name }) => options.isKnownName(name)) ? entries : null;
}

/**
 * The name of a heading: `Dairy:`, `# Dairy`, or the bare name of a category among lines with bullets. Null for an item.
 */
function readTitle(line: MarkedLine, isList: boolean, { isCategoryName }: TextOptions): string | null {
  if (line.isListed) return null;
  const name = readHeading(line.text);
  if (name !== null || line.isHeading) return name ?? line.text;
  return isList && isCategoryName(line.text) ? line.text : null;
}

/** A line, a blank one, and then lines without a blank one between them. */
const TITLE_ABOVE_LINES = /^\s*\S[^\n]*\n[^\S\n]*\n\s*\S[^\n]*\n[^\S\n]*\S/u;

/** Whether the first line is above a heading, or above lines that all have bullets. */
function isTitleOf([, second, ...others]: readonly MarkedLine[], isList: boolean, options: TextOptions): boolean {
  if (second === undefined) return false;
  const isHeading = (line: MarkedLine): boolean => readTitle(line, isList, options) !== null;
  return isHeading(second) || (isList && [second, ...others].every((line) => line.isListed || isHeading(line)));
}

const isNameAlone = ({ isListed }: MarkedLine, entry: Entry, { isKnownName }: TextOptions): boolean =>
  !isListed && !hasDetails(entry) && !isKnownName(entry.name);

/** A link, or how much a recipe makes and how long it takes: `Serves 4`. */
const NO_ITEM = /^(?:https?:\/\/\S+|(?:serves|makes|servings?|yields?|(?:prep|cook|total)(?:\stime)?)\b:?\s.*\d.*)$/iu;
