/** Removes all lists of an account from this device (product Y9). */
import { listKey, personalList } from '#core/account/list-ref.ts';
import { findDatabase, findDatabaseNames } from '#device/database/find-database.ts';
import { databaseName } from '#device/database/database.ts';
import { removeList } from '#device/database/remove-list.ts';
import { removeListChoice } from '#device/local-storage/list-choice.ts';
import { withList } from './with-list.ts';

/**
 * Call it after the lists are closed. A list with a change that the backend does not have stays, and so does the record of the
 * account's lists, while one of them stays.
 * @param isGone whether the account was deleted: then everything is removed
 */
export async function removeAccountData(userId: string, isGone: boolean): Promise<void> {
  const personal = personalList(userId);
  const ids = await findListIds(userId);
  const keys = ids.map((listId) => listKey({ userId, listId })).filter((key) => key !== listKey(personal));
  await Promise.all(keys.map((key) => removeList(key, isGone)));
  const left = await Promise.all(keys.map(findDatabase));
  if (!isGone && (left.some((found) => found !== 'absent') || (await hasUnsentCopies(userId)))) return;
  removeListChoice(userId);
  await removeList(listKey(personal), isGone);
}

/** The lists in the record, and those with a database. The record may be lost, and not all browsers list databases. */
export async function findListIds(userId: string): Promise<readonly string[]> {
  const entries = await readEntries(userId);
  const prefix = databaseName(`${userId}:`);
  const names = await findDatabaseNames(prefix);
  return [...new Set([...entries.map(({ id }) => id), ...names.map((name) => name.slice(prefix.length))])];
}

/** Whether the record holds changes of ended lists that the user has not decided about (product H6). */
const hasUnsentCopies = async (userId: string): Promise<boolean> =>
  (await readEntries(userId)).some(({ unsent }) => unsent !== null);

async function readEntries(userId: string) {
  const personal = personalList(userId);
  if ((await findDatabase(listKey(personal))) !== 'here') return [];
  const record = await withList(personal, async ({ storage }) => (await storage.loadLists(userId)).read());
  return record.ok ? record.value.entries : [];
}
