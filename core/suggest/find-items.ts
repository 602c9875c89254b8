/** Finds items of the list by name or note (product L11). */
import { liveRows, type List } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import { type NameOrder, looseKey } from '#core/name/name-key.ts';

/**
 * The items whose name or note has the text, ignoring case and accents: first those with a word that begins with it, then by name.
 * @returns none for a blank text
 */
export function findItems(list: List, text: string, order: NameOrder): readonly Item[] {
  const query = looseKey(text);
  if (query === '') return [];
  return liveRows(list.items)
    .map((item) => ({ item, at: ` ${looseKey(item.name)} ${looseKey(item.note ?? '')}` }))
    .filter(({ at }) => at.includes(query))
    .map(({ item, at }) => ({ item, isWord: at.includes(` ${query}`) }))
    .toSorted((a, b) => Number(b.isWord) - Number(a.isWord) || order(a.item.name, b.item.name))
    .map(({ item }) => item);
}
