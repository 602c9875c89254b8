/** A device's disk in memory. Each change is one transaction, with the steps of device/database. */
import { type Patch, rowKey } from '#core/diff/diff.ts';
import { changeHistory, type History } from '#core/history/history.ts';
import type { RowTables } from '#core/list/list.ts';
import { createRowMaps, EMPTY_CONTENTS, toContents, toRowMaps } from '#core/list/contents.ts';
import { type Row, type TableName, TABLES, type Tables } from '#core/list/row.ts';
import { applyPatches, touchedIds } from '#core/sync/overlay.ts';
import { touchedByMerge } from '#core/sync/merge-step.ts';
import { type SyncRecord, withoutWaiting } from '#core/sync/sync-record.ts';
import { isRestoredBetween, type VersionedRow } from '#core/sync/versioned-row.ts';
import type { OutboxEntry } from '#client/ports/storage.ts';
import type { Steps } from './rules.ts';

/** The stored state, which survives a crash of the page. */
export type Disk = {
  readonly base: RowTables;
  /** By table and id. */
  readonly versions: ReadonlyMap<string, number>;
  readonly outbox: readonly OutboxEntry[];
  readonly lastKey: number;
  readonly history: History;
  readonly record: SyncRecord;
};

export const createDisk = (record: SyncRecord): Disk => ({
  base: toRowMaps(EMPTY_CONTENTS),
  versions: new Map(),
  outbox: [],
  lastKey: 0,
  history: [],
  record,
});

/** Adds a change to the outbox. */
export const appendOp = (disk: Disk, patches: readonly Patch[]): Disk => ({
  ...disk,
  outbox: [...disk.outbox, { key: disk.lastKey + 1, patches }],
  lastKey: disk.lastKey + 1,
});

/** The visible rows. */
export function readView({ base, outbox }: Disk, steps: Pick<Steps, 'applyPatches'>): RowTables {
  const patches = patchesOf(outbox);
  return steps.applyPatches(base, patches, touchedIds(patches, toContents(base)));
}

export const patchesOf = (outbox: readonly OutboxEntry[]): readonly Patch[] => outbox.flatMap(({ patches }) => patches);

type Incoming = {
  readonly rows: readonly VersionedRow[];
  /** The outbox is truncated up to this key; null keeps it. */
  readonly acknowledgedUpTo: number | null;
  /** The patches that the rows acknowledge. */
  readonly sent: readonly Patch[];
};

/** Merges rows, removes acknowledged changes, and adds what the server has lost, in one transaction. */
export function mergeRows(disk: Disk, { rows, acknowledgedUpTo, sent }: Incoming, steps: Steps): Disk {
  const base = toRowMaps(toContents(disk.base));
  const versions = new Map(disk.versions);
  const [before, after] = [createRowMaps(), createRowMaps()];
  const lost = TABLES.flatMap((table) =>
    mergeTable(table, { rows, sent, versions, stored: base[table], before: before[table], after: after[table] }, steps),
  );
  const merge = { before, after, outbox: disk.outbox, acknowledgedUpTo };
  const touched = applyPatches(base, [], touchedByMerge(merge));
  const history = changeHistory(disk.history, steps.pruneMerged(disk.history, merge, touched));
  const outbox = disk.outbox.filter(({ key }) => acknowledgedUpTo === null || key > acknowledgedUpTo);
  const merged = { ...disk, base, versions, outbox, history };
  const patches = withoutWaiting(
    lost,
    disk.outbox.flatMap((entry) => entry.patches),
  );
  return patches.length > 0 ? appendOp(merged, patches) : merged;
}

type Merging<T extends TableName> = {
  readonly rows: readonly VersionedRow[];
  readonly sent: readonly Patch[];
  readonly versions: Map<string, number>;
  readonly stored: Map<string, Row<Tables[T]>>;
  /** Receives the rows that are replaced. */
  readonly before: Map<string, Row<Tables[T]>>;
  /** Receives the rows that replace them. */
  readonly after: Map<string, Row<Tables[T]>>;
};

/** Stores the newer rows of one table. @returns what the server has lost of them */
function mergeTable<T extends TableName>(
  table: T,
  { rows, sent, versions, stored, before, after }: Merging<T>,
  { selectNewer, mergeRow }: Steps,
): readonly Patch<T>[] {
  const own = rows.filter((row): row is VersionedRow & VersionedRow<T> => row.table === table);
  const newer = selectNewer(own, (id) => versions.get(rowKey({ table, id })));
  const lost = newer.map(({ row, version }) => {
    const replaced = stored.get(row.id);
    const isRestored = isRestoredBetween(versions.get(rowKey({ table, id: row.id })), version);
    const merged = mergeRow<T>(table, replaced, { received: row, sent, isRestored });
    if (replaced) before.set(row.id, replaced);
    after.set(row.id, merged.row);
    stored.set(row.id, merged.row);
    versions.set(rowKey({ table, id: row.id }), version);
    return merged.lost;
  });
  return lost.filter((patch) => patch !== null);
}
