/** Reads who added and ticked the items of a list, and what others did since the list was last viewed (product H8, S5). */
import type { UnseenPeople } from '#core/sync/unseen-changes.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import type { PeopleStorage } from '#client/ports/storage.ts';
import type { Run } from '#device/database/database.ts';
import { isLoaded } from '#device/database/records.ts';
import { META } from '#device/database/schema.ts';
import { type Guard, isText, isWith } from '#device/shape.ts';

export const createPeopleStorage = (run: Run): PeopleStorage => ({
  async readPeople(itemId) {
    const found = await run(['groceryItems'], 'readonly', (tx) => tx.objectStore('groceryItems').get(itemId));
    const people = found.ok ? found.value?.people : null;
    return isPeople(people) ? people : null;
  },
  async readUnseen() {
    const stored = await run(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(META.unseen));
    return toUnseen(stored.ok ? stored.value : null);
  },
  async clearUnseen() {
    await run(['meta'], 'readwrite', (tx) => {
      const deleted = tx.objectStore('meta').delete(META.unseen);
      // The page may be closing, which aborts what is not committed.
      tx.commit();
      return deleted;
    });
  },
  async readUnseenLoad() {
    const stored = await run(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(META.unseenLoad));
    return stored.ok && isLoaded(stored.value) ? stored.value : null;
  },
  async clearUnseenLoad(loadId) {
    await run(['meta'], 'readwrite', async (tx) => {
      const meta = tx.objectStore('meta');
      const stored = await meta.get(META.unseenLoad);
      if (isLoaded(stored) && stored.id === loadId) await meta.delete(META.unseenLoad);
    });
  },
});

const isIdOrNull: Guard<string | null> = (value) => value === null || isText(value);
const isPeople: Guard<ItemPeople> = isWith({ addedBy: isIdOrNull, tickedBy: isIdOrNull });

/** Reads the stored changes. Those that cannot be read are ignored, because nothing else depends on them. */
export const toUnseen = (stored: unknown): UnseenPeople =>
  new Map(
    [...(stored instanceof Map ? stored : [])].flatMap(([id, people]: readonly [unknown, unknown]) =>
      isText(id) && isPeople(people) ? [[id, people] as const] : [],
    ),
  );
