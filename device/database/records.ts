/** Guards for the records in the database. Stored data is checked whenever it is read. */
import type { Fields, Patch } from '#core/diff/diff.ts';
import type { HistoryEntry } from '#core/history/history.ts';
import { ITEM_FIELD_NAMES, ITEM_FIELDS } from '#core/list/item-fields.ts';
import type { FieldKind, FieldValues, ItemField } from '#core/list/item-fields.ts';
import type { Item, Row, TableName, Tables } from '#core/list/row.ts';
import { isFlag, isListOf, isNumber, isOptional, isText, isWith, isWithAnyOf, isWord } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';

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

/** The fields of each table's rows, without the id. */
const FIELDS = {
  items: { ...item, deleted: isFlag },
  categories: { name: isText, color: isText, inList: isFlag, deleted: isFlag },
  savedLists: { name: isText, items: areItems, createdAt: isText, deleted: isFlag },
  profile: {
    listName: isText,
    loaded: isOptional(isWith({ id: isText, name: isText, by: isOptional(isText) })),
    deleted: isFlag,
  },
};

/** The guard of each table's rows. */
export const isRowOf: { readonly [T in TableName]: Guard<Row<Tables[T]>> } = {
  items: isWith({ id: isText, ...FIELDS.items }),
  categories: isWith({ id: isText, ...FIELDS.categories }),
  savedLists: isWith({ id: isText, ...FIELDS.savedLists }),
  profile: isWith({ id: isText, ...FIELDS.profile }),
};

const areFields: { readonly [T in TableName]: Guard<Fields<Tables[T]>> } = {
  items: isWithAnyOf(FIELDS.items),
  categories: isWithAnyOf(FIELDS.categories),
  savedLists: isWithAnyOf(FIELDS.savedLists),
  profile: isWithAnyOf(FIELDS.profile),
};

const isItemPatch = isWith({ table: isWord('items'), id: isText, fields: areFields.items });
const isCategoryPatch = isWith({ table: isWord('categories'), id: isText, fields: areFields.categories });
const isSavedListPatch = isWith({ table: isWord('savedLists'), id: isText, fields: areFields.savedLists });
const isProfilePatch = isWith({ table: isWord('profile'), id: isText, fields: areFields.profile });

export const isPatch: Guard<Patch> = (value) =>
  isItemPatch(value) || isCategoryPatch(value) || isSavedListPatch(value) || isProfilePatch(value);

export const areIds = isListOf(isText);

/** One change in the outbox. */
export const isOutboxRecord: Guard<{ readonly patches: readonly Patch[] }> = isWith({ patches: isListOf(isPatch) });

const areRowDiffs = <T extends TableName>(table: T) =>
  isListOf(isWith({ id: isText, before: areFields[table], after: areFields[table] }));

/** One step of undo or redo. */
export const isHistoryRecord: Guard<HistoryEntry> = isWith({
  id: isText,
  undone: isFlag,
  diff: isWith({
    items: areRowDiffs('items'),
    categories: areRowDiffs('categories'),
    savedLists: areRowDiffs('savedLists'),
    profile: areRowDiffs('profile'),
  }),
});
