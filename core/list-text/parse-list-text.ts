/** Reads a text of several lines as items: a shared list, a chat message, a recipe (product Q4, Q5; docs/text-format.md). */
import { hasDetails, literalEntry, parseEntry } from '#core/amount/parse-entry.ts';
import type { Entry } from '#core/amount/parse-entry.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { looseKey, nameKey } from '#core/name/name-key.ts';
import { ITEM_START, QUOTED, TEXT_NUMBERS } from './format-list-text.ts';
import { parseRecipeLine } from './parse-recipe-line.ts';
import { readMarks } from './read-marks.ts';
import type { MarkedLine } from './read-marks.ts';
import { splitNames } from './split-names.ts';

export type TextLine = {
  readonly entry: Entry;
  /** Whether it was ticked. */
  readonly checked: boolean;
  /** The name of the category above it; null without one. */
  readonly heading: string | null;
  /** Whether it is probably no item, such as the title of a recipe or a step of it. */
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
  const shared = parseShared(text, options) ?? parseWithSubject(text, options);
  const literally = options.hasDetails ? options : { ...options, isKnownName: () => true };
  return shared ?? { isShared: false, lines: parseForeign(text.replaceAll('\r\n', '\n'), literally) };
}

function parseWithSubject(text: string, options: TextOptions): ListText | null {
  const { subject = '', rest = '' } = SUBJECT.exec(text)?.groups ?? {};
  const shared = subject.trim() === '' ? null : parseShared(rest, options);
  return shared && { ...shared, lines: [toTitle(subject), ...shared.lines] };
}

/** What web/service-worker/service-worker.ts writes before a text that was shared with a title, and the text. */
const SUBJECT = /^\s*# (?<subject>.*)[\n\r]+(?<rest>[^]*)$/u;

/** A line, then a blank one. */
const TITLE_ALONE = /^\s*\S.*(?:\r\n|[\n\r])[^\S\n\r]*[\n\r]/u;

/** The lines of a text that have a visible character. */
export const splitLines = (text: string): readonly string[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => nameKey(line) !== '');

/** What `formatListText` writes; null for any other text. */
function parseShared(text: string, options: TextOptions): ListText | null {
  const [title = '', ...others] = splitLines(text);
  const isTitled = TITLE_ALONE.test(text) && !ITEM_START.test(title);
  const lines = (isTitled ? parseSections(others, options) : null) ?? [];
  const hasItem = lines.some(({ isTitle }) => !isTitle);
  return hasItem ? { isShared: true, lines: [toTitle(unquote(title)), ...lines] } : null;
}

/** Categories with their items; null if there is another line. */
function parseSections(lines: readonly string[], options: TextOptions): readonly TextLine[] | null {
  let heading: string | null = null;
  const items: TextLine[] = [];
  for (const [at, line] of lines.entries()) {
    const item = parseItem(line, options);
    heading = item === null ? readHeading(line) : heading;
    // Each item is below a heading.
    if (heading === null) return null;
    if (item !== null) items.push({ ...item, heading, isTitle: false });
    // The writer leaves out empty categories, but a person may have removed their items.
    else if (!ITEM_START.test(lines[at + 1] ?? '')) items.push(toTitle(heading));
  }
  return items;
}

/** A line that the preview shows, but does not select. */
const toTitle = (name: string): TextLine => ({
  entry: literalEntry(name),
  checked: false,
  heading: null,
  isTitle: true,
});

const toTitles = (text: string): readonly TextLine[] => (text === '' ? [] : [toTitle(text)]);

/** `- [x] 2 l Milk`; null for any other line. Without details, only a name in quotation marks is not literal. */
function parseItem(line: string, options: TextOptions): Pick<TextLine, 'entry' | 'checked'> | null {
  const start = ITEM_START.exec(line);
  if (start === null) return null;
  const text = line.slice(start[0].length);
  const entry = options.hasDetails ? parseEntry(text, SHARED_OPTIONS) : literalEntry(unquote(text));
  return { entry, checked: start.groups?.['tick'] === 'x' };
}

/** A name that is also an amount and a name is in quotation marks there. */
const SHARED_OPTIONS: EntryOptions = { numbers: TEXT_NUMBERS, isKnownName: () => false };

/** The name in a heading, `Dairy:`; null for any other line. */
function readHeading(line: string): string | null {
  const name = /^(?<name>.*\S)\s*[:：]$/u.exec(line)?.groups?.['name'];
  return name === undefined ? null : unquote(name);
}

/** Removes the quotation marks around a whole text. */
const unquote = (text: string): string => QUOTED.exec(text)?.groups?.['text']?.replaceAll('""', '"') ?? text;

function parseForeign(text: string, options: TextOptions): readonly TextLine[] {
  const marked = splitLines(text)
    .map((line) => ({ ...readMarks(line), hasTextNumbers: TEXT_DECIMALS.test(line) }))
    .filter((line) => nameKey(line.text) !== '');
  const isList = marked.filter(({ isListed }) => isListed).length > 1;
  const titles = marked.map((line, at) => {
    const isAboveBullet = isList && marked[at + 1]?.isListed === true;
    return readTitle(line, isAboveBullet, options);
  });
  const isTitled = TITLE_ABOVE_LINES.test(text) || isTitleOf(marked, titles, isList);
  let heading: string | null = null;
  return marked.flatMap((line, at): readonly TextLine[] => {
    const title = titles[at] ?? null;
    heading = title ?? heading;
    const itemOptions = line.hasTextNumbers ? { ...options, numbers: TEXT_NUMBERS } : options;
    if (title === null) return readItems(line, { heading, mayBeTitle: at === 0 && isTitled }, itemOptions);
    const entry = parseEntry(title, options);
    const isCategory = hasItems(titles, at) && options.isCategoryName(title);
    return isCategory ? [] : [{ entry, checked: line.checked, heading: null, isTitle: true }];
  });
}

/** Whether an item follows a heading. Otherwise the heading's text would be lost. */
const hasItems = (titles: readonly (string | null)[], at: number): boolean => titles[at + 1] === null;

/** In a part of a text that Checklist wrote, `1.125` has three decimals, and is not 1125 as in German. */
const TEXT_DECIMALS = /^- \[[ x]\] \d+\.\d{3}(?![\d.,])/u;

type Place = {
  readonly heading: string | null;
  readonly mayBeTitle: boolean;
};

function readItems(line: MarkedLine, { heading, mayBeTitle }: Place, options: TextOptions): readonly TextLine[] {
  const { text, checked } = line;
  if (heading !== null && STEPS.test(looseKey(heading)) && !options.isCategoryName(heading))
    return [{ entry: literalEntry(text), checked, heading, isTitle: true }];
  const names = options.hasDetails ? splitNames(text, options) : null;
  if (names !== null) {
    const items = names.entries.map((entry) => ({ entry, checked, heading, isTitle: false }));
    return [...toTitles(names.before), ...items, ...toTitles(names.after)];
  }
  const entry = parseRecipeLine(text, options);
  const isTitle = NO_ITEM.test(text) || (mayBeTitle && isNameAlone(line, entry, options));
  return [{ entry, checked, heading, isTitle }];
}

/** The name of a heading: `Dairy:`, `# Dairy`, or the bare name of a category above a line with a bullet. Null for an item. */
function readTitle(line: MarkedLine, isAboveBullet: boolean, { isCategoryName }: TextOptions): string | null {
  if (line.isListed) return null;
  const name = readHeading(line.text);
  if (name !== null || line.isHeading) return name ?? line.text;
  if (PART_OF_RECIPE.test(looseKey(line.text))) return line.text;
  return isAboveBullet && isCategoryName(line.text) ? line.text : null;
}

/** The parts of a recipe, which often have no mark of a heading, in English, German, French and Spanish, without accents. */
const PART_OF_RECIPE =
  /^(?:ingredient(?:e)?s|zutaten|directions|instructions|method|preparation|zubereitung|anleitung|preparacion|elaboracion)$/u;

/** The parts of a recipe that list nothing to buy. */
const STEPS =
  /^(?:directions|instructions|method|preparation|zubereitung|anleitung|preparacion|elaboracion|steps|notes?|nutrition(?:al)?(?: facts| information)?)$/u;

/** A line, a blank one, and then lines without a blank one between them. */
const TITLE_ABOVE_LINES = /^\s*\S[^\n]*\n[^\S\n]*\n\s*\S[^\n]*\n[^\S\n]*\S/u;

/** Whether the first line is above a heading, or above lines that all have bullets. */
function isTitleOf(lines: readonly MarkedLine[], titles: readonly (string | null)[], isList: boolean): boolean {
  if (lines.length < 2) return false;
  const isHeading = (at: number): boolean => titles[at] !== null || NO_ITEM.test(lines[at]?.text ?? '');
  return isHeading(1) || (isList && lines.every((line, at) => at === 0 || line.isListed || isHeading(at)));
}

const isNameAlone = ({ isListed }: MarkedLine, entry: Entry, { isKnownName }: TextOptions): boolean =>
  !isListed && !hasDetails(entry) && !isKnownName(entry.name);

/** A link, or how much a recipe makes and how long it takes: `Serves 4`. */
const NO_ITEM = /^(?:https?:\/\/\S+|(?:serves|makes|servings?|yields?|(?:prep|cook|total)(?:\stime)?)\b:?\s.*\d.*)$/iu;
