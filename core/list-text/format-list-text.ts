/** Writes the list as text that people can read and that can be pasted back (product Q5; docs/text-format.md). */
import { showAmount } from '#core/amount/format-amount.ts';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { formatEntry } from '#core/amount/parse-entry.ts';
import { listName, type List } from '#core/list/list.ts';
import { createLostCategory, type Item } from '#core/list/row.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { storeName } from '#core/stores/stores.ts';
import { OTHER_STORES } from '#core/view/item-places.ts';
import type { ListView } from '#core/view/list-view.ts';

type ShownOrder = Pick<ListView, 'shownCategoryIds' | 'shownCategory' | 'blocks'>;

/**
 * Writes the list's name, then each category with its items, in the order of the screen; items for other stores are last in their
 * categories. Categories without items are left out.
 * @param view the order of categories and items
 * @returns lines that `parseListText` reads as the same items
 */
export function formatListText(list: List, view: ShownOrder): string {
  const itemsIn = (place: string): readonly Item[] =>
    view
      .blocks(place)
      .flatMap(({ itemIds }) => itemIds)
      .map((id) => list.items.get(id))
      .filter((item) => item !== undefined);
  const apart = itemsIn(OTHER_STORES);
  const sections = view.shownCategoryIds().flatMap((id) => {
    const items = [...itemsIn(id), ...apart.filter(({ category }) => category === id)];
    const name = view.shownCategory(id)?.name || createLostCategory(id).name;
    return items.length === 0
      ? []
      : [`\n${writeHeading(name)}\n${items.map((item) => writeItem(list, item)).join('\n')}\n`];
  });
  return [`${quoteIfNeeded(toLine(listName(list)))}\n`, ...sections].join('');
}

/**
 * Writes what is left as plain lines for any app, such as `½ l Milk (lactose-free)`: without marks, categories and checked items.
 * @returns '' if nothing is left
 */
export const formatLeftText = (list: List, view: ShownOrder): string =>
  view
    .shownCategoryIds()
    .flatMap((id) => view.blocks(id).flatMap(({ itemIds }) => itemIds))
    .map((id) => list.items.get(id))
    .filter((item) => item?.checked === false)
    .map((item) => (item === undefined ? '' : `${writePlain(item)}\n`))
    .join('');

const writePlain = (item: Item): string =>
  [showAmount(item), toLine(item.name), item.note ? `(${toLine(item.note)})` : '']
    .filter((part) => part !== '')
    .join(' ');

/** The numbers of the text: the same in all languages, because the reader's language may differ from the writer's. */
export const TEXT_NUMBERS = createNumberFormat('en');

/** The beginning of an item's line. */
export const ITEM_START = /^- \[(?<tick>[ x])\] /u;

const writeHeading = (name: string): string => `${quoteIfNeeded(toLine(name))}:`;

function writeItem(list: List, { name, checked, amount = null, unit, note, store }: Item): string {
  const entry = { name: toLine(name), amount, unit: amount === null ? null : lineOrNull(unit), note: lineOrNull(note) };
  const text = formatEntry(entry, TEXT_NUMBERS);
  return `- [${checked ? 'x' : ' '}] ${text}${writeStore(storeName(list, store), text)}`;
}

/** ` @ Market`; a mark alone if the text before it has one. */
function writeStore(name: string | null, text: string): string {
  if (name === null) return AT.test(text) ? ' @' : '';
  const line = toLine(name);
  return ` @ ${/["@]/u.test(line) ? quote(line) : line}`;
}

const AT = /\s@(?:\s|$)/u;

/** The store at the end of an item's line, or only the mark. */
export const STORE_END = /\s@(?:\s(?<store>"(?:[^"]|"")+"|[^"@]*[^"@\s]))?$/u;

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const lineOrNull = (text: string | null | undefined): string | null => toLine(text ?? '') || null;

const quoteIfNeeded = (name: string): string => (name.startsWith('"') || ITEM_START.test(name) ? quote(name) : name);

/** Other clients may have stored a name with a line break. */
function toLine(name: string): string {
  const clean = cleanName(name);
  return clean.ok ? clean.value : name.replace(/\s+/gu, ' ').trim();
}
