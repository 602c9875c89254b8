/** Stores the shopping trip of a list, and what other people did in it. Downloaded after the list is on screen. */
import { type ItemBehind, NO_TRIP, type Trip } from '#core/trip/trip.ts';
import { NO_WALKS, type WalkMemories, type WalkMemory } from '#core/trip/walked-order.ts';
import type { PeopleStorage, TripStorage } from '#client/ports/storage.ts';
import { type Guard, isFlag, isListOf, isNumber, isOptional, isText, isWith } from '#device/shape.ts';
import type { Run } from './database.ts';
import { META, type Transaction } from './schema.ts';
import type { UnseenPeople } from '#core/sync/unseen-changes.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import { isLoaded } from './records.ts';

/** The shopping trip, so that it survives a reload (product O5), and earlier walks (product O4). */
export const createTripStorage = (run: Run): TripStorage => ({
  async read() {
    const stored = await run(['meta'], 'readonly', async (tx) => {
      const [trip, memory] = await Promise.all([tx.objectStore('meta').get(META.trip), readMemory(tx)]);
      return { trip: isTrip(trip) ? trip : NO_TRIP, memory };
    });
    return stored.ok ? stored.value : { trip: NO_TRIP, memory: NO_WALKS };
  },
  writeTrip(trip) {
    void run(['meta'], 'readwrite', (tx) => {
      const put = tx.objectStore('meta').put(trip, META.trip);
      // The page may be closing, which aborts transactions that are not committed.
      tx.commit();
      return put;
    });
  },
  updateMemory(change) {
    void run(['meta'], 'readwrite', async (tx) => tx.objectStore('meta').put(change(await readMemory(tx)), META.walks));
  },
});

async function readMemory(tx: Transaction<'meta', 'readonly' | 'readwrite'>): Promise<WalkMemories> {
  const stored = await tx.objectStore('meta').get(META.walks);
  return isMemory(stored) ? stored : NO_WALKS;
}

const isTrip: Guard<Trip> = isWith<Trip>({
  ticks: isListOf(isWith<Trip['ticks'][number]>({ itemId: isText, categoryId: isText })),
  behind: isListOf(isWith<ItemBehind>({ itemId: isText, isNew: isFlag })),
  removed: isOptional(isListOf(isText)),
  lastTickAt: isNumber,
  isLearned: isFlag,
  store: isOptional(isText),
});

const MEMORY = { walks: isListOf(isListOf(isText)), asks: isFlag };
const isMemory: Guard<WalkMemories> = isWith<WalkMemories>({
  ...MEMORY,
  stores: isOptional(isListOf(isWith<WalkMemory & { readonly id: string }>({ ...MEMORY, id: isText }))),
});

/** Who added and ticked the items, and what others did since the list was last viewed (product H8, S5). */
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
