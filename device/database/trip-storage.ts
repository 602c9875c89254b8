/** The storage of the shopping trip in a list, so that it survives a reload (product O5), and of earlier walks (product O4). */
import type { ItemBehind, Trip } from '#core/trip/trip.ts';
import type { WalkMemory } from '#core/trip/walked-order.ts';
import type { TripRecord, TripStorage } from '#client/ports/storage.ts';
import { isFlag, isListOf, isNumber, isText, isWith, type Guard } from '#device/shape.ts';
import type { Run } from './database.ts';
import { META } from './schema.ts';

export const createTripStorage = (run: Run): TripStorage => ({
  async read() {
    const stored = await run(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(META.trip));
    return stored.ok && isTripRecord(stored.value) ? stored.value : null;
  },
  write(record) {
    void run(['meta'], 'readwrite', (tx) => {
      const put = tx.objectStore('meta').put(record, META.trip);
      // The page may be closing, which aborts transactions that are not committed.
      tx.commit();
      return put;
    });
  },
});

const isTrip: Guard<Trip> = isWith<Trip>({
  ticks: isListOf(isWith<Trip['ticks'][number]>({ itemId: isText, categoryId: isText })),
  behind: isListOf(isWith<ItemBehind>({ itemId: isText, isNew: isFlag })),
  lastTickAt: isNumber,
});

const isMemory: Guard<WalkMemory> = isWith<WalkMemory>({ walks: isListOf(isListOf(isText)), asks: isFlag });

/** A record that cannot be read is ignored, because nothing else depends on it. */
const isTripRecord: Guard<TripRecord> = isWith<TripRecord>({ trip: isTrip, memory: isMemory });
