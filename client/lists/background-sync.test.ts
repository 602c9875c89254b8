/** The sync of the lists that are not open. */
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { NO_LOCK } from '#test/doubles/open-store.ts';
import { createBackgroundSync } from './background-sync.ts';

const memberships = {
  startPull: () => ({ cursor: 0, receive: async () => undefined }),
  newListName: () => null,
  markCreated: async () => undefined,
  end: async () => undefined,
};

test('[H7] a list is synced a second after its first change, even if changes of other lists never pause', async () => {
  const clock = createFakeClock();
  const synced: string[] = [];
  const background = createBackgroundSync({
    lists: { syncableIds: () => ['quiet', 'busy'], onChange: () => () => undefined, memberships },
    lockOf: () => NO_LOCK,
    async syncList(listId) {
      synced.push(listId);
      return { type: 'done', tables: [] };
    },
    isOpen: () => false,
    clock,
    onHint: () => () => undefined,
  });
  await vi.waitFor(() => expect(synced).toEqual(['quiet', 'busy']));
  background.syncSoon('quiet');
  for (let events = 0; events < 2; events += 1) {
    clock.advance(500);
    background.syncSoon('busy');
  }
  await vi.waitFor(() => expect(synced).toEqual(['quiet', 'busy', 'quiet', 'busy']));
  background.close();
});

test('[H7] a list that is removed while others are synced is not stored again', async () => {
  const ids = new Set(['first', 'second', 'third']);
  const synced: string[] = [];
  const background = createBackgroundSync({
    lists: { syncableIds: () => [...ids], onChange: () => () => undefined, memberships },
    lockOf: () => NO_LOCK,
    async syncList(listId) {
      synced.push(listId);
      ids.delete('second');
      return { type: 'done', tables: [] };
    },
    isOpen: () => false,
    clock: createFakeClock(),
    onHint: () => () => undefined,
  });
  await vi.waitFor(() => expect(synced).toEqual(['first', 'third']));
  background.close();
});

test('[H7] a list that the account has left and joined again is synced at once', async () => {
  const listeners = new Set<() => void>();
  const clock = createFakeClock();
  const synced: string[] = [];
  let ids = ['personal', 'shared'];
  const background = createBackgroundSync({
    lists: { syncableIds: () => ids, onChange: (listener) => addTo(listeners, listener), memberships },
    lockOf: () => NO_LOCK,
    async syncList(listId) {
      synced.push(listId);
      return { type: 'done', tables: [] };
    },
    isOpen: (listId) => listId === 'personal',
    clock,
    onHint: () => () => undefined,
  });
  await vi.waitFor(() => expect(synced).toEqual(['shared']));
  for (const next of [['personal'], ['personal', 'shared']]) {
    ids = next;
    for (const notify of listeners) notify();
  }
  clock.advance(1000);
  await vi.waitFor(() => expect(synced).toEqual(['shared', 'shared']));
  background.close();
});

test('[H7] a new list that is opened at once is synced by its own sync, except for changes written without its store', async () => {
  const listeners = new Set<() => void>();
  const clock = createFakeClock();
  const synced: string[] = [];
  const [ids, open] = [['personal'], ['personal']];
  const background = createBackgroundSync({
    lists: { syncableIds: () => ids, onChange: (listener) => addTo(listeners, listener), memberships },
    lockOf: () => NO_LOCK,
    async syncList(listId) {
      synced.push(listId);
      return { type: 'done', tables: [] };
    },
    isOpen: (listId) => open.includes(listId),
    clock,
    onHint: () => () => undefined,
  });
  ids.push('created', 'other');
  for (const notify of listeners) notify();
  background.syncSoon('created');
  open.push('created');
  clock.advance(1000);
  await vi.waitFor(() => expect(synced).toEqual(['other']));
  background.syncSoon('created', true);
  clock.advance(1000);
  await vi.waitFor(() => expect(synced).toEqual(['other', 'created']));
  background.syncSoon('created');
  clock.advance(1000);
  await quiet();
  expect(synced).toEqual(['other', 'created']);
  background.close();
});

function addTo<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => set.delete(item);
}

test('[H6] changes written without the open list’s store during its cycle are for the next cycle', async () => {
  const clock = createFakeClock();
  let synced = 0;
  const background = createBackgroundSync({
    lists: { syncableIds: () => ['open'], onChange: () => () => undefined, memberships },
    lockOf: () => NO_LOCK,
    async syncList(listId) {
      synced += 1;
      if (synced === 1) background.syncSoon(listId, true);
      return { type: 'done', tables: [] };
    },
    isOpen: () => true,
    clock,
    onHint: () => () => undefined,
  });
  background.syncSoon('open', true);
  clock.advance(1000);
  await vi.waitFor(() => expect(synced).toBe(1));
  await vi.waitFor(() => {
    clock.advance(1000);
    expect(synced).toBe(2);
  });
  background.close();
});
