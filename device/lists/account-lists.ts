/** The lists of a real account: their record, and the sync of those that are not open (product H7). */
import type { ListRef } from '#core/account/list-ref.ts';
import { listKey } from '#core/account/list-ref.ts';
import type { User } from '#core/account/user.ts';
import type { Lazy } from '#core/lazy.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import { fail } from '#core/result.ts';
import { createBackgroundSync } from '#client/lists/background-sync.ts';
import { openLists } from '#client/lists/lists.ts';
import type { AccountLists } from '#client/lists/lists.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Backend } from '#client/ports/backend.ts';
import type { ListsBackend, Memberships, OtherLists } from '#client/ports/lists.ts';
import { PULL_ORDER, runSyncCycle } from '#client/sync/sync-cycle.ts';
import type { CycleResult } from '#client/sync/sync-cycle.ts';
import { createSyncLock } from '#device/tabs/sync-lock.ts';
import { createListDisk } from './list-disk.ts';
import { NO_OTHER_LISTS } from './other-lists.ts';
import type { ListsOfSync } from './other-lists.ts';
import { withList } from './with-list.ts';

/** The backend module, once it is downloaded. */
type Access = {
  readonly openAccount: (
    user: User,
    open: { readonly listId: string; readonly memberships: Memberships; readonly otherLists: OtherLists },
  ) => { readonly backend: Backend; readonly close: () => void };
  readonly pullMemberships: (user: User, cursor: number) => ReturnType<ListsBackend['pullMemberships']>;
};

type Parts = {
  readonly user: User;
  readonly clock: Clock;
  readonly order: NameOrder;
  readonly access: Pick<Lazy<Access>, 'tryLoad'>;
  readonly isOpen: (listId: string) => boolean;
  readonly onHint: (callback: () => void) => () => void;
};

/** The account's lists, with the events that the sync of the open list reports. */
type SyncedLists = AccountLists & Pick<ListsOfSync, 'syncSoon'>;

export async function openAccountLists(parts: Parts): Promise<SyncedLists> {
  const { user, clock, order, isOpen, onHint } = parts;
  const written: { syncSoon: (listId: string) => void } = { syncSoon: () => undefined };
  const onWritten = (listId: string): void => written.syncSoon(listId);
  const disk = await createListDisk({ userId: user.id, clock, order, onWritten });
  const pullMemberships: ListsBackend['pullMemberships'] = async (cursor) => {
    const access = await parts.access.tryLoad();
    return access === null ? fail({ type: 'transient' }) : access.pullMemberships(user, cursor);
  };
  const lists = await openLists({ userId: user.id, disk, clock, order, backend: { pullMemberships } });
  const refOf = (listId: string): ListRef => ({ userId: user.id, listId });
  const background = createBackgroundSync({
    lists,
    lockOf: (listId) => createSyncLock(`sync:${listKey(refOf(listId))}`),
    async syncList(listId) {
      const access = await parts.access.tryLoad();
      if (access === null) return LATER;
      const open = access.openAccount(user, { listId, memberships: lists.memberships, otherLists: NO_OTHER_LISTS });
      try {
        return await syncClosedList(refOf(listId), open.backend, clock);
      } finally {
        open.close();
      }
    },
    isOpen,
    clock,
    onHint,
  });
  written.syncSoon = background.syncSoon;
  return {
    ...lists,
    syncSoon: background.syncSoon,
    close() {
      background.close();
      lists.close();
    },
  };
}

const LATER: CycleResult = { type: 'retry', tables: PULL_ORDER, retryAfterMs: null };

/** Runs one sync cycle of a list that this tab does not show. Tabs that show it are notified. */
const syncClosedList = (ref: ListRef, backend: Backend, clock: Clock): Promise<CycleResult> =>
  withList(ref, async ({ storage, tabs }) => {
    const onDisk = async (): Promise<void> => tabs.announce();
    // Opening the list replays the changes of pages that closed before they were stored.
    const opened = await storage.open(null);
    return opened.ok ? runSyncCycle({ storage: await storage.loadSync(clock), backend, onDisk }, PULL_ORDER) : LATER;
  });
