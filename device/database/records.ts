/** Guards for the records in the database. Stored data is checked whenever it is read. */
import type { Fields, Patch, RowDiff } from '#core/diff/diff.ts';
import type { HistoryEntry } from '#core/history/history.ts';
import {
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  type FieldKind,
  type FieldValues,
  type ItemField,
} from '#core/list/item-fields.ts';
import { TABLES, type Item, type Loaded, type Row, type TableName, type Tables } from '#core/list/row.ts';
import {
  isFlag,
  isListOf,
  isNumber,
  isObject,
  isOptional,
  isText,
  isWith,
  isWithAnyOf,
  isWord,
  type Guard,
} from '#device/shape.ts';

const GUARDS: { readonly [K in FieldKind]: Guard<FieldValues[K]> } = {
  text: isText,
  key: isText,
  flag: isFlag,
  number: isNumber,
};

const guardOf = (name: ItemField): Guard<unknown> => {
  const { kind, blank } = ITEM_FIELDS[name];
  return blank === null ? isOptional<unknown>(GUARDS[kind]) : GUARDS[kind];
};

const guardByField: unknown = Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, guardOf(name)]));
// Each guard is that of the field's kind, which the compiler cannot follow by name.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const item = guardByField as { readonly [N in ItemField]: Guard<Item[N]> };
export const areItems: Guard<readonly Item[]> = isListOf(isWith({ id: isText, ...item }));

export const isLoaded: Guard<Loaded> = isWith({ id: isText, name: isText, by: isOptional(isText) });

/** The fields of each table's rows, without the id. */
const FIELDS = {
  categories: { name: isText, color: isText, inList: isFlag, deleted: isFlag },
  items: { ...item, deleted: isFlag },
  savedLists: { name: isText, items: areItems, createdAt: isText, deleted: isFlag },
  listRow: {
    listName: isText,
    loaded: isOptional(isLoaded),
    deleted: isFlag,
  },
};

/** The guard of each table's rows. */
export const isRowOf: { readonly [T in TableName]: Guard<Row<Tables[T]>> } = {
  categories: isWith({ id: isText, ...FIELDS.categories }),
  items: isWith({ id: isText, ...FIELDS.items }),
  savedLists: isWith({ id: isText, ...FIELDS.savedLists }),
  listRow: isWith({ id: isText, ...FIELDS.listRow }),
};

const areFields: { readonly [T in TableName]: Guard<Fields<Tables[T]>> } = {
  categories: isWithAnyOf(FIELDS.categories),
  items: isWithAnyOf(FIELDS.items),
  savedLists: isWithAnyOf(FIELDS.savedLists),
  listRow: isWithAnyOf(FIELDS.listRow),
};

const isTable: Guard<TableName> = isWord(...TABLES);

export const isPatch: Guard<Patch> = (value): value is Patch =>
  isObject(value) && isTable(value['table']) && isText(value['id']) && areFields[value['table']](value['fields']);

const isRowDiff: Guard<RowDiff> = (value): value is RowDiff =>
  isObject(value) &&
  isTable(value['table']) &&
  isText(value['id']) &&
  areFields[value['table']](value['before']) &&
  areFields[value['table']](value['after']);

export const areIds = isListOf(isText);

/** One change in the outbox. */
export const isOutboxRecord: Guard<{ readonly patches: readonly Patch[] }> = isWith({ patches: isListOf(isPatch) });

/** One step of undo or redo. */
export const isHistoryRecord: Guard<HistoryEntry> = isWith({ id: isText, undone: isFlag, diff: isListOf(isRowDiff) });
