/** Removes an account's synced data from this device, and keeps what was never sent until its next sign-in here (product Y9). */
import { listKey, personalList } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import { countRows, createListsRecord, keepUnsentLists } from '#core/lists/lists-record.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import type { Clock } from '#client/ports/clock.ts';
import { removeSyncedRows } from '#device/database/remove-synced-rows.ts';
import { removeList } from '#device/database/remove-list.ts';
import { removeListChoice } from '#device/local-storage/list-choice.ts';
import { createUnsentCounts } from '#device/local-storage/unsent-counts.ts';
import { createSyncLock } from '#device/tabs/sync-lock.ts';
import { readUnsent, summarize } from './read-list.ts';
import { findListIds } from './remove-account.ts';
import { withList } from './with-list.ts';

type Removal = {
  readonly clock: Clock;
  readonly userId: string;
  /** Whether the user has signed in on this device again, so that nothing must be removed. */
  readonly isBack: () => boolean;
};

/**
 * Repeating it is harmless. It does not wait until empty databases are deleted, because a frozen tab may keep them open.
 * @returns whether something is left, because the disk did not answer
 */
export async function removeSyncedData(removal: Removal): Promise<boolean> {
  const outcome = { isLeft: false };
  // One tab at a time.
  await createSyncLock(`ended:${removal.userId}`).run(async () => {
    outcome.isLeft = !removal.isBack() && (await removeAll(removal));
  });
  return outcome.isLeft;
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
  // The personal list's database has the record of the lists, which names those with unsent changes.
  const isEmpty = ({ listId }: ListRef): boolean => (listId === userId ? unsent === 0 : !keptIds.has(listId));
  for (const ref of refs.filter(isEmpty)) void removeList(listKey(ref), false);
  return false;
}

/** Null if one of the counts is unknown. */
const sum = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);

/** @returns the number of unsent changes in the list; null if the disk did not answer, or the owner is back and needs the rows */
async function removeFrom(ref: ListRef, { clock, isBack }: Omit<Removal, 'userId'>): Promise<number | null> {
  const outcome: { unsent: number | null } = { unsent: null };
  // A sync cycle of a tab that has not noticed yet must not store its rows after this.
  await createSyncLock(`sync:${listKey(ref)}`).run(async () => {
    if (isBack()) return;
    // Opening the list also stores the changes of pages that closed before they were on the disk.
    const read = await readUnsent(ref, { clock, order: createNameOrder(undefined) });
    if (!read.ok) return;
    const isRemoved = read.value === null || (await removeSyncedRows(listKey(ref)));
    if (isRemoved) outcome.unsent = read.value === null ? 0 : summarize(read.value).unsent;
  });
  return outcome.unsent;
}

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
