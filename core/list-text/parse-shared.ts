/** Reads the text that `formatListText` writes (product Q5; docs/text-format.md). */
import { literalEntry, parseEntry } from '#core/amount/parse-entry.ts';
import { joinNotes } from '#core/amount/merge-details.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { nameKey } from '#core/name/name-key.ts';
import { ITEM_START, STORE_END, TEXT_NUMBERS } from './format-list-text.ts';
import type { TextOptions } from './read-heading.ts';
import { unquote, type TextEntry } from './read-store.ts';
import { toTitle, type ListText, type TextLine } from './text-line.ts';

/** @returns null for any other text */
export const parseShared = (text: string, options: TextOptions): ListText | null =>
  parsePlain(text, options) ?? parseWithSubject(text, options);

function parsePlain(text: string, options: TextOptions): ListText | null {
  const [title = '', ...others] = splitLines(text);
  const isTitled = TITLE_ALONE.test(text) && !ITEM_START.test(title);
  const lines = (isTitled ? parseSections(others, options) : null) ?? [];
  const hasItem = lines.some(({ isTitle }) => !isTitle);
  return hasItem ? { isShared: true, lines: [toTitle(unquote(title)), ...lines] } : null;
}

/** The lines of a text that have a visible character. */
export const splitLines = (text: string): readonly string[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => nameKey(line) !== '');

/** A line, then a blank one. */
const TITLE_ALONE = /^\s*\S.*(?:\r\n|[\n\r])[^\S\n\r]*[\n\r]/u;

function parseWithSubject(text: string, options: TextOptions): ListText | null {
  const { subject = '', rest = '' } = SUBJECT.exec(text)?.groups ?? {};
  const shared = subject.trim() === '' ? null : parsePlain(rest, options);
  return shared && { ...shared, lines: [toTitle(subject), ...shared.lines] };
}

/** What web/service-worker/service-worker.ts writes before a text that was shared with a title, and the text. */
const SUBJECT = /^\s*# (?<subject>.*)[\n\r]+(?<rest>[^]*)$/u;

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
