/** The lists of a real account: their record, and the sync of those that are not open (product H7). */
import { listKey, type ListRef } from '#core/account/list-ref.ts';
import type { User } from '#core/account/user.ts';
import type { Lazy } from '#core/lazy.ts';
import type { NameOrder } from '#core/name/name-key.ts';
import { fail } from '#core/result.ts';
import { compareText } from '#core/list/compare-text.ts';
import { type BackgroundSync, createBackgroundSync, type ListsToSync } from '#client/lists/background-sync.ts';
import { type AccountLists, openLists } from '#client/lists/lists.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Backend } from '#client/ports/backend.ts';
import type { ListChanges, ListsBackend, Memberships } from '#client/ports/lists.ts';
import type { SharingApi } from '#client/ports/sharing-api.ts';
import { type CycleResult, PULL_ORDER, runSyncCycle } from '#client/sync/sync-cycle.ts';
import { createSyncLock } from '#device/tabs/tabs.ts';
import { createListDisk } from './list-disk.ts';
import { withList } from './with-list.ts';

/** The backend module, once it is downloaded. */
type BackendModule = {
  readonly openListBackend: (
    user: User,
    list: { readonly listId: string; readonly memberships: Memberships; readonly listChanges: ListChanges },
  ) => { readonly backend: Backend; readonly close: () => void };
  readonly pullMemberships: (user: User, cursor: number) => ReturnType<ListsBackend['pullMemberships']>;
  /** Downloads the sharing API; rejects if it cannot be downloaded. */
  readonly openSharingApi: (user: User) => Promise<Pick<SharingApi, 'deleteList'>>;
};

type AccountListsParts = {
  readonly user: User;
  readonly clock: Clock;
  readonly order: NameOrder;
  readonly access: Pick<Lazy<BackendModule>, 'tryLoad'>;
  readonly isOpen: (listId: string) => boolean;
  readonly onHint: (callback: () => void) => () => void;
};

export async function openAccountLists(parts: AccountListsParts): Promise<AccountLists> {
  const { user, clock, order, isOpen, onHint } = parts;
  const refOf = (listId: string): ListRef => ({ userId: user.id, listId });
  const pullMemberships: ListsBackend['pullMemberships'] = async (cursor) => {
    const access = await parts.access.tryLoad();
    return access === null ? fail({ type: 'transient' }) : access.pullMemberships(user, cursor);
  };
  const deleteList: ListsBackend['deleteList'] = async (listId) => {
    const access = await parts.access.tryLoad();
    const sharing = await access?.openSharingApi(user).catch(() => null);
    await sharing?.deleteList(listId);
  };
  const startSync = (lists: ListsToSync): BackgroundSync =>
    createBackgroundSync({
      lists,
      lockOf: (listId) => createSyncLock(`sync:${listKey(refOf(listId))}`),
      async syncList(listId) {
        const access = await parts.access.tryLoad();
        if (access === null) return LATER;
        const { memberships } = lists;
        const connected = access.openListBackend(user, { listId, memberships, listChanges: NO_OTHER_LISTS });
        try {
          return await syncClosedList(refOf(listId), connected.backend, clock);
        } finally {
          connected.close();
        }
      },
      isOpen,
      clock,
      onHint,
    });
  const disk = await createListDisk({ userId: user.id, clock, order });
  return openLists({ userId: user.id, disk, clock, order, backend: { pullMemberships, deleteList, startSync } });
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

/** What the sync of the open list needs of the account's lists. */
export type ListsOfSync = Pick<AccountLists, 'entries' | 'onChange' | 'hasSeveral' | 'memberships' | 'syncSoon'>;

/**
 * The account's lists besides the open one, whose changes the realtime subscription of the open one reports too (product H7).
 * @param open the open list
 */
export function toOtherLists(lists: ListsOfSync, open: ListRef): ListChanges {
  const ids = (): readonly string[] =>
    lists
      .entries()
      .filter(({ id, state }) => state === 'active' && id !== open.listId)
      .map(({ id }) => id)
      // A new name must not change the order.
      .toSorted(compareText);
  return {
    ids: () => (lists.hasSeveral() === true ? ids() : null),
    onChange: lists.onChange,
    changed: (listId) => lists.syncSoon(listId),
    changedAll: () => ids().forEach((id) => lists.syncSoon(id)),
  };
}

/** For the sync of a list that is not open, which has no subscription. */
export const NO_OTHER_LISTS: ListChanges = {
  ids: () => null,
  onChange: () => () => undefined,
  changed: () => undefined,
  changedAll: () => undefined,
};
