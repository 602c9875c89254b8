/** The sync's side of an account's database: what goes out, what came in, and what was set aside; each call is one transaction. */
import { createSyncRecord, formPush, settleGroup, withoutFieldsOf } from '#core/sync/outgoing.ts';
import type { Cursors, SyncRecord } from '#core/sync/outgoing.ts';
import type { PushGroup } from '#core/sync/push.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import type { Settlement, SyncState, SyncStorage, Written } from '#client/ports/sync-storage.ts';
import { settle } from './database.ts';
import type { Database } from './database.ts';
import { dropOutbox } from './drop-outbox.ts';
import { isOutboxRecord } from './records.ts';
import { ALL_STORES, META } from './schema.ts';
import type { Writing } from './schema.ts';
import { keepAside } from './set-aside.ts';
import { isSyncRecord } from './sync-record.ts';
import { takeInRows } from './take-in-rows.ts';

type Attempt = <T>(work: (open: Database) => Promise<T>) => Promise<Result<T, StorageFailure>>;

/** @param clock gives this device its id for the sync, and the numbers under which it sends */
export function createSyncStorage(attempt: Attempt, clock: Pick<Clock, 'now' | 'randomHex'>): SyncStorage {
  const change = <T>(work: (tx: Writing, record: SyncRecord) => Promise<T>): Promise<Result<T, StorageFailure>> =>
    attempt((open) => {
      const tx = open.transaction(ALL_STORES, 'readwrite');
      const run = async (): Promise<T> => work(tx, await readRecord(tx, clock));
      return settle(tx, run());
    });
  return {
    async readSync() {
      // Only reads where it can: acts must not wait behind it.
      const known = await attempt(readKnown);
      if (!known.ok) return known;
      if (known.value !== null) return ok(toState(known.value));
      // The first time; written down, so that the device is the same for all tabs from then on.
      return change(async (tx, record) => {
        await putRecord(tx, record);
        return toState(record);
      });
    },
    nextGroup: () => change((tx, record) => nextGroup(tx, record, clock.now())),
    settle: (group, settlement) => change((tx, record) => settleIn(tx, record, { group, settlement })),
    receive: (rows, pulled) =>
      change(async (tx, record) => {
        const written = await takeInRows(tx, { rows, dropUpTo: null });
        await putRecord(tx, { ...record, cursors: moveCursors(record.cursors, pulled) });
        return written;
      }),
    noteComplete: () =>
      change(async (tx, record) => {
        await putRecord(tx, { ...record, isComplete: true });
        return null;
      }),
    clearTray: (id, how) => change((tx, record) => clearTray(tx, record, { id, how })),
  };
}

async function readKnown(open: Database): Promise<SyncRecord | null> {
  const tx = open.transaction(['meta']);
  const record = await settle(tx, tx.objectStore('meta').get(META.sync));
  return isSyncRecord(record) ? record : null;
}

const toState = ({ cursors, isComplete, tray, device }: SyncRecord): SyncState => ({
  cursors,
  isComplete,
  tray,
  deviceId: device.id,
});

async function readRecord(tx: Writing, clock: Pick<Clock, 'now' | 'randomHex'>): Promise<SyncRecord> {
  const meta = tx.objectStore('meta');
  const record = await meta.get(META.sync);
  if (isSyncRecord(record)) return record;
  // What is in the tray of one that cannot be read is the shopper's all the same (product D1).
  if (record !== undefined) await keepAside(meta, [{ store: 'meta', key: META.sync, value: record }]);
  return createSyncRecord(`${clock.now()}-${clock.randomHex()}`);
}

const putRecord = (tx: Writing, record: SyncRecord): Promise<unknown> => tx.objectStore('meta').put(record, META.sync);

/** Never back: another page, or another tab, may have come further meanwhile. */
const moveCursors = (known: Cursors, pulled: Partial<Cursors>): Cursors => ({
  items: Math.max(known.items, pulled.items ?? 0),
  categories: Math.max(known.categories, pulled.categories ?? 0),
  savedLists: Math.max(known.savedLists, pulled.savedLists ?? 0),
  profile: Math.max(known.profile, pulled.profile ?? 0),
});

async function nextGroup(tx: Writing, record: SyncRecord, now: number): Promise<PushGroup | null> {
  const first = record.push?.groups[0];
  if (first !== undefined) return first;
  const outbox = tx.objectStore('outbox');
  const [keys, records] = await Promise.all([outbox.getAllKeys(), outbox.getAll()]);
  const ops = keys.map((key, at) => {
    const stored = records[at];
    return { key, patches: isOutboxRecord(stored) ? stored.patches : [] };
  });
  const formed = formPush(record, ops, now);
  const group = formed.push?.groups[0] ?? null;
  if (group !== null) await putRecord(tx, formed);
  // Acts that change nothing, or that cannot be read, are nothing to send.
  else if (formed.push !== null) await dropOutbox(tx, formed.push.upTo);
  return group;
}

async function clearTray(
  tx: Writing,
  record: SyncRecord,
  { id, how }: { readonly id: string; readonly how: 'retry' | 'discard' },
): Promise<null> {
  const entry = record.tray.find((other) => other.id === id);
  if (entry === undefined) return null;
  await putRecord(tx, { ...record, tray: record.tray.filter((other) => other !== entry) });
  if (how === 'discard') return null;
  // What was set again meanwhile is newer.
  const later = (await tx.objectStore('outbox').getAll()).flatMap((op) => (isOutboxRecord(op) ? op.patches : []));
  const left = entry.group.patches.map(({ patch }) => withoutFieldsOf(patch, later));
  const patches = left.filter((patch) => patch !== null);
  if (patches.length > 0) await tx.objectStore('outbox').add({ patches });
  return null;
}

async function settleIn(
  tx: Writing,
  record: SyncRecord,
  { group, settlement }: { readonly group: PushGroup; readonly settlement: Settlement },
): Promise<Written> {
  const rows = settlement.type === 'taken' ? settlement.rows : [];
  const settled = settleGroup(record, group, settlement);
  const dropUpTo = settled?.dropUpTo ?? null;
  // Where another tab was quicker, what came back is taken in all the same.
  const written = await takeInRows(tx, { rows, dropUpTo });
  if (dropUpTo !== null) await dropOutbox(tx, dropUpTo);
  if (settled !== null) await putRecord(tx, settled.record);
  return written;
}
