/** Removes the lists of an account from this device: after it has signed out, was signed out from elsewhere, or was deleted (product Y9). */
import { listKey, type ListRef, personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { adoptCategories } from '#core/catalogue/category-on-demand.ts';
import type { ListCopy } from '#core/change/change.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { countRows, createListsRecord, keepUnsentLists } from '#core/lists/lists-record.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { fitSavedLists, importList } from '#client/lists/import-list.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { GuestList } from '#client/ports/lists.ts';
import { findDatabase, findDatabaseNames } from '#device/database/find-database.ts';
import { databaseName } from '#device/database/schema.ts';
import { removeList, removeSyncedRows } from '#device/database/remove-list.ts';
import {
  readDeletionRequest,
  removeDeletionRequest,
  writeDeletionRequest,
} from '#device/local-storage/pending-requests.ts';
import { removeListChoice, unmarkEnded } from '#device/local-storage/local-storage.ts';
import { createUnsentCounts } from '#device/local-storage/user-facts.ts';
import { createSyncLock } from '#device/tabs/tabs.ts';
import { removeDurable } from './durable-values.ts';
import { readCopy, readUnsent, summarize } from './read-list.ts';
import { withList, withOpenList } from './with-list.ts';

/**
 * Removes all lists of an account. Call it after the lists are closed. A list with a change that the backend does not have stays, and so does the record of the
 * account's lists, while one of them stays. Then the account stays marked, and the next start removes what is synced.
 * @param isGone whether the account was deleted: then everything is removed
 */
export async function removeAccountData(userId: string, isGone: boolean): Promise<void> {
  await removeDurable(userId);
  const personal = personalList(userId);
  const ids = await findListIds(userId);
  const keys = ids.map((listId) => listKey({ userId, listId })).filter((key) => key !== listKey(personal));
  await Promise.all(keys.map((key) => removeList(key, isGone)));
  const left = await Promise.all(keys.map(findDatabase));
  if (!isGone && (left.some((found) => found !== 'absent') || (await hasUnsentCopies(userId)))) return;
  removeListChoice(userId);
  await removeList(listKey(personal), isGone);
  if ((await findDatabase(listKey(personal))) === 'absent') unmarkEnded(userId);
}

/** The lists in the record, and those with a database. The record may be lost, and not all browsers list databases. */
async function findListIds(userId: string): Promise<readonly string[]> {
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

type Removal = {
  readonly clock: Clock;
  readonly userId: string;
  /** Whether the user has signed in on this device again, so that nothing must be removed. */
  readonly isBack: () => boolean;
};

/**
 * Removes an account's synced data, and keeps what was never sent until its next sign-in here. Repeating it is harmless. It does not
 * wait until empty databases are deleted, because a frozen tab may keep them open.
 * @returns whether something is left, because the disk did not answer
 */
export async function removeSyncedData(removal: Removal): Promise<boolean> {
  // One tab at a time.
  const lock = createSyncLock(`ended:${removal.userId}`);
  return (await lock.run(async () => !removal.isBack() && removeAll(removal))) ?? false;
}

async function removeAll({ clock, userId, isBack }: Removal): Promise<boolean> {
  const ids = new Set([userId, ...(await findListIds(userId))]);
  const refs = [...ids].map((listId): ListRef => ({ userId, listId }));
  const counts = await Promise.all(refs.map((ref) => removeFrom(ref, { clock, isBack })));
  const keptIds = new Set(refs.filter((_, at) => counts[at] !== 0).map(({ listId }) => listId));
  const unsent = sum([...counts, await reduceRecord(userId, keptIds)]);
  if (unsent === null || isBack()) return unsent === null;
  createUnsentCounts().write(userId, unsent);
  removeListChoice(userId);
  await removeDurable(userId);
  // The personal list's database has the record of the lists, which names those with unsent changes.
  const isEmpty = ({ listId }: ListRef): boolean => (listId === userId ? unsent === 0 : !keptIds.has(listId));
  for (const ref of refs.filter(isEmpty)) void removeList(listKey(ref), false);
  return false;
}

/** Null if one of the counts is unknown. */
const sum = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);

/** @returns the number of unsent changes in the list; null if the disk did not answer, or the owner is back and needs the rows */
const removeFrom = (ref: ListRef, { clock, isBack }: Omit<Removal, 'userId'>): Promise<number | null> =>
  // A sync cycle of a tab that has not noticed yet must not store its rows after this.
  createSyncLock(`sync:${listKey(ref)}`).run(async () => {
    if (isBack()) return null;
    // Opening the list also stores the changes of pages that closed before they were on the disk.
    const read = await readUnsent(ref, clock);
    if (!read.ok) return null;
    if (read.value === null) return 0;
    return (await removeSyncedRows(listKey(ref))) ? summarize(read.value).unsent : null;
  });

/** @returns the number of unsent changes of lists that the account has lost; null if the disk did not answer */
async function reduceRecord(userId: string, keptIds: ReadonlySet<string>): Promise<number | null> {
  const first = createListsRecord(userId, FIRST_LIST_NAME);
  const changed = await withList(personalList(userId), async ({ storage }) =>
    (await storage.loadLists(userId)).change((record) => keepUnsentLists(record, first, keptIds)),
  );
  if (!changed.ok) return null;
  // A deletion has no row to copy, but is sent if the account joins the list again.
  return sum(changed.value.entries.map(({ unsent }) => (unsent === null ? 0 : Math.max(1, countRows(unsent.copy)))));
}

type Left = Awaited<ReturnType<GuestList['removeDeletedAccount']>>;

/**
 * Completes a deletion request (pending-requests.ts): removes the data of a deleted account, and first copies its personal list to the demo
 * if the user asked for that. Repeating it is harmless. It does not wait until the database is
 * deleted, because a frozen tab may keep it open.
 * @param copy the personal list on screen; null to read it from the disk
 */
export async function removeDeletedAccount(clock: Clock, userId: string, copy: ListCopy | null): Promise<Left> {
  // One tab at a time, so that the demo gets the list only once.
  const lock = createSyncLock(`deletion:${userId}`);
  const left = (await lock.run(() => keepList(clock, userId, copy))) ?? 'nothing';
  // Keep the only copy of the list. The next start tries again.
  if (left !== 'refused') void removeAccount(userId);
  return left;
}

async function keepList(clock: Clock, userId: string, copy: ListCopy | null): Promise<Left> {
  const request = readDeletionRequest(userId);
  if (request === null || request.list === 'unwanted') return 'nothing';
  if (request.list === 'kept') return 'demo';
  const kept = copy === null ? await readCopy(personalList(userId), clock) : ({ type: 'here', copy } as const);
  if (kept.type !== 'here') return kept.type === 'unknown' ? 'refused' : 'nothing';
  if (!(await keepInDemo(clock, kept.copy).catch(() => false))) return 'refused';
  writeDeletionRequest(userId, { ...request, list: 'kept' });
  return 'demo';
}

async function removeAccount(userId: string): Promise<void> {
  if (readDeletionRequest(userId) === null) return;
  // Unsent changes have no account to go to.
  createUnsentCounts().write(userId, 0);
  await removeAccountData(userId, true);
  if ((await findDatabase(listKey(personalList(userId)))) === 'absent') removeDeletionRequest(userId);
}

/** Replaces the demo's list. @returns whether the list is on disk */
async function keepInDemo(clock: Clock, copy: ListCopy): Promise<boolean> {
  const demo = personalList(DEMO_USER.id);
  const started = { isNew: false };
  const first = async (): Promise<ListCopy> => {
    started.isNew = true;
    return copy;
  };
  const parts = { clock, order: createNameOrder(undefined), initial: { first, legacy: null } };
  return withOpenList(demo, parts, async ({ store, openFailure }) => {
    if (started.isNew || openFailure !== null) return openFailure === null;
    const kept = { isKept: false };
    const adopted = fitSavedLists(adoptCategories(copy, store.list), store.list);
    const source = { copy: adopted, onImported: () => void (kept.isKept = true) };
    // Undo restores the demo's earlier list.
    await importList(source, store, { mode: 'replace', isStep: true });
    return kept.isKept;
  });
}
