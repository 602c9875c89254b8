/** Reads the store at the end of a line, such as `Bread @ Bakery`, and finds out whether an item takes it (product O3). */
import type { Entry } from '#core/amount/parse-entry.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import type { ItemDetails } from '#core/list/item-fields.ts';
import type { List } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';
import { storeName, type ListedStore } from '#core/stores/stores.ts';
import { endsWithThing } from './line/split-remarks.ts';

/** An entry, with the store to which the item is tied. */
export type TextEntry = Entry & Pick<ItemDetails, 'store'>;

/** The id of the list's store of this name; null if it has none. */
export type FindStore = (name: string) => StoreId | null;

type SplitText = {
  readonly text: string;
  readonly store: StoreId | null;
};

/** Looks up a store by its name, ignoring case and accents. */
export const findStoreNamed = (stores: readonly ListedStore[], name: string): StoreId | null =>
  stores.find((store) => nameKey(store.name) === nameKey(name))?.id ?? null;

type StoreOptions = EntryOptions & { readonly findStore?: FindStore };

/**
 * `oat milk @ Lidl`, typed or from another app. Without such a store, the end belongs to the name. So it does in a known name and without a
 * space, as in `me@lidl`, unless the text before it is the name of a thing, too: `bread@lidl`.
 */
export function splitStore(text: string, options: StoreOptions): SplitText {
  const { rest, name } = splitEnd(text, options);
  const store = name === '' ? null : (options.findStore?.(unquote(name)) ?? null);
  return { text: store === null ? text : rest, store };
}

/** Splits off the name of a store that the list does not have: Lidl in `oat milk @ Lidl`. Null if the text does not end with one. */
export function splitNewStore(
  text: string,
  options: StoreOptions,
): { readonly rest: string; readonly name: string } | null {
  const { rest, name } = splitEnd(text, options);
  const isNew = /\p{L}/u.test(name) && splitStore(text, options).store === null;
  return isNew ? { rest, name: unquote(name) } : null;
}

function splitEnd(text: string, options: EntryOptions): { readonly rest: string; readonly name: string } {
  const [, rest = '', space = '', name = ''] = TYPED_END.exec(text) ?? [];
  const mayBeName = space === '' || options.isKnownName(text);
  return mayBeName && !endsWithThing({ options }, rest) ? { rest: text, name: '' } : { rest, name };
}

/** The text before it is not blank. */
const TYPED_END = /^(.*\S)(\s?)@\s?("(?:[^"]|"")+"|[^"@\s][^"@]*?)\s*$/u;

/** The quotation marks around a name that would be read as something else; quotation marks in it are doubled. */
const QUOTED = /^"(?<text>(?:[^"]|"")+)"$/u;

/** Removes the quotation marks around a whole text. */
export const unquote = (text: string): string => QUOTED.exec(text)?.groups?.['text']?.replaceAll('""', '"') ?? text;

/** The store to tie an item to if it has none: a line never moves an item from one store to another. */
export const storeToTie = (list: List, there: Pick<Item, 'store'>, { store = null }: TextEntry): StoreId | null =>
  storeName(list, there.store) === null && storeName(list, store) !== null ? store : null;
