/** Splits a pasted text into rows with one item each: lines, the cells of tables, and items with `;` or bullets between them. */
import { findUnit } from '#core/amount/units.ts';
import { isPhraseOf } from '#core/language/words.ts';
import { nameKey } from '#core/name/name-key.ts';
import { isGroupName } from './read-heading.ts';
import { readMarks } from './read-marks.ts';
import { isPrice, isSum } from './read-reason.ts';

export type Row = {
  readonly text: string;
  /** Whether a blank line is before it. */
  readonly isAfterBlank: boolean;
  /** The category in a table. */
  readonly category: string | null;
  /** Whether a number at its start was there in the text, and not in a column of amounts. */
  readonly isAsWritten: boolean;
};

/** Splits a text. Rows without a visible character are dropped. */
export function splitRows(text: string, isThing: (name: string) => boolean): readonly Row[] {
  const rows: Row[] = [];
  let isAfterBlank = false;
  let columns: readonly Column[] | null = null;
  for (const written of text.split(/\r\n|[\n\r\u2028\u2029]/u)) {
    // Each run of spaces is one, so that the time to read it does not grow with the square of its length. Between two tabs is an empty cell.
    const line = written.replace(/[^\S\t]+/gu, ' ');
    if (isDivider(line)) continue;
    const read = readRow(line, columns, () => splitWide(written, isThing));
    columns = read.columns;
    for (const part of read.parts) {
      const rest = isAfterBlank ? part : joinLast(rows, part);
      if (rest === null) continue;
      rows.push({ text: rest, isAfterBlank, category: read.category, isAsWritten: read.isAsWritten });
      isAfterBlank = false;
    }
    isAfterBlank ||= line.trim() === '';
  }
  return countsUp(rows) ? rows.map((row) => ({ ...row, text: row.text.replace(NUMBERED, '') })) : rows;
}

/** Puts the number of an order's `Quantity: 2`, or a receipt's `0.642 kg @ £1.32/kg`, before the item above. Returns what is left; null for nothing. */
function joinLast(rows: Row[], part: string): string | null {
  const count = readCount(part);
  if (count === null) return measureLast(rows, part);
  return putAmount(rows, count === '1' ? '' : `${count} x `) ? null : part;
}

function measureLast(rows: Row[], part: string): string {
  const { amount = '', unit = 'x', price = '' } = MEASURED_PRICE.exec(part)?.groups ?? {};
  return isPrice(price) && putAmount(rows, `${amount} ${unit} `) ? price : part;
}

function readCount(part: string): string | null {
  const { head = '', mark, count = null } = COUNT.exec(part)?.groups ?? {};
  return isPhraseOf(head, 'amountColumns') && (mark !== ' ' || QUANTITY.test(head)) ? count : null;
}

const COUNT = /^(?<head>\p{L}+\.?)(?<mark>\s?:\s?|\s)(?<count>\p{Nd}{1,3})$/u;

/** Without a colon, `No 5` may be an item. */
const QUANTITY = /^(?:q|menge|anz|cant)/iu;

const MEASURED_PRICE =
  /^(?<amount>\p{Nd}{1,4}(?:[.,]\p{Nd}{1,3})?)\s?(?<unit>kg|g|lbs?|oz)?\s(?<price>[@x×]\s.{1,40})$/iu;

/** More lines of prices than an item has below it. */
const PRICES_LIMIT = 4;

/** Puts an amount before the item above. Returns false without an item, if a count was put there before, or for a weight if the item begins with a number. */
function putAmount(rows: Row[], amount: string): boolean {
  const start = Math.max(0, rows.length - PRICES_LIMIT);
  const at = start + rows.slice(start).findLastIndex(({ text }) => !isPrice(text));
  const item = at < start ? undefined : rows[at];
  const isBelow = rows.slice(at + 1).every(({ isAfterBlank }) => !isAfterBlank);
  if (!isBelow || item === undefined || !isItem(item.text)) return false;
  const isCount = /^(?:\p{Nd}+ x )?$/u.test(amount);
  if ((isCount ? /^\p{Nd}+ x /u : /^\p{Nd}/u).test(item.text)) return false;
  rows.splice(at, 1, { ...item, text: `${amount}${item.text}` });
  return true;
}

function isItem(row: string): boolean {
  // The time to compare a longer line with a sum would grow with the square of its length.
  if (row.length > VALUES_LIMIT) return false;
  const { text, isHeading } = readMarks(row);
  return !isHeading && !/[:：]$/u.test(text) && !isGroupName(text) && !isSum(text);
}

type ReadRow = {
  readonly parts: readonly string[];
  /** The columns of the table that the line is in; null outside of a table with a head. */
  readonly columns: readonly Column[] | null;
} & Pick<Row, 'category' | 'isAsWritten'>;

function readRow(line: string, columns: readonly Column[] | null, splitNames: () => readonly string[] | null): ReadRow {
  const cells = splitCells(line) ?? splitValues(line, columns !== null);
  const plain = { columns: null, category: null, isAsWritten: true };
  if (cells === null)
    return { ...plain, parts: splitNames() ?? splitParts(line.trim()).filter((part) => nameKey(part) !== '') };
  const head = readColumns(cells);
  if (head !== null) return { ...plain, parts: [], columns: head };
  const table = alignRow(cells, columns);
  const isAsWritten = columns === null && /^\p{Nd}/u.test(cells[0] ?? '');
  return { parts: [joinCells(table)], columns, category: categoryOf(table), isAsWritten };
}

/** Splits `Milk      Bread`, two columns of names. Null if one is no thing, if both are one, or if the second one says more of the first. */
function splitWide(written: string, isThing: (name: string) => boolean): readonly string[] | null {
  const names = written.length > VALUES_LIMIT ? [] : written.trim().split(/[^\S\t]{3,}/u);
  const isAlike = new Set(names.map((name) => /^\p{Lu}/u.test(name))).size === 1;
  return names.length > 1 && isAlike && names.every(isThing) && !isThing(names.join(' ')) ? names : null;
}

/** The line below the head of a table: `|---|:-:|`. */
const isDivider = (line: string): boolean => /^[\s|:+=-]*-{2}[\s|:+=-]*$/u.test(line);

/** More than a list has in one line, and few enough to split without a delay. */
const LINE_LIMIT = 20_000;

/** Between items of one line: `;`, `、`, a bullet or a box in the middle, or numbers that count up as in `1 milk / 2 eggs` or `1. milk 2. eggs`. */
function splitParts(line: string): readonly string[] {
  if (line.length > LINE_LIMIT) return [line];
  for (const mark of [/\s*[;；]\s*/u, /、/u, /\s+[•·●▪]\s+/u, /\s+(?=(?:[☐☑☒□▢⬜✅]\uFE0F?|\[[ xX]?\])\s)/u]) {
    const parts = line.split(mark);
    if (parts.filter((part) => nameKey(part) !== '').length > 1 && areItems(line, parts)) return parts;
  }
  const slashed = line.split(/\s+\/\s+/u);
  return slashed.length > 2 && slashed.every((part) => /^\p{Nd}/u.test(part))
    ? withoutCount(slashed)
    : splitCounted(line);
}

/** `1. milk 2. eggs`: before each of the numbers that follow each other. */
function splitCounted(line: string): readonly string[] {
  const starts = [...line.matchAll(/(?:^|(?<=\S\s))(?<count>\p{Nd}{1,3})[.)]\s/gu)];
  const isInOrder = starts[0]?.index === 0 && starts.every(({ groups }, at) => Number(groups?.['count']) === at + 1);
  return isInOrder && !line.includes('"')
    ? starts.map(({ index }, at) => line.slice(index, starts[at + 1]?.index))
    : [line];
}

/** Not within brackets or quotation marks, and not a sentence after a name: `Sage; dried works too, but fresh is nicer`. */
const areItems = (line: string, parts: readonly string[]): boolean =>
  !line.includes('"') &&
  parts.every((part) => HAS_NAME.test(part) || part === '') &&
  parts.every((part) => part.split('(').length === part.split(')').length) &&
  !parts.slice(1).some((part) => SENTENCE.test(part));

const HAS_NAME = /[\p{L}\p{Nd}]/u;

/** A part with a comma or a pronoun, and no amount. */
const SENTENCE = /^(?:i|we|you|or|but|and|ich|oder|je|ou|o)\s|^\p{Ll}[^,]*\s[^,]*\s[^,]*,/iu;

const withoutCount = (parts: readonly string[]): readonly string[] =>
  areCounted(parts) ? parts.map((part) => part.replace(NUMBERED, '')) : parts;

/** Whether the lines are numbered without periods: 1, 2, 3, and no other line is among them. */
const countsUp = (rows: readonly Row[]): boolean =>
  rows.length > 2 && rows.every(({ isAsWritten }) => isAsWritten) && areCounted(rows.map(({ text }) => text));

/** A unit after one of the numbers makes amounts of all: `1 onion`, `2 cloves garlic`, `3 tbsp oil`. */
const areCounted = (texts: readonly string[]): boolean =>
  texts.every((text, at) => Number(NUMBERED.exec(text)?.[0].replace(/\D/gu, '')) === at + 1) &&
  !texts.some((text) => findUnit(MEASURED.exec(text)?.[1] ?? '') !== undefined);

const NUMBERED = /^(?:#?\d+(?:\s?[-–:/])?|\(\d+\))\s+(?=\p{L})/u;
const MEASURED = /^\d+\s+(\p{L}+\.?)\s/u;

type Column = 'name' | 'amount' | 'unit' | 'note' | 'category' | 'done' | null;

const KINDS = [
  ['name', 'nameColumns'],
  ['amount', 'amountColumns'],
  ['unit', 'unitColumns'],
  ['note', 'noteColumns'],
  ['category', 'categoryColumns'],
  ['done', 'doneColumns'],
] as const;

/** The cells of a row of a table, with `|` or tabs between them; null for any other line. */
function splitCells(line: string): readonly string[] | null {
  const isMarkdown = /^\s*\|.*\|\s*$/u.test(line);
  const inner = isMarkdown ? line.trim().slice(1, -1) : line;
  if (!isMarkdown && !/\S ?\t\s*\S/u.test(line)) return null;
  const [first = '', ...others] = inner.split(isMarkdown ? '|' : /\t/u).map((cell) => cell.trim());
  const cells = [readCheckbox(first), ...others].filter((cell, at) => at > 0 || !BULLET_ALONE.test(cell));
  return cells.some((cell) => nameKey(cell) !== '') ? cells : null;
}

/** Longer than a row of a table. */
const VALUES_LIMIT = 500;

/** Splits a row at `;`, `|` or `,` if it is below the head of a table, or has one number after the name. Null for any other line. */
function splitValues(line: string, isInTable: boolean): readonly string[] | null {
  if (line.length > VALUES_LIMIT) return null;
  const cells = line
    .split(new RegExp(String.raw`${markOf(line, isInTable)}(?=(?:[^"]*"[^"]*")*[^"]*$)`, 'u'))
    .map((cell) => cell.trim().replace(/^"(?<text>[^"]*)"$/u, '$<text>'));
  const isRow = cells.length > 1 && (isInTable || isCountedRow(cells) || readColumns(cells) !== null);
  return isRow ? cells : null;
}

function markOf(line: string, isInTable: boolean): string {
  const comma = isInTable ? ',(?! )' : NO_DECIMAL_COMMA;
  return [';', ' | '].find((mark) => line.includes(mark))?.replace('|', String.raw`\|`) ?? comma;
}

/** Outside of a table, `Milch 1,5` has a decimal. */
const NO_DECIMAL_COMMA = String.raw`,(?! )(?!(?<=\p{Nd},)\p{Nd})`;

/** A name, and the only number after it. */
const isCountedRow = ([first = '', ...others]: readonly string[]): boolean =>
  /\p{L}/u.test(first) && others.findLastIndex((cell) => NUMBER.test(cell)) === 0;

const NUMBER = /^\p{Nd}+(?:[.,]\p{Nd}+)?$/u;

/** The bullet of a list that was copied from a document. */
const BULLET_ALONE = /^[o·•◦‣⁃▪■□●○§*–-]$/u;

/** The box for a check box of a spreadsheet, which is copied as a word. */
const readCheckbox = (cell: string): string =>
  cell.replace(/^(?:true|wahr|vrai|verdadero)$/iu, '☑').replace(/^(?:false|falsch|faux|falso)$/iu, '☐');

/** What the columns mean; null if the row is not the head of a table. */
function readColumns(cells: readonly string[]): readonly Column[] | null {
  const columns = cells.map((cell): Column => KINDS.find(([, kind]) => isPhraseOf(cell, kind))?.[0] ?? null);
  return columns.includes('name') && columns.filter(isNamed).length > 1 ? columns : null;
}

/** The cells of a row, and what their columns mean; null outside of a table with a head. */
type TableRow = { readonly cells: readonly string[]; readonly columns: readonly Column[] | null };

/** Some people align columns with as many tabs as each text needs. Then the texts belong to the named columns, in their order. */
function alignRow(cells: readonly string[], columns: readonly Column[] | null): TableRow {
  const [start, end] = [columns?.findIndex(isNamed), columns?.findLastIndex(isNamed)];
  const isAligned = columns !== null && columns.slice(start, end).includes(null) && cells.length !== columns.length;
  return isAligned
    ? { cells: cells.filter((cell) => cell !== ''), columns: columns.filter(isNamed) }
    : { cells, columns };
}

const isNamed = (column: Column): boolean => column !== null;

const cellOf = (cells: readonly string[], columns: readonly Column[], column: Column): string =>
  cells
    .filter((_, at) => columns[at] === column)
    .join(' ')
    .trim();

const categoryOf = ({ cells, columns }: TableRow): string | null =>
  (columns && cellOf(cells, columns, 'category')) || null;

/** Writes the cells as a line: the amount and the unit, then the name and the note. */
function joinCells({ cells, columns }: TableRow): string {
  const read = columns ?? guessColumns(cells);
  const amount = cellOf(cells, read, 'amount');
  const name = cellOf(cells, read, 'name');
  const { box, rest } = readBox(cells, read);
  const others = [cellOf(cells, read, 'note'), cellOf(cells, read, null), rest].filter((text) => text !== '');
  const before = /\p{N}/u.test(amount) || amount === '' ? `${amount} ${cellOf(cells, read, 'unit')}` : '';
  const notes = (before === '' ? [amount, ...others] : others).filter((text) => text !== box).join(', ');
  return [box, before.trim(), name, notes === '' ? '' : `(${notes.replace(/[()]/gu, ' ').trim()})`]
    .filter((text) => text !== '')
    .join(' ');
}

/** The box of a row, from a column such as `Purchased` if the table has one; and the text of that column if it says something else. */
function readBox(
  cells: readonly string[],
  columns: readonly Column[],
): { readonly box: string; readonly rest: string } {
  const cell = cellOf(cells, columns, 'done');
  if (!columns.includes('done')) return { box: BOX.exec(cells.join(' ').trim())?.[0] ?? '', rest: '' };
  if (DONE.test(cell)) return { box: '☑', rest: '' };
  return NOT_DONE.test(cell) ? { box: '☐', rest: '' } : { box: '', rest: cell };
}

const BOX = /^(?:\[[ xX✓]?\]|[☐☑✓✔✅⬜])/u;
const DONE = /^(?:true|wahr|vrai|verdadero|yes|y|ja|oui|s[ií]|x|1|☑|✓|✔|✅|\[x\])$/iu;
const NOT_DONE = /^(?:|false|falsch|faux|falso|no|n|nein|non|0|☐|⬜|\[ ?\])$/iu;

const isAmount = (cell: string): boolean =>
  /^(?:[x×]\s?)?\p{N}[\p{N}.,/]*\s?(?:\p{L}{1,8}\.?|[x×])?$/u.test(cell) || isDescribedAmount(cell);

/** `1 TL, gestr.`, `1 Zehe/n` */
const isDescribedAmount = (cell: string): boolean =>
  findUnit(/^\p{N}+\s(?<unit>\p{L}+\.?)(?:,\s\p{L}+\.?|\/\p{L}{1,2})$/u.exec(cell)?.groups?.['unit'] ?? '') !==
  undefined;

/** The `l` of 2, l, milk, and `some` before another text. */
const isSaidOfAmount = (cell: string): boolean => findUnit(cell) !== undefined || isPhraseOf(cell, 'vague');

/** Without a head: numbers are amounts, boxes are marks, and the first text is the name. */
function guessColumns(cells: readonly string[]): readonly Column[] {
  const texts = cells.map((cell) => /\p{L}/u.test(cell) && !isAmount(cell) && !/^\[.?\]$/u.test(cell));
  const thing = cells.findIndex((cell, at) => texts[at] === true && !isSaidOfAmount(cell));
  const name = thing === -1 ? texts.indexOf(true) : thing;
  const amount = cells.findIndex((cell, at) => at !== name && isAmount(cell));
  const unit = cells.findIndex((cell, at) => at !== name && amount >= 0 && findUnit(cell) !== undefined);
  return cells.map((_, at) => (at === name ? 'name' : at === amount ? 'amount' : at === unit ? 'unit' : null));
}
