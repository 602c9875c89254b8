/**
 * The details of items for which the backend of an account has no columns (product Q6). They are stored, because the add bar has
 * to know them before the first request, and offline.
 */
import { type Detail, DETAILS, ITEM_FIELDS, migrationOf } from '#core/list/item-fields.ts';
import { readValue, removeValue, writeValue } from './local-storage.ts';

const keyOf = (userId: string): string => `checklist.missing-details.${userId}`;
/** The key of builds that knew the details of migration 8 only. It was there if the backend lacked them. */
const oldKeyOf = (userId: string): string => `checklist.no-amounts.${userId}`;
const OLD_MIGRATION = 8;

/** The details that the backend has shown to lack; none before it has shown any item. */
function readMissingDetails(userId: string): readonly Detail[] {
  const names = readValue(keyOf(userId))?.split(' ');
  if (names !== undefined) return DETAILS.filter((name) => names.includes(name));
  const isOld = readValue(oldKeyOf(userId)) !== null;
  return isOld ? DETAILS.filter((name) => migrationOf(name) === OLD_MIGRATION) : [];
}

/** Whether the app offers a detail. */
export const offersDetail = (userId: string, name: Detail): boolean => !readMissingDetails(userId).includes(name);

/** The columns of the details that the backend has shown to lack. */
export const readMissingColumns = (userId: string): readonly string[] =>
  readMissingDetails(userId).map((name) => ITEM_FIELDS[name].column);

/**
 * Records the columns of items as the backend sent them.
 * @returns the columns of details that they lack; null without any item
 */
export function recordColumns(userId: string, [item]: readonly Readonly<Record<string, unknown>>[]) {
  if (item === undefined) return null;
  const missing = DETAILS.filter((name) => !(ITEM_FIELDS[name].column in item));
  const names = missing.join(' ');
  if (names !== readMissingDetails(userId).join(' ')) {
    writeValue(keyOf(userId), names);
    removeValue(oldKeyOf(userId));
  }
  return missing.map((name) => ITEM_FIELDS[name].column);
}

/** Forgets them when the account's data leaves this device. */
export function removeMissingDetails(userId: string): void {
  removeValue(keyOf(userId));
  removeValue(oldKeyOf(userId));
}
