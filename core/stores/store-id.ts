/**
 * The ids of new stores, derived from their names, so that people who add a store of the same name while offline add
 * one store (product O2, decision 90).
 */
import type { StoreId } from '#core/list/keyed-fields.ts';
import type { List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';
import { storeName } from './stores.ts';

/**
 * The id for a store that is added under this name.
 * @param createId creates a unique id, used if the name's id belongs to a store of the list that was renamed
 */
export function newStoreId(list: List, name: string, createId: () => string): StoreId {
  const id = `name-${hash(nameKey(name))}`;
  return storeName(list, id) === null ? id : createId();
}

/** 64 bits as 16 hexadecimal digits: FNV-1a over code points instead of bytes (draft-eastlake-fnv). */
const hash = (text: string): string =>
  Array.from(text)
    .reduce(
      (sum, character) => BigInt.asUintN(64, (sum ^ BigInt(character.codePointAt(0) ?? 0)) * FNV_PRIME),
      FNV_OFFSET,
    )
    .toString(16)
    .padStart(16, '0');

const FNV_OFFSET = 0xcb_f2_9c_e4_84_22_23_25n;
const FNV_PRIME = 0x1_00_00_00_01_b3n;
