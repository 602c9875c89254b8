/** For component tests: the lists of an account, as the app has them, with memory in place of the disk. */
import * as client from '#client/lists/lists.ts';
import type { ListCopy } from '#core/change/change.ts';
import { createListsRecord, type ListEntry, type ListsRecord } from '#core/lists/lists-record.ts';
import { createListeners } from '#core/listeners.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { ok } from '#core/result.ts';
import type { ListDisk, Lists, ListSummary } from '#client/ports/lists.ts';
import type { PendingInvitation } from '#client/ports/local-storage.ts';
import type { Invitation, SharingApi } from '#client/ports/sharing-api.ts';
import { browserClock } from '#device/clock.ts';

type Options = {
  /** False for a backend that has only the specification's tables (product H11); null for one that has not answered yet. */
  readonly hasSeveral?: boolean | null;
  /** Besides the personal list, or in its place. */
  readonly entries?: readonly ListEntry[];
  /** The contents of lists, by their ids; other lists are not on this device. */
  readonly summaries?: Readonly<Record<string, ListSummary>>;
  /** Receives what is copied to a list. @returns the ids of the saved lists for which it has no room */
  readonly onImport?: (listId: string, copy: ListCopy) => readonly string[];
};

/** A list that this account shares with Ben, whom it made a member. */
export const SHARED: ListEntry = {
  id: 'shared',
  name: 'Party',
  role: 'owner',
  members: [
    { id: 'ada', name: 'Ada', role: 'owner' },
    { id: 'ben', name: 'Ben', role: 'member' },
  ],
  state: 'active',
  unsent: null,
  version: 1,
};

const done = () => Promise.resolve(ok(null));

/** The lists of an account with a backend. Its record has what the options say. */
export async function openLists(
  userId: string,
  { hasSeveral = true, entries = [], summaries = {}, onImport }: Options = {},
): Promise<Lists> {
  const isListed = entries.some(({ id }) => id === userId);
  const personal = isListed ? [] : createListsRecord(userId, 'My List').entries;
  let record: ListsRecord = { cursor: hasSeveral === true ? 1 : 0, entries: [...personal, ...entries] };
  const disk: ListDisk = {
    read: () => Promise.resolve(ok(record)),
    change(work) {
      record = work(record);
      return Promise.resolve(ok(record));
    },
    onChange: () => () => undefined,
    summarize: (listId) => Promise.resolve(summaries[listId] ?? null),
    savedLists: () => Promise.resolve([]),
    names: () => Promise.resolve([]),
    collectUnsent: done,
    createList: done,
    renameList: done,
    restoreUnsent: done,
    importCopy: (listId, copy) => Promise.resolve(ok(onImport?.(listId, copy) ?? [])),
    removeList: () => Promise.resolve(),
    close: () => undefined,
  };
  const backend = {
    pullMemberships: () => Promise.resolve(ok([])),
    deleteList: () => Promise.resolve(),
    startSync: () => ({ syncSoon() {}, close() {} }),
  };
  const lists = await client.openLists({ userId, disk, clock: browserClock, order: createNameOrder('en'), backend });
  if (hasSeveral === false) await lists.refresh();
  return lists;
}

const INVITATION: Invitation = {
  id: 'open',
  createdAt: '2026-11-21T08:00:00.000Z',
  expiresAt: '2099-11-28T08:00:00.000Z',
  usesLeft: 20,
};

const unanswered = () => new Promise<never>(() => {});

/** The sharing API of Ada, whom Ben has invited to a list. Requests that change invitations are never answered. */
export const SHARING: SharingApi = {
  displayName: () => Promise.resolve(ok('Ada')),
  setDisplayName: (name) => Promise.resolve(ok(name)),
  createInvitation: unanswered,
  invitations: () => Promise.resolve(ok([INVITATION])),
  revokeInvitation: unanswered,
  showInvitation: () =>
    Promise.resolve(ok({ listId: SHARED.id, listName: 'Party', ownerName: 'Ben', isMember: false })),
  acceptInvitation: () => Promise.resolve(ok(SHARED.id)),
  removeMember: done,
  handOver: done,
  leave: done,
  deleteList: done,
};

/** An invitation that was opened and has not been answered. */
export function createPendingInvitation(): PendingInvitation {
  const changes = createListeners();
  let secret: string | null = 'x'.repeat(32);
  return {
    secret: () => secret,
    remove() {
      secret = null;
      changes.notify();
    },
    onChange: changes.add,
  };
}
