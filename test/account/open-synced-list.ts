/** For tests: a real account's list on one device, with a backend and realtime events that the test controls. */
import type { ChangeEvent } from '#client/ports/backend.ts';
import { createSync } from '#client/sync/sync.ts';
import { createStorage } from '#device/database/storage.ts';
import { createFakeBackend } from '#test/doubles/fake-backend.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { USER } from '#test/doubles/fake-indexed-db.ts';
import { NO_LOCK, openStore } from '#test/doubles/open-store.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { quiet } from '#test/doubles/quiet.ts';

/** Opens the list. Resolves after the first sync cycle. */
export async function openSyncedList({ clock = createFakeClock(), fake = createFakeBackend() } = {}) {
  const storage = createStorage(USER);
  const store = await openStore({ storage, clock }, { categories: [categoryRow('dairy')] });
  const subscribers = new Set<(event: ChangeEvent) => void>();
  const hints = new Set<() => void>();
  const syncStorage = await storage.loadSync(clock);
  const state = await syncStorage.readSync();
  if (!state.ok) throw new Error('The fake disk failed.');
  let refusals = 0;
  const parts = {
    listId: USER,
    storage: syncStorage,
    store,
    clock,
    backend: fake.backend,
    realtime: { subscribe: (onEvent: (event: ChangeEvent) => void) => addTo(subscribers, onEvent) },
    lock: NO_LOCK,
    onHint: (callback: () => void) => addTo(hints, callback),
    onNotAMember: async () => void (refusals += 1),
  };
  const sync = createSync(parts, state.value);
  await rest();
  return {
    ...fake,
    clock,
    storage,
    store,
    sync,
    emit: async (event: ChangeEvent) => {
      for (const onEvent of subscribers) onEvent(event);
      await rest();
    },
    hint: async () => {
      for (const callback of hints) callback();
      await rest();
    },
    /** How often the sync said that the account is not a member. */
    refusals: () => refusals,
    /** The number of listeners. */
    listeners: () => subscribers.size + hints.size,
    /** The requests since the last call. */
    takeAsked: () => fake.asked.splice(0),
  };
}

/** Resolves when all pending work is done. The fake database needs real turns of the event loop. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) await quiet();
}

function addTo<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => set.delete(item);
}

/** A row of the backend, by default written by another device. */
export const row = (id: string, version: number, deviceId: string | null = 'other'): VersionedRow => ({
  table: 'items',
  row: itemRow(id),
  version,
  deviceId,
});

/** The requests of a full pull on a device that has never pulled. */
export const EVERYTHING = ['pull categories 0', 'pull items 0', 'pull savedLists 0', 'pull listRow 0'];
