/** For tests: random lists, random changes of every kind, random writes of other devices. */
// oxlint-disable-next-line no-restricted-imports -- only tests import this file, and what they share needs their tool
import fc from 'fast-check';
import { applyChange } from '#core/change/apply-change.ts';
import type { Change, ListCopy } from '#core/change/change.ts';
import { applyPatch, changeRow, type Diff, type Fields, type RowDiff, toDiff } from '#core/diff/diff.ts';
import {
  DETAILS,
  ITEM_FIELDS,
  pickDetails,
  type Detail,
  type FieldKind,
  type FieldValues,
  type Value,
} from '#core/list/item-fields.ts';
import { movedField, startField, storeField } from '#core/list/keyed-fields.ts';
import type { List, RowTables } from '#core/list/list.ts';
import type { Contents } from '#core/list/contents.ts';
import {
  LIST_ROW_ID,
  TABLES,
  type Category,
  type Item,
  type Row,
  type Rows,
  type TableName,
  type Tables,
  type SavedList,
} from '#core/list/row.ts';

/** Ids come from small pools, so that changes affect the same rows again; the pool of items fills several blocks. */
const itemId = fc.nat(159).map((n) => `i${n}`);
const categoryId = fc.nat(5).map((n) => `c${n}`);
const savedListId = fc.nat(13).map((n) => `s${n}`);
const storeId = fc.nat(2).map((n) => `st${n}`);
/** A store, or the list's own order. */
const orderOf = fc.option(storeId, { freq: 2 });
const loadId = fc.string({ minLength: 1, maxLength: 3 });
const createdAt = fc.nat(999).map((n) => `2026-11-21T08:00:00.${String(n).padStart(3, '0')}Z`);

/** Names that are equal, differ only in case or accents, or sort as numbers; sometimes any text. */
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('Milk', 'milk ', 'Soup 2', 'Soup 10', 'Pâté', 'Pate', 'Beans', 'Éclair') },
  { weight: 3, arbitrary: fc.nat(99).map((n) => `Thing ${n}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
);
const load = fc.record({ id: loadId, name });

const color = fc.constantFrom('', '#10b981');

const NO_KEYS: { requiredKeys: [] } = { requiredKeys: [] };

const VALUES: { readonly [K in FieldKind]: fc.Arbitrary<FieldValues[K]> } = {
  text: fc.constantFrom('g', 'kg', 'ripe', 'the red one'),
  key: categoryId,
  flag: fc.boolean(),
  number: fc.constantFrom(1, 2, 0.5, 500),
};

const valueByDetail: unknown = Object.fromEntries(
  DETAILS.map((detail) => [
    detail,
    fc.option<unknown>(detail === 'store' ? storeId : VALUES[ITEM_FIELDS[detail].kind]),
  ]),
);
/** Some details; null removes one. Each value is of the field's kind, which the compiler cannot follow by name. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const changedDetails = fc.record(valueByDetail as { [N in Detail]: fc.Arbitrary<Value<N> | null> }, NO_KEYS);
const details = changedDetails.map(pickDetails);
const item: fc.Arbitrary<Item> = fc
  .tuple(fc.record({ id: itemId, name, category: categoryId, checked: fc.boolean() }), details)
  .map(([fields, detail]) => ({ ...fields, ...detail }));
/** Some ranks of a category. Ranks repeat, as after separate moves by two people. */
const ranks = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  orderOf.chain((of) =>
    fc.record(
      { [movedField(of)]: fc.constantFrom(0, 1, 1.5, -3), [startField(of)]: fc.integer({ min: 1, max: 6 }) },
      NO_KEYS,
    ),
  ),
);
/** Some stores of the list's own row. */
const stores = fc
  .array(fc.tuple(storeId, fc.constantFrom('Bakery', 'Market')), { maxLength: 3 })
  .map((named) => Object.fromEntries(named.map(([id, storeName]) => [storeField(id), storeName])));
const category: fc.Arbitrary<Category> = fc
  .tuple(fc.record({ id: categoryId, name, color, inList: fc.boolean() }), ranks)
  .map(([fields, given]) => ({ ...fields, ...given }));

/** Items from outside the app: an id may occur twice, a category may be missing. */
const foreignItems = fc.array(item, { maxLength: 120, size: 'max' });
const savedList: fc.Arbitrary<SavedList> = fc.record({ id: savedListId, name, items: foreignItems, createdAt });
const listCopy: fc.Arbitrary<ListCopy> = fc.record({
  listName: name,
  items: foreignItems,
  categories: fc.array(category, { maxLength: 6 }),
  savedLists: fc.array(savedList, { maxLength: 2 }),
});

const rowsOf = <R extends { readonly id: string }>(row: fc.Arbitrary<R>, most: number): fc.Arbitrary<Row<R>[]> =>
  fc.uniqueArray(
    fc
      .tuple(
        row,
        fc.nat(9).map((n) => n === 0),
      )
      .map(([fields, deleted]): Row<R> => ({ ...fields, deleted })),
    { selector: (made) => made.id, maxLength: most, size: 'max' },
  );

/** The rows of any list, tombstones, unknown categories and a missing row of the list itself included. */
export const arbitraryContents: fc.Arbitrary<Contents> = fc.record({
  items: rowsOf(item, 140),
  categories: rowsOf(category, 6),
  savedLists: rowsOf(savedList, 9),
  listRow: fc.array(
    fc
      .tuple(fc.record({ id: fc.constant(LIST_ROW_ID), listName: name, deleted: fc.constant(false) }), stores)
      .map(([row, named]) => ({ ...row, ...named })),
    { maxLength: 1 },
  ),
});

/** A new item; some come with a new category. */
const newItem = fc
  .tuple(
    fc.record(
      { id: itemId, name, category: categoryId, checked: fc.boolean() },
      { requiredKeys: ['id', 'name', 'category'] },
    ),
    fc.option(category),
    details,
  )
  .map(([fields, created, detail]) => ({
    ...fields,
    ...detail,
    ...(created !== null && { newCategory: { ...created, id: fields.category } }),
  }));

/** One entry for each kind of change, so that a missing one does not compile. */
const CHANGES: { readonly [T in Change['type']]: fc.Arbitrary<Extract<Change, { type: T }>> } = {
  'add-item': newItem.map((added) => ({ type: 'add-item', ...added })),
  'add-items': fc.record({
    type: fc.constant('add-items'),
    items: fc.array(newItem, { maxLength: 8 }),
  }),
  'check-item': fc.record({ type: fc.constant('check-item'), id: itemId, checked: fc.boolean() }),
  'edit-item': fc
    .tuple(itemId, name, categoryId, changedDetails)
    .map(([id, newName, to, changed]) => ({ type: 'edit-item', id, name: newName, category: to, ...changed })),
  'correct-item': fc
    .tuple(newItem, fc.option(categoryId))
    .map(([corrected, broughtIn]) => ({ type: 'correct-item', ...corrected, broughtIn })),
  'delete-item': fc.record({ type: fc.constant('delete-item'), id: itemId }),
  'check-items': fc.record({
    type: fc.constant('check-items'),
    ids: fc.array(itemId, { maxLength: 6 }),
    checked: fc.boolean(),
  }),
  'move-items': fc.record({
    type: fc.constant('move-items'),
    ids: fc.array(itemId, { maxLength: 6 }),
    category: categoryId,
  }),
  'set-store': fc.record({ type: fc.constant('set-store'), ids: fc.array(itemId, { maxLength: 6 }), store: orderOf }),
  'delete-selected': fc.record({
    type: fc.constant('delete-selected'),
    categoryIds: fc.array(categoryId, { maxLength: 2 }),
    itemIds: fc.array(itemId, { maxLength: 6 }),
  }),
  'uncheck-all': fc.record({ type: fc.constant('uncheck-all') }),
  'clear-checked': fc.record({ type: fc.constant('clear-checked') }),
  'add-category': fc.record({ type: fc.constant('add-category'), id: categoryId, name }),
  'edit-category': fc.record({ type: fc.constant('edit-category'), id: categoryId, name, color }),
  'delete-categories': fc.record({
    type: fc.constant('delete-categories'),
    ids: fc.array(categoryId, { maxLength: 3 }),
  }),
  'delete-all-categories': fc.record({ type: fc.constant('delete-all-categories'), load }, { requiredKeys: ['type'] }),
  'move-category': fc.record({
    type: fc.constant('move-category'),
    id: categoryId,
    to: fc.nat(6),
    shown: fc.shuffledSubarray(Array.from({ length: 6 }, (_, n) => `c${n}`)),
    store: orderOf,
  }),
  'arrange-categories': fc.record({
    type: fc.constant('arrange-categories'),
    order: fc.shuffledSubarray(Array.from({ length: 6 }, (_, n) => `c${n}`)),
    shown: fc.shuffledSubarray(Array.from({ length: 6 }, (_, n) => `c${n}`)),
    store: orderOf,
  }),
  'sort-categories': fc.record({ type: fc.constant('sort-categories'), store: orderOf }),
  'add-store': fc.record({ type: fc.constant('add-store'), id: storeId, name }),
  'rename-store': fc.record({ type: fc.constant('rename-store'), id: storeId, name }),
  'remove-store': fc.record({ type: fc.constant('remove-store'), id: storeId }),
  'merge-categories': fc.record({ type: fc.constant('merge-categories') }),
  'rename-list': fc.record({ type: fc.constant('rename-list'), name }),
  'create-empty-list': fc.record({ type: fc.constant('create-empty-list'), load }, { requiredKeys: ['type'] }),
  'restore-default-list': fc.record(
    {
      type: fc.constant('restore-default-list'),
      catalogue: fc.record({ items: foreignItems, categories: fc.array(category, { maxLength: 6 }) }),
      load,
    },
    { requiredKeys: ['type', 'catalogue'] },
  ),
  'save-list-as': fc.record({
    type: fc.constant('save-list-as'),
    id: savedListId,
    name,
    createdAt,
    mayNameList: fc.boolean(),
  }),
  'save-over-list': fc.record({
    type: fc.constant('save-over-list'),
    id: savedListId,
    createdAt,
    mayNameList: fc.boolean(),
  }),
  'load-saved-list': fc.record(
    { type: fc.constant('load-saved-list'), id: savedListId, loadId },
    { requiredKeys: ['type', 'id'] },
  ),
  'load-copy': fc.record(
    {
      type: fc.constant('load-copy'),
      copy: fc.record({ listName: name, items: foreignItems, categories: fc.array(category, { maxLength: 6 }) }),
      loadId,
    },
    { requiredKeys: ['type', 'copy'] },
  ),
  'rename-saved-list': fc.record({ type: fc.constant('rename-saved-list'), id: savedListId, name }),
  'delete-saved-list': fc.record({ type: fc.constant('delete-saved-list'), id: savedListId }),
  'import-copy': fc.record({
    type: fc.constant('import-copy'),
    copy: listCopy,
    mode: fc.constantFrom('replace', 'merge'),
  }),
};

/** Any change. Changes of single items are more frequent, as in real use, so that lists grow between large changes. */
export const arbitraryChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: CHANGES['add-item'] },
  { weight: 8, arbitrary: CHANGES['check-item'] },
  { weight: 4, arbitrary: CHANGES['edit-item'] },
  { weight: 20, arbitrary: fc.oneof(...Object.values(CHANGES)) },
);

/** A write of another device: some fields of some rows, by table. */
export type RemoteWrite = {
  readonly [T in TableName]: readonly { readonly id: string; readonly fields: Fields<Tables[T]> }[];
};

const deleted = fc.boolean();

/** A random write of another device: a few fields of a few rows, known or new. */
export const arbitraryRemoteWrite: fc.Arbitrary<RemoteWrite> = fc.record({
  items: fc.array(
    fc.record({
      id: itemId,
      fields: fc
        .tuple(fc.record({ name, category: categoryId, checked: fc.boolean(), deleted }, NO_KEYS), changedDetails)
        .map(([fields, changed]) => ({ ...fields, ...changed })),
    }),
    { maxLength: 8 },
  ),
  categories: fc.array(
    fc.record({
      id: categoryId,
      fields: fc
        .tuple(
          fc.record({ name, color: fc.constantFrom('', '#ef4444'), inList: fc.boolean(), deleted }, NO_KEYS),
          fc.oneof(
            ranks,
            orderOf.map((of) => ({ [movedField(of)]: null })),
          ),
        )
        .map(([fields, given]) => ({ ...fields, ...given })),
    }),
    { maxLength: 3 },
  ),
  savedLists: fc.array(
    fc.record({
      id: savedListId,
      fields: fc.record({ name, items: fc.array(item, { maxLength: 3 }), deleted }, NO_KEYS),
    }),
    { maxLength: 2 },
  ),
  listRow: fc.array(
    fc.record({
      id: fc.constant(LIST_ROW_ID),
      fields: fc
        .tuple(
          fc.record({ listName: name }, NO_KEYS),
          stores,
          fc.option(storeId).map((id) => (id === null ? {} : { [storeField(id)]: null })),
        )
        .map(([fields, named, removed]) => ({ ...fields, ...named, ...removed })),
    }),
    { maxLength: 1 },
  ),
});

/** The diff of another device's write to this list. */
export const remoteDiff = (list: List, write: RemoteWrite): Diff =>
  toDiff(TABLES.flatMap((table) => rowDiffs(table, list, write)));

/** A random step of a list: a change of its user, or sometimes a write of another device. */
export const arbitrarySteps: fc.Arbitrary<readonly (Change | RemoteWrite)[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: arbitraryChange }, { weight: 1, arbitrary: arbitraryRemoteWrite }),
  { maxLength: 60, size: 'max' },
);

/** The diff of a step on this list; empty if the change is refused. */
export function stepDiff(list: List, step: Change | RemoteWrite): Diff {
  if (!('type' in step)) return remoteDiff(list, step);
  const result = applyChange(list, step);
  return result.ok ? result.value.diff : [];
}

function rowDiffs<T extends TableName>(table: T, list: RowTables, write: RemoteWrite): readonly (RowDiff<T> | null)[] {
  const rows: Rows<Tables[T]> = list[table];
  return write[table].map((patch) => {
    const row = rows.get(patch.id);
    return changeRow(table, row, applyPatch<T>(table, row, patch));
  });
}
