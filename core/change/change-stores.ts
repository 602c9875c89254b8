/** Changes to the stores of a list: adding, renaming and removing one, and tying items to one (product O2, O3, decision 82). */
import { type RowDiff, setFields } from '#core/diff/diff.ts';
import { movedField, startField, storeField, type StoreId } from '#core/list/keyed-fields.ts';
import { liveRow, type List } from '#core/list/list.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { isStoreId, MOST_STORES, readStores, storeName } from '#core/stores/stores.ts';
import { setListRow } from './change-list.ts';
import { changeResult, type ChangeFailure, type ChangeResult, type ChangeOf } from './change.ts';

/** Adds a store. Refuses a blank or long name, the name of another store, and a store beyond the limit (product O2). */
export function addStore(list: List, { id, name }: ChangeOf<'add-store'>): ChangeResult {
  const clean = checkName(list, id, name);
  if (!clean.ok) return clean;
  if (storeName(list, id) === null && readStores(list).length >= MOST_STORES) return fail({ type: 'too-many-stores' });
  if (!isStoreId(id)) throw new Error(`Not an id of a store: ${id}`);
  return changeResult([setListRow(list, { [storeField(id)]: clean.value })]);
}

/** Renames a store. Refuses the same names as adding one. */
export function renameStore(list: List, { id, name }: ChangeOf<'rename-store'>): ChangeResult {
  const clean = checkName(list, id, name);
  if (!clean.ok) return clean;
  if (storeName(list, id) === null) return fail({ type: 'gone' });
  return changeResult([setListRow(list, { [storeField(id)]: clean.value })]);
}

/** Removes a store with its order. Its items keep its id, so that Undo, or an edit on another device, ties them to it again. */
export function removeStore(list: List, { id }: ChangeOf<'remove-store'>): ChangeResult {
  if (storeName(list, id) === null) return fail({ type: 'gone' });
  return changeResult([removeOrder(list, id), setListRow(list, { [storeField(id)]: null })].flat());
}

/** The server keeps a limited number of ranks of a category. */
function removeOrder(list: List, id: StoreId): readonly (RowDiff | null)[] {
  const ranks = { [movedField(id)]: null, [startField(id)]: null };
  return [...list.categories.values()].map((category) => setFields('categories', category, ranks));
}

/** Ties items to a store, or to none, as one change (product O3, L16). */
export function setStore(list: List, { ids, store }: ChangeOf<'set-store'>): ChangeResult {
  if (store !== null && storeName(list, store) === null) return fail({ type: 'gone' });
  const items = ids.map((id) => liveRow(list.items, id)).filter((item) => item !== undefined);
  return changeResult(items.map((item) => setFields('items', item, { store })));
}

function checkName(list: List, id: StoreId, name: string): Result<string, ChangeFailure> {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  const key = nameKey(clean.value);
  const named = readStores(list).find((other) => other.id !== id && nameKey(other.name) === key);
  return named === undefined ? ok(clean.value) : fail({ type: 'store-exists', id: named.id });
}
