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
  /** Whether the list knows a category of this name. */
  readonly isCategoryName: (name: string) => boolean;
};

/**
 * Reads each line as an item. Lines without a visible character are dropped; every other text is in a name or a note, or is the
 * heading of the items below it.
 */
export function parseListText(text: string, options: TextOptions): ListText {
  const lines = splitLines(text);
  const shared = TITLE_ALONE.test(text) ? parseShared(lines) : null;
  return shared ?? { isShared: false, lines: parseForeign(lines, options) };
}

/** A line, then a blank one. */
const TITLE_ALONE = /^\s*\S.*(?:\r\n|[\n\r])[^\S\n\r]*[\n\r]/u;

/** The lines of a text that have a visible character. */
const splitLines = (text: string): readonly string[] =>
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

function parseForeign(texts: readonly string[], options: TextOptions): readonly TextLine[] {
  const marked = texts.map(readMarks).filter(({ text }) => nameKey(text) !== '');
  const isList = marked.filter(({ isListed }) => isListed).length > 1;
  let heading: string | null = null;
  return marked.flatMap((line, at): readonly TextLine[] => {
    const title = readTitle(line, isList, options);
    if (title !== null) {
      heading = title;
      return options.isCategoryName(title)
        ? []
        : [toLine({ ...line, text: title }, { heading: null, isTitle: true }, options)];
    }
    const isAbove = at === 0 && isList && !line.isListed && marked.slice(1).every(isListedOrTitle(options));
    const read = toLine(line, { heading, isTitle: false }, options);
    return [{ ...read, isTitle: isAbove && isNameAlone(read.entry, options) }];
  });
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

const isListedOrTitle =
  (options: TextOptions) =>
  (line: MarkedLine): boolean =>
    line.isListed || readTitle(line, true, options) !== null;

const isNameAlone = (entry: Entry, { isKnownName }: TextOptions): boolean =>
  !hasDetails(entry) && !isKnownName(entry.name);

const toLine = (
  { text, checked }: MarkedLine,
  place: Pick<TextLine, 'heading' | 'isTitle'>,
  options: TextOptions,
): TextLine => ({ entry: parseRecipeLine(text, options), checked, ...place });
