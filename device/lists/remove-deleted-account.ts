/**
 * Removes the data of a deleted account from this device, and first copies its list to the demo if the user asked for
 * that.
 */
import { adoptCategories } from '#core/catalogue/adopt-categories.ts';
import type { ListCopy } from '#core/change/change.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import { listKey, personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { GuestList } from '#client/ports/guest-list.ts';
import { fitSavedLists, importList } from '#client/open-list/import-list.ts';
import { openList } from '#client/open-list/open-list.ts';
import { findDatabase } from '#device/database/find-database.ts';
import {
  removeDeletionRequest,
  readDeletionRequest,
  writeDeletionRequest,
} from '#device/local-storage/deletion-request.ts';
import { createUnsentCounts } from '#device/local-storage/unsent-counts.ts';
import { createSyncLock } from '#device/tabs/sync-lock.ts';
import { readCopy } from './read-list.ts';
import { removeAccountData } from './remove-account.ts';
import { withList } from './with-list.ts';

type Left = Awaited<ReturnType<GuestList['removeDeletedAccount']>>;

/**
 * Completes a deletion request (deletion-request.ts). Repeating it is harmless. It does not wait until the database is
 * deleted, because a frozen tab may keep it open.
 * @param copy the list on screen; null to read it from the disk
 */
export async function removeDeletedAccount(clock: Clock, userId: string, copy: ListCopy | null): Promise<Left> {
  const outcome: { left: Left } = { left: 'nothing' };
  // One tab at a time, so that the demo gets the list only once.
  await createSyncLock(`deletion:${userId}`).run(async () => {
    outcome.left = await keepList(clock, userId, copy);
  });
  // Keep the only copy of the list. The next start tries again.
  if (outcome.left !== 'refused') void removeAccount(userId);
  return outcome.left;
}

async function keepList(clock: Clock, userId: string, copy: ListCopy | null): Promise<Left> {
  const request = readDeletionRequest(userId);
  if (request === null || request.list === 'unwanted') return 'nothing';
  if (request.list === 'kept') return 'demo';
  const kept = copy === null ? await readCopy(personalList(userId), clock) : ({ type: 'here', copy } as const);
  if (kept.type === 'absent') return 'nothing';
  const isIn = kept.type === 'here' && (await keepInDemo(clock, kept.copy).catch(() => false));
  if (!isIn) return 'refused';
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
const keepInDemo = (clock: Clock, copy: ListCopy): Promise<boolean> =>
  withList(personalList(DEMO_USER.id), async ({ storage, tabs }) => {
    const stored = await storage.open(null);
    const isNew = !stored.ok || stored.value.isFresh;
    const open = await openList(
      { storage, tabs, clock, order: createNameOrder(undefined) },
      { first: () => Promise.resolve(copy), legacy: null },
    );
    let isKept = isNew && open.openFailure === null;
    if (!isNew) {
      const { list } = open.store;
      const adopted = fitSavedLists(adoptCategories(copy, list), list);
      const legacy = { copy: adopted, onImported: () => void (isKept = true) };
      // Undo restores the demo's earlier list.
      await importList(legacy, open.store, { mode: 'replace', isStep: true });
    }
    open.close();
    return isKept;
  });
