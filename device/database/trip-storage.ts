/** The storage of the shopping trip in a list, so that it survives a reload (product O5), and of earlier walks (product O4). */
import { type ItemBehind, NO_TRIP, type Trip } from '#core/trip/trip.ts';
import { NO_WALKS, type WalkMemories, type WalkMemory } from '#core/trip/walked-order.ts';
import type { TripStorage } from '#client/ports/storage.ts';
import { type Guard, isFlag, isListOf, isNumber, isOptional, isText, isWith } from '#device/shape.ts';
import type { Run } from './database.ts';
import { META, type Transaction } from './schema.ts';

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
  lastTickAt: isNumber,
  isLearned: isFlag,
  store: isOptional(isText),
});

const MEMORY = { walks: isListOf(isListOf(isText)), asks: isFlag };
const isMemory: Guard<WalkMemories> = isWith<WalkMemories>({
  ...MEMORY,
  stores: isOptional(isListOf(isWith<WalkMemory & { readonly id: string }>({ ...MEMORY, id: isText }))),
});
