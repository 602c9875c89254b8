/** The sync of the lists that are not open. */
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { NO_LOCK } from '#test/doubles/open-store.ts';
import { createBackgroundSync } from './background-sync.ts';

const memberships = {
  startPull: () => ({ cursor: 0, receive: async () => undefined }),
  newListName: () => null,
  markCreated: async () => undefined,
  end: async () => undefined,
};

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
