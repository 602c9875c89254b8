/** The sync storage port on IndexedDB: push groups, received rows and rejected changes. Each call is one transaction. */
import { userOfKey } from '#core/account/list-ref.ts';
import { NEWEST_MIGRATION } from '#core/list/item-fields.ts';
import { byTable, type TableName, TABLES, type Tables } from '#core/list/row.ts';
import { acknowledgeGroup, nextPush } from '#core/sync/push.ts';
import {
  createSyncRecord,
  hasAllFields,
  moveCursors,
  resolveRejected,
  type SyncRecord,
  type PushGroup,
} from '#core/sync/sync-record.ts';
import { ok, type Result } from '#core/result.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { PushOutcome, StorageFailure, SyncState, SyncStorage, Written } from '#client/ports/storage.ts';
import type { Run } from '#device/database/database.ts';
import { truncateOutbox } from '#device/database/outbox/compact-outbox.ts';
import { isOutboxRecord } from '#device/database/records.ts';
import {
  ALL_STORES,
  META,
  ROW_STORES,
  rowsOf,
  type RowStoreName,
  type StoreName,
  type Transaction,
  withMetadata,
  withoutMetadata,
} from '#device/database/schema.ts';
import { quarantine } from '#device/database/quarantine.ts';
import { isSyncRecord } from './sync-record.ts';
import { mergeRows } from './merge-rows.ts';

/**
 * @param clock for the device id, and for the numbers under which changes are sent
 * @param listKey the name of the list on this device, which includes the account
 */
export function createSyncStorage(run: Run, clock: Pick<Clock, 'now' | 'randomHex'>, listKey: string): SyncStorage {
  const viewer = ({ isComplete }: SyncRecord): string | null => (isComplete ? userOfKey(listKey) : null);
  const change = <S extends StoreName, T>(
    stores: readonly (S | 'meta')[],
    work: (tx: Transaction<S | 'meta'>, record: SyncRecord) => Promise<T>,
  ): Promise<Result<T, StorageFailure>> =>
    run(stores, 'readwrite', async (tx) => work(tx, await readRecord(tx, clock)));
  return {
    async readSync() {
      // A read transaction if possible, because changes would have to wait behind a write.
      const known = await run(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(META.sync));
      if (!known.ok) return known;
      if (isSyncRecord(known.value) && hasAllFields(known.value)) return ok(toState(known.value));
      // The first time, the record is stored, so that all tabs use the same device id.
      return change([...ROW_STORES, 'meta'], async (tx, record) => {
        const current = await withAllFields(tx, record);
        await putRecord(tx, current);
        return toState(current);
      });
    },
    nextGroup: () => change(['outbox', 'meta'], (tx, record) => nextGroup(tx, record, clock.now())),
    acknowledge: (group, outcome) =>
      change(ALL_STORES, (tx, record) => acknowledgeIn(tx, record, { group, outcome, viewer: viewer(record) })),
    receive: (rows, pulled) =>
      change(ALL_STORES, async (tx, record) => {
        const written = await mergeRows(tx, { rows, acknowledgedUpTo: null, sent: [], viewer: viewer(record) });
        await putRecord(tx, { ...record, cursors: moveCursors(record.cursors, pulled) });
        return written;
      }),
    markComplete: () =>
      change(['meta'], async (tx, record) => {
        await putRecord(tx, { ...record, isComplete: true });
        return null;
      }),
    resolveRejected: (id, how) => change(['outbox', 'meta'], (tx, record) => resolveIn(tx, record, { id, how })),
  };
}

/**
 * Makes the next pull read all rows again if they were stored without fields that the app knows now, which other devices may have
 * set (product Q6, H8, O1, O2).
 */
async function withAllFields(tx: Transaction<RowStoreName>, record: SyncRecord): Promise<SyncRecord> {
  if (hasAllFields(record)) return record;
  await Promise.all(TABLES.map((table) => forgetVersions(tx, table)));
  return { ...record, cursors: byTable(() => 0), itemFields: NEWEST_MIGRATION };
}

// The type parameter gives the rows to the store that they come from.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function forgetVersions<T extends TableName>(tx: Transaction<RowStoreName>, table: T): Promise<void> {
  const store = rowsOf(tx, table);
  const versioned = (await store.getAll()).filter(({ version }) => version !== undefined);
  await Promise.all(
    versioned.map((row) => {
      const { localSeq = 0, people } = row;
      return store.put(withMetadata<Tables[T]>(withoutMetadata<Tables[T]>(row), { localSeq, people }));
    }),
  );
}

const toState = ({ cursors, isComplete, rejected, device }: SyncRecord): SyncState => ({
  cursors,
  isComplete,
  rejected,
  deviceId: device.id,
  lastSeq: device.lastSeq,
});

async function readRecord(tx: Transaction<'meta'>, clock: Pick<Clock, 'now' | 'randomHex'>): Promise<SyncRecord> {
  const stored = await tx.objectStore('meta').get(META.sync);
  if (isSyncRecord(stored)) return stored;
  // An unreadable record may hold rejected changes of the user, so it is quarantined (product D1).
  if (stored !== undefined) await quarantine(tx, [{ store: 'meta', key: META.sync, value: stored }]);
  return createSyncRecord(`${clock.now()}-${clock.randomHex()}`);
}

const putRecord = (tx: Transaction<'meta'>, record: SyncRecord): Promise<unknown> =>
  tx.objectStore('meta').put(record, META.sync);

async function nextGroup(
  tx: Transaction<'outbox' | 'meta'>,
  record: SyncRecord,
  now: number,
): Promise<PushGroup | null> {
  // `nextPush` would return the same group, but the outbox need not be read for that.
  const first = record.push?.groups[0];
  if (first !== undefined) return first;
  const outbox = tx.objectStore('outbox');
  const [keys, records] = await Promise.all([outbox.getAllKeys(), outbox.getAll()]);
  const entries = keys.map((key, at) => {
    const stored = records[at];
    return { key, patches: isOutboxRecord(stored) ? stored.patches : [] };
  });
  const next = nextPush(record, entries, now);
  if (next.group !== null) await putRecord(tx, next.record);
  // Changes that have no effect or cannot be read have nothing to send.
  else if (next.emptyUpTo !== null) await truncateOutbox(tx, next.emptyUpTo);
  return next.group;
}

async function resolveIn(
  tx: Transaction<'outbox' | 'meta'>,
  record: SyncRecord,
  what: Parameters<typeof resolveRejected>[1],
): Promise<null> {
  const waiting = (await tx.objectStore('outbox').getAll()).filter(isOutboxRecord).flatMap(({ patches }) => patches);
  const resolved = resolveRejected(record, what, waiting);
  if (resolved === null) return null;
  await putRecord(tx, resolved.record);
  if (resolved.patches.length > 0) await tx.objectStore('outbox').add({ patches: resolved.patches });
  return null;
}

type Acknowledgement = {
  readonly group: PushGroup;
  readonly outcome: PushOutcome;
  readonly viewer: string | null;
};

async function acknowledgeIn(
  tx: Transaction,
  record: SyncRecord,
  { group, outcome, viewer }: Acknowledgement,
): Promise<Written> {
  const rows = outcome.type === 'accepted' ? outcome.rows : [];
  const acknowledged = acknowledgeGroup(record, group, outcome);
  const acknowledgedUpTo = acknowledged?.acknowledgedUpTo ?? null;
  // Even if another tab acknowledged the group first, the returned rows are stored.
  const sent = group.patches.map(({ patch }) => patch);
  const written = await mergeRows(tx, { rows, acknowledgedUpTo, sent, viewer });
  if (acknowledgedUpTo !== null) await truncateOutbox(tx, acknowledgedUpTo);
  if (acknowledged !== null) await putRecord(tx, acknowledged.record);
  return written;
}
