/** Reads a text of several lines as items: a shared list, a chat message, a recipe (product Q4, Q5; docs/text-format.md). */
import { literalEntry, parseEntry, type Entry } from '#core/amount/parse-entry.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import { nameKey } from '#core/name/name-key.ts';
import { TEXT_NUMBERS } from './format-list-text.ts';
import { findHeadings, findIngredients, isTitleAbove, type PlacedLine } from './find-headings.ts';
import { readLine } from './line/read-line.ts';
import { isThing } from './line/split-remarks.ts';
import { isGroupName, type Heading, type TextOptions } from './read-heading.ts';
import { findSignature, isSalutation, readFacts, readReason, type LineReason } from './read-reason.ts';
import { joinSenders, numberLetters, readMarks, type MarkedLine } from './read-marks.ts';
import { parseShared } from './parse-shared.ts';
import { splitStore } from './read-store.ts';
import { splitItems, type SplitNames } from './split-items.ts';
import { splitNames } from './split-names.ts';
import { splitRows } from './split-rows.ts';
import { NO_ITEM, toTitles, type ListText, type TextLine } from './text-line.ts';

/**
 * Reads each line as an item. Lines without a visible character are dropped; every other text is in a name or a note, or is the
 * heading of the items below it.
 */
export function parseListText(text: string, options: TextOptions): ListText {
  const literally = options.hasDetails ? options : { ...options, isKnownName: () => true };
  return (
    parseShared(text, options) ?? {
      isShared: false,
      lines: parseForeign(numberLetters(joinSenders(text.replaceAll('\r\n', '\n'))), literally),
    }
  );
}

function parseForeign(text: string, options: TextOptions): readonly TextLine[] {
  const isItem = (name: string): boolean => options.hasDetails && isThing({ options }, name) && !isGroup(name, options);
  const lines = splitRows(text, isItem)
    .map(({ text: row, ...place }) => ({
      ...place,
      ...readMarks(row, isItem),
      hasTextNumbers: TEXT_DECIMALS.test(row),
    }))
    .filter((line) => nameKey(line.text) !== '');
  const headings = findHeadings(lines, options);
  const isTitled = isSalutation(lines) || isTitleAbove(text, { lines, headings, options });
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
        ...withhold(heading, tieTo(storeOf(heading, options), items)),
        ...toTitles(after, 'chat'),
      ];
}

/** After the name of a sender, the items may be in a message. */
function readAfterColon({ items, kind }: Heading, options: TextOptions): SplitNames {
  const message = options.hasDetails && kind === 'list' ? splitNames(items, options) : null;
  const entries = options.hasDetails ? splitItems(items, options) : [literalEntry(items)];
  return message ?? { entries, before: '', after: '' };
}

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
  const tied =
    store === null || items.some(({ isTitle }) => isTitle)
      ? tieTo(storeOf(place.heading, options), readUntied(line, place, options))
      : tieTo(store, items);
  return withhold(place.heading, tied);
}

/** Leaves items unselected if their heading is `Already have:`, whether they are below it or on its line. */
const withhold = (heading: Heading | null, lines: readonly TextLine[]): readonly TextLine[] =>
  heading?.kind === 'owned'
    ? lines.map((line) => (line.isTitle ? line : { ...line, ...NO_ITEM, reason: 'owned' }))
    : lines;

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
