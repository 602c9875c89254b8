/** Writes and reads list files, in which a shopper keeps a whole list outside the app (product D2). */
import * as v from 'valibot';
import type { ListCopy } from '#core/change/change.ts';
import { SAVED_LISTS_LIMIT, workingItems } from '#core/change/change-saved-lists.ts';
import { compareText } from '#core/list/compare-text.ts';
import { keysToRanks, pickRanks, ranksToKeys, storesToKeys } from '#core/list/keyed-fields.ts';
import { categoriesOf, listName, liveRows, type List } from '#core/list/list.ts';
import { LIST_ROW_ID, type Category } from '#core/list/row.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { keysToStores } from '#core/stores/stores.ts';
import { COLOR, ID, ITEM, STORED_NAME, TIME, withLostCategories } from './field-schemas.ts';

const FORMAT = 'checklist';
const VERSION = 1;

/** The limits of a file: far more than any shopper has, and little enough for any device. */
const ITEMS_LIMIT = 20_000;
const CATEGORIES_LIMIT = 1_000;

/**
 * Writes everything that is not deleted, readable for people and programs. A category that was deleted elsewhere but is still
 * visible because of its items is included (product Y3).
 * @param savedAt ISO 8601 time
 */
export const listToFile = (list: List, savedAt: string): string =>
  JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      savedAt,
      listName: listName(list),
      stores: storesToKeys(list.listRow.get(LIST_ROW_ID) ?? {}),
      items: workingItems(list),
      categories: categoriesOf(list).map((row) => ({
        id: row.id,
        name: row.name,
        color: row.color,
        inList: row.inList,
        ranks: ranksToKeys(row),
      })),
      savedLists: liveRows(list.savedLists).map(({ id, name, items, createdAt }) => ({ id, name, items, createdAt })),
    },
    null,
    2,
  );

/**
 * Reads a file from `listToFile`, even if a user has edited it. Accepts any text and never throws.
 * @returns a copy that keeps all rules of a list, or why there is none
 */
export function fileToListCopy(text: string): Result<ListCopy, FileFailure> {
  const file = parseJson(text);
  if (!v.is(ANY_LIST_FILE, file)) return fail({ type: 'not-a-list-file' });
  if (v.is(NEWER_LIST_FILE, file)) return fail({ type: 'newer-list-file' });
  const read = v.safeParse(LIST_FILE, file, { abortEarly: true });
  if (!read.success) return fail({ type: 'damaged-list-file', where: v.getDotPath(read.issues[0]) ?? '' });
  const { listName: name, stores, items, categories, savedLists } = read.output;
  const where =
    findRepeated('items', items) ?? findRepeated('categories', categories) ?? findRepeated('savedLists', savedLists);
  if (where !== null) return fail({ type: 'damaged-list-file', where });
  return ok({ listName: name, stores, items, categories: withLostCategories(categories, items), savedLists });
}

export type FileFailure =
  /** Not JSON, or the file of another program. */
  | { readonly type: 'not-a-list-file' }
  /** Written by a later version of the app. */
  | { readonly type: 'newer-list-file' }
  /** `where` names the first field that is wrong, such as `items.3.name`. */
  | { readonly type: 'damaged-list-file'; readonly where: string };

const ANY_LIST_FILE = v.object({ format: v.literal(FORMAT) });
const NEWER_LIST_FILE = v.object({ version: v.pipe(v.number(), v.gtValue(VERSION)) });

const ITEMS = v.pipe(v.array(ITEM), v.maxLength(ITEMS_LIMIT));

const CATEGORY = v.pipe(
  v.object({
    id: ID,
    name: STORED_NAME,
    color: v.optional(COLOR, ''),
    inList: v.optional(v.boolean(), true),
    ranks: v.optional(v.unknown()),
  }),
  v.transform(({ ranks, ...category }): Category => ({ ...category, ...pickRanks(keysToRanks(ranks)) })),
);

const LIST_FILE = v.object({
  version: v.literal(VERSION),
  listName: STORED_NAME,
  stores: v.pipe(v.optional(v.unknown()), v.transform(keysToStores)),
  items: ITEMS,
  categories: v.pipe(v.array(CATEGORY), v.maxLength(CATEGORIES_LIMIT)),
  savedLists: v.pipe(
    v.array(v.object({ id: ID, name: STORED_NAME, items: ITEMS, createdAt: v.optional(TIME, '') })),
    // Members who were apart can have saved more than the limit together.
    v.transform((saved) => saved.toSorted((a, b) => compareText(b.createdAt, a.createdAt)).slice(0, SAVED_LISTS_LIMIT)),
  ),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The position of the first duplicate id; null if there is none. */
function findRepeated(table: string, rows: readonly { readonly id: string }[]): string | null {
  const seen = new Set<string>();
  for (const [at, { id }] of rows.entries()) {
    if (seen.has(id)) return `${table}.${at}.id`;
    seen.add(id);
  }
  return null;
}
