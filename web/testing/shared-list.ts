/** For component tests: a list that Ada shares with Ben, and what arrives from him. */
import type { ListMember } from '#core/lists/lists-record.ts';
import { type Contents, EMPTY_CONTENTS } from '#core/list/contents.ts';
import { createListeners } from '#core/listeners.ts';
import type { OpenList } from '#client/lists/open-list.ts';
import type { PeopleStorage } from '#client/ports/storage.ts';
import type { Sync } from '#client/sync/sync.ts';
import type { AppServices } from '#web/shown-list/app-context.ts';
import { openLists, SHARED } from './lists-in-memory.ts';
import { ADA, GROCERIES, openInMemory, showList } from './show-list.tsx';

/** In this list, no other member has added, ticked or loaded anything. */
export const NO_PEOPLE: PeopleStorage = {
  readPeople: () => Promise.resolve(null),
  readUnseen: () => Promise.resolve(new Map()),
  clearUnseen: () => Promise.resolve(),
  readUnseenLoad: () => Promise.resolve(null),
  clearUnseenLoad: () => Promise.resolve(),
};

/** A sync that has nothing to send. */
export const NO_SYNC: Omit<Sync, 'status' | 'onChange'> = {
  retry() {},
  discard() {},
  presence: () => null,
  people: () => null,
  close() {},
};

type Options = Partial<Omit<Sync, 'onChange' | 'close'>> & {
  readonly members?: readonly ListMember[];
  readonly services?: Partial<AppServices>;
};

type Shared = Pick<OpenList, 'store' | 'trip'> & {
  /** Applies rows as if the backend had sent them. */
  readonly receive: (rows: Partial<Contents>) => Promise<void>;
  /** Reports that what the sync returns has changed. */
  readonly notify: () => void;
};

/** Shows the shared list. Nothing waits to be sent, and its people and who is present are unknown, unless the options say otherwise. */
export async function showShared({ members = SHARED.members, services, ...known }: Options = {}): Promise<Shared> {
  const changes = createListeners();
  const status = { pending: 0, firstSync: null, hasPulled: true, rejected: [] };
  const sync: Sync = { ...NO_SYNC, status: () => status, onChange: changes.add, ...known };
  const opened: OpenList[] = [];
  const lists = await openLists(ADA.id, { entries: [{ ...SHARED, id: ADA.id, members }] });
  await showList(GROCERIES, {
    user: ADA,
    async openList() {
      const open = await openInMemory(GROCERIES);
      opened.push(open);
      return { ...open, sync };
    },
    loadLists: () => Promise.resolve(lists),
    ...services,
  });
  const [open] = opened;
  if (open === undefined) throw new Error('The list is not open.');
  const { store, trip } = open;
  let localSeq = 0;
  const receive = async (rows: Partial<Contents>): Promise<void> => {
    localSeq += 1;
    await store.catchUp({ outbox: [], compactedUpTo: 0, base: { ...EMPTY_CONTENTS, ...rows }, localSeq });
  };
  return { store, trip, receive, notify: changes.notify };
}
