/** The sync of the lists that are not open. */
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { NO_LOCK } from '#test/doubles/open-store.ts';
import { createBackgroundSync } from './background-sync.ts';

const memberships = {
  cursor: () => 0,
  receive: async () => undefined,
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
