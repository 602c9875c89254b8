/** Reads the list that an older version of the app left in local storage (product D1, spec section 3). */
import * as v from 'valibot';
import type { Catalogue, ListCopy } from '#core/change/change.ts';
import { SAVED_LISTS_LIMIT } from '#core/change/change-saved-lists.ts';
import { compareText } from '#core/list/compare-text.ts';
import type { Category } from '#core/list/row.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { COLOR, cutName, ID, NAME, TIME, withLostCategories } from './field-schemas.ts';

/** The values of the spec's keys in local storage; null for missing ones. */
export type LegacyValues = Readonly<
  Record<'groceryItems' | 'groceryCategories' | 'allGroceryCategories' | 'savedLists', string | null>
>;

export type LegacyStorage = {
  /** Null if there is nothing usable. */
  readonly copy: ListCopy | null;
  /** Values that could not be imported completely. They are quarantined unchanged, not discarded. */
  readonly unreadable: readonly { readonly key: string; readonly value: string }[];
};

/**
 * Reads row by row: the good rows of a damaged array are used, and the array is reported as unreadable.
 * @param defaults the items of a list whose own cannot be read, and their categories (spec section 8)
 */
export function readLegacyStorage(values: LegacyValues, defaults: Catalogue): LegacyStorage {
  const items = readRows(values.groceryItems, ITEM);
  const shown = readRows(values.groceryCategories, CATEGORY);
  const known = readRows(values.allGroceryCategories, CATEGORY);
  const saved = readRows(values.savedLists, SAVED_LIST);
  const latest = (saved.rows ?? []).toSorted((a, b) => compareText(b.createdAt, a.createdAt));
  const savedLists = latest.slice(0, SAVED_LISTS_LIMIT);
  const isWholeByKey = {
    groceryItems: items.isWhole,
    groceryCategories: shown.isWhole,
    allGroceryCategories: known.isWhole,
    savedLists: saved.isWhole && savedLists.length === latest.length,
  };
  const unreadable = KEYS.flatMap((key) => {
    const value = values[key];
    return value === null || isWholeByKey[key] ? [] : [{ key, value }];
  });
  if ([items, shown, known, saved].every(({ rows }) => rows === null)) return { copy: null, unreadable };
  const first = values.groceryItems !== null && items.rows === null ? defaults : { items: [], categories: [] };
  const listed = items.rows ?? first.items;
  const all = joinRows(known.rows ?? [], first.categories);
  const categories = joinCategories(shown.rows, all, new Set(listed.map((item) => item.category)));
  const copy = { listName: FIRST_LIST_NAME, items: listed, categories, savedLists };
  return { copy: { ...copy, categories: withLostCategories(categories, copy.items) }, unreadable };
}

const joinRows = (known: readonly PlainCategory[], others: readonly PlainCategory[]): readonly PlainCategory[] => [
  ...known,
  ...others.filter(({ id }) => known.every((category) => category.id !== id)),
];

const KEYS = ['groceryItems', 'groceryCategories', 'allGroceryCategories', 'savedLists'] as const;

/** If the categories of the list are not stored, it shows those that its items use. */
function joinCategories(
  shown: readonly PlainCategory[] | null,
  known: readonly PlainCategory[],
  used: ReadonlySet<string>,
): readonly Category[] {
  const shownIds = new Set(shown?.map((category) => category.id));
  return [
    ...(shown ?? []).map((category) => ({ ...category, inList: true })),
    ...known
      .filter((category) => !shownIds.has(category.id))
      .map((category) => ({ ...category, inList: shown === null && used.has(category.id) })),
  ];
}

type PlainCategory = Omit<Category, 'inList'>;

/** The shape in which a row is imported unchanged, and how other rows are repaired. */
type RowSchemas<R> = {
  readonly good: v.GenericSchema<unknown, R>;
  readonly broken: v.GenericSchema<unknown, R>;
};

type ReadRows<R> = {
  /** Null if there is nothing usable. */
  readonly rows: readonly R[] | null;
  /** Whether every row was good. */
  readonly isWhole: boolean;
};

function readRows<R extends { readonly id: string }>(value: string | null, schemas: RowSchemas<R>): ReadRows<R> {
  const array = v.safeParse(JSON_ARRAY, value);
  if (!array.success) return { rows: null, isWhole: false };
  const readings = array.output.map((raw) => readRow(raw, schemas));
  const rows = new Map(
    readings
      .map(({ row }) => row)
      .filter((row) => row !== null)
      .map((row) => [row.id, row]),
  );
  const isWhole = rows.size === readings.length && readings.every(({ isGood }) => isGood);
  return { rows: isWhole || rows.size > 0 ? [...rows.values()] : null, isWhole };
}

function readRow<R>(raw: unknown, schemas: RowSchemas<R>): { readonly row: R | null; readonly isGood: boolean } {
  const good = v.safeParse(schemas.good, raw);
  if (good.success) return { row: good.output, isGood: true };
  const mended = v.safeParse(schemas.broken, raw);
  return { row: mended.success ? mended.output : null, isGood: false };
}

const JSON_ARRAY = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** Ids were times, and some were stored as numbers. */
const LEGACY_ID = v.pipe(v.union([v.string(), v.number()]), v.transform(String), ID);

/** Cuts a name that is too long, so that the item is not lost. */
const CUT_NAME = v.union([NAME, v.pipe(v.string(), v.transform(cutName), NAME)]);

const ITEM = {
  good: v.object({ id: LEGACY_ID, name: NAME, category: LEGACY_ID, checked: v.nullish(v.boolean(), false) }),
  broken: v.object({
    id: LEGACY_ID,
    name: CUT_NAME,
    category: v.fallback(LEGACY_ID, 'other'),
    checked: v.fallback(v.nullish(v.boolean(), false), false),
  }),
};

const CATEGORY = {
  good: v.object({ id: LEGACY_ID, name: NAME, color: v.nullish(COLOR, '') }),
  broken: v.object({ id: LEGACY_ID, name: CUT_NAME, color: v.nullish(COLOR, '') }),
};

const SAVED_LIST = {
  good: v.object({ id: LEGACY_ID, name: NAME, items: v.array(ITEM.good), createdAt: v.nullish(TIME, '') }),
  broken: v.object({
    id: LEGACY_ID,
    name: CUT_NAME,
    items: v.pipe(
      v.array(v.unknown()),
      v.transform((rows) => rows.map((row) => readRow(row, ITEM).row).filter((row) => row !== null)),
    ),
    createdAt: v.nullish(TIME, ''),
  }),
};
