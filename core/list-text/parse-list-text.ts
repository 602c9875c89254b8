/** Reads a text of several lines as items: a shared list, a chat message, a recipe (product Q4, Q5; docs/text-format.md). */
import { literalEntry, parseEntry, type Entry } from '#core/amount/parse-entry.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { joinNotes } from '#core/amount/merge-details.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import { nameKey } from '#core/name/name-key.ts';
import { ITEM_START, STORE_END, TEXT_NUMBERS } from './format-list-text.ts';
import { findHeadings, findIngredients, isTitleAbove, type PlacedLine } from './find-headings.ts';
import { readLine } from './line/read-line.ts';
import { isThing } from './line/split-remarks.ts';
import { isGroupName, type Heading, type TextOptions } from './read-heading.ts';
import { findSignature, readFacts, readReason, type LineReason } from './read-reason.ts';
import { joinSenders, numberLetters, readMarks, type MarkedLine } from './read-marks.ts';
import { splitStore, unquote, type TextEntry } from './read-store.ts';
import { splitItems, type SplitNames } from './split-items.ts';
import { splitNames } from './split-names.ts';
import { splitRows } from './split-rows.ts';

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

/**
 * Reads each line as an item. Lines without a visible character are dropped; every other text is in a name or a note, or is the
 * heading of the items below it.
 */
export function parseListText(text: string, options: TextOptions): ListText {
  const shared = parseShared(text, options) ?? parseWithSubject(text, options);
  const literally = options.hasDetails ? options : { ...options, isKnownName: () => true };
  return (
    shared ?? {
      isShared: false,
      lines: parseForeign(numberLetters(joinSenders(text.replaceAll('\r\n', '\n'))), literally),
    }
  );
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
    if (item !== null) items.push({ ...item, heading, mayCreate: true, isTitle: false, reason: null });
    // The writer leaves out empty categories, but a person may have removed their items.
    else if (!ITEM_START.test(lines[at + 1] ?? '')) items.push(toTitle(heading, 'heading'));
  }
  return items;
}

/** A line that the preview shows, but does not select. */
const toTitle = (name: string, reason: LineReason = 'title'): TextLine => ({
  ...NO_ITEM,
  entry: literalEntry(name),
  checked: false,
  reason,
});

const toTitles = (text: string, reason: LineReason): readonly TextLine[] =>
  text === '' ? [] : [toTitle(text, reason)];

/** `- [x] 2 l Milk`; null for any other line. Without details, only a name in quotation marks is not literal. */
function parseItem(line: string, options: TextOptions): Pick<TextLine, 'entry' | 'checked'> | null {
  const start = ITEM_START.exec(line);
  if (start === null) return null;
  const text = line.slice(start[0].length);
  const entry = options.hasDetails ? parseTied(text, options) : literalEntry(unquote(text));
  return { entry, checked: start.groups?.['tick'] === 'x' };
}

/** `Bread @ Bakery`. A store that the list does not have becomes a note, because a name from an earlier version can end the same way. */
function parseTied(text: string, { findStore }: TextOptions): TextEntry {
  const end = STORE_END.exec(text);
  const entry = parseEntry(text.slice(0, end?.index), SHARED_OPTIONS);
  const name = unquote(end?.groups?.['store'] ?? '');
  const store = findStore === undefined ? null : findStore(name);
  return store === null ? { ...entry, note: joinNotes(entry.note, name || null) } : { ...entry, store };
}

/** A name that is also an amount and a name is in quotation marks there. */
const SHARED_OPTIONS: EntryOptions = { numbers: TEXT_NUMBERS, isKnownName: () => false };

/** The name in a heading, `Dairy:`; null for any other line. */
function readHeading(line: string): string | null {
  const name = /^(?<name>.*\S)\s*[:：]$/u.exec(line)?.groups?.['name'];
  return name === undefined ? null : unquote(name);
}

function parseForeign(text: string, options: TextOptions): readonly TextLine[] {
  const isItem = (name: string): boolean => options.hasDetails && isThing({ options }, name) && !isGroup(name, options);
  const lines = splitRows(text)
    .map(({ text: row, ...place }) => ({
      ...place,
      ...readMarks(row, isItem),
      hasTextNumbers: TEXT_DECIMALS.test(row),
    }))
    .filter((line) => nameKey(line.text) !== '');
  const headings = findHeadings(lines, options);
  const isTitled = isTitleAbove(text, { lines, headings, options });
  const places = placeHeadings(lines, headings);
  const titles = new Set([...(isTitled ? [0] : []), ...findTitles(lines, headings, options)]);
  const signature = findSignature(lines, options);
  const read = lines.slice(0, signature).flatMap((line, at): readonly TextLine[] => {
    const own = headings[at];
    const lineOptions = line.hasTextNumbers ? { ...options, numbers: TEXT_NUMBERS } : options;
    if (own === undefined || own === null) {
      const place = {
        heading: places[at] ?? null,
        mayBeTitle: titles.has(at),
        isAlone: standsAlone(line, lines),
      };
      return readItems(line, place, lineOptions);
    }
    const isShown = own.kind !== 'category' || !isItemAt(headings, at + 1);
    return own.items === '' ? showIf(isShown, readHeadingLine(line, own, options)) : readInLine(line, own, lineOptions);
  });
  return [...read, ...lines.slice(signature).flatMap(({ text: said }) => toTitles(said, 'chat'))];
}

const isGroup = (name: string, { isCategoryName }: TextOptions): boolean => isCategoryName(name) || isGroupName(name);

/** The lines above `Ingredients` that are of the recipe: all if one of them is only on a recipe page, and otherwise up to a blank line. */
function findTitles(
  lines: readonly PlacedLine[],
  headings: readonly (Heading | null)[],
  options: TextOptions,
): readonly number[] {
  const end = findIngredients(headings);
  const above = lines.slice(0, Math.max(0, end));
  const isPage = above.some((line) => ['serving', 'time', 'chat'].includes(readReason(line, options) ?? ''));
  const start = isPage ? 0 : lines.slice(0, end + 1).findLastIndex(({ isAfterBlank }) => isAfterBlank);
  return [...above.keys()].filter((at) => at >= start);
}

/** Whether a line is the whole text, or a message of a chat. */
const standsAlone = ({ isSent }: PlacedLine, lines: readonly PlacedLine[]): boolean => isSent || lines.length === 1;

const showIf = (isShown: boolean, line: TextLine): readonly TextLine[] => (isShown ? [line] : []);

/** Whether the line is an item. Past the end of the text, it is undefined and no item. */
const isItemAt = (headings: readonly (Heading | null)[], at: number): boolean => headings[at] === null;

/** The heading above each line. A category ends at a blank line: what follows has its own place (product Q7). */
function placeHeadings(
  lines: readonly PlacedLine[],
  headings: readonly (Heading | null)[],
): readonly (Heading | null)[] {
  let heading: Heading | null = null;
  let hasItem = false;
  return lines.map((line, at) => {
    const own = headings[at];
    if (hasItem && endsHeading(line, heading)) heading = null;
    if (own === null) hasItem = true;
    // A heading with items in its own line changes nothing for the lines below it.
    else if (own?.items === '') [heading, hasItem] = [own, false];
    return line.category === null ? heading : { ...IN_TABLE, name: line.category };
  });
}

const endsHeading = ({ isAfterBlank }: PlacedLine, heading: Heading | null): boolean =>
  isAfterBlank && heading?.kind !== 'steps';

const IN_TABLE = { kind: 'category', items: '', mayCreate: true } as const;

/** In a part of a text that Checklist wrote, `1.125` has three decimals, and is not 1125 as in German. */
const TEXT_DECIMALS = /^- \[[ x]\] \d+\.\d{3}(?![\d.,])/u;

/** A heading that is no category, or has no items, is a line that is not selected, so that its text is not lost. */
function readHeadingLine({ checked }: PlacedLine, { name }: Heading, options: TextOptions): TextLine {
  const entry = options.hasDetails ? parseEntry(name, options) : literalEntry(name);
  return { ...NO_ITEM, entry, checked, reason: 'heading' };
}

/** `Tools: hammer, nails`: a heading with its items. */
function readInLine(line: PlacedLine, heading: Heading, options: TextOptions): readonly TextLine[] {
  const place = placeBelow(heading);
  if (heading.kind === 'steps')
    return [{ ...NO_ITEM, entry: literalEntry(line.text), checked: line.checked, reason: 'step' }];
  const { entries, before, after } = readAfterColon(heading, options);
  const items = entries.map((entry): TextLine => ({
    entry,
    checked: line.checked,
    ...place,
    isTitle: false,
    reason: null,
  }));
  return heading.kind === 'category'
    ? items
    : [
        ...toTitles(heading.name, 'heading'),
        ...toTitles(before, 'chat'),
        ...tieTo(storeOf(heading, options), items),
        ...toTitles(after, 'chat'),
      ];
}

/** After the name of a sender, the items may be in a message. */
function readAfterColon({ items, kind }: Heading, options: TextOptions): SplitNames {
  const message = options.hasDetails && kind === 'list' ? splitNames(items, options) : null;
  const entries = options.hasDetails ? splitItems(items, options) : [literalEntry(items)];
  return message ?? { entries, before: '', after: '' };
}

const NO_ITEM = { heading: null, mayCreate: false, isTitle: true } as const;

const placeBelow = (heading: Heading | null): Pick<TextLine, 'heading' | 'mayCreate'> => ({
  heading: heading === null || heading.kind === 'title' ? null : heading.name,
  mayCreate: heading?.mayCreate === true,
});

type Place = {
  readonly heading: Heading | null;
  readonly mayBeTitle: boolean;
  readonly isAlone: boolean;
};

/** The items of a line, tied to the store at its end, or to the one above it. If not all of the line is items, the end stays where it is. */
function readItems(line: PlacedLine, place: Place, options: TextOptions): readonly TextLine[] {
  const { text, store } = splitStore(line.text, options);
  if (!options.hasDetails) return readUntied(line, place, options);
  const items = store === null ? [] : readUntied({ ...line, text }, { ...place, mayBeTitle: false }, options);
  return store === null || items.some(({ isTitle }) => isTitle)
    ? tieTo(storeOf(place.heading, options), readUntied(line, place, options))
    : tieTo(store, items);
}

/** `Lidl:`, if the list has the store. */
const storeOf = (heading: Heading | null, { findStore }: TextOptions): StoreId | null =>
  heading === null || heading.kind === 'category' ? null : (findStore?.(heading.name) ?? null);

const tieTo = (store: StoreId | null, lines: readonly TextLine[]): readonly TextLine[] =>
  store === null ? lines : lines.map((line) => (line.isTitle ? line : { ...line, entry: { ...line.entry, store } }));

function readUntied(
  line: PlacedLine,
  { heading, mayBeTitle, isAlone }: Place,
  options: TextOptions,
): readonly TextLine[] {
  const { text, checked } = line;
  const place = placeBelow(heading);
  const hidden = (reason: LineReason, entry: Entry = literalEntry(text)): readonly TextLine[] => [
    { entry, checked, ...place, isTitle: true, reason },
  ];
  const reason = isStep(line, heading, options) ? 'step' : readReason(line, options);
  if (reason !== null) return hidden(reason);
  const names = options.hasDetails ? splitNames(text, options, isAlone) : null;
  if (names !== null) {
    const items = names.entries.map((entry): TextLine => ({ entry, checked, ...place, isTitle: false, reason: null }));
    return [...toTitles(names.before, 'chat'), ...items, ...toTitles(names.after, 'chat')];
  }
  const entry = options.hasDetails ? readLine(text, options) : literalEntry(text);
  return mayBeTitle && isTitleLine(line, entry, options)
    ? hidden('title', entry)
    : [{ entry, checked, ...place, isTitle: false, reason: null }];
}

/** Below a heading of steps, only the name of a thing is an item. */
const isStep = ({ text }: MarkedLine, heading: Heading | null, options: TextOptions): boolean =>
  heading?.kind === 'steps' && !isThing({ options }, text);

/** A name alone, or with the servings of a recipe: `Lasagna (serves 4)`. */
function isTitleLine({ isListed, isSent }: MarkedLine, entry: Entry, options: TextOptions): boolean {
  if (isListed || isSent || entry.amount !== null) return false;
  return entry.note === null ? !options.isKnownName(entry.name) : readFacts(entry.note, options) === 'serving';
}
