/** A device's disk in memory. Each change is one transaction, with the same pure functions as device/database. */
import type { Patch } from '#core/diff/diff.ts';
import { pruneHistory } from '#core/history/prune-history.ts';
import { changeHistory } from '#core/history/history.ts';
import type { History } from '#core/history/history.ts';
import type { RowTables } from '#core/list/list.ts';
import type { Contents } from '#core/list/contents.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import { diffViews, applyPatches, touchedIds } from '#core/sync/overlay.ts';
import type { SyncRecord } from '#core/sync/sync-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { OutboxEntry } from '#client/ports/storage.ts';
import type { Rules } from './rules.ts';

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
  base: { items: new Map(), categories: new Map(), savedLists: new Map(), profile: new Map() },
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
export function readView({ base, outbox }: Disk, { overlay }: Pick<Rules, 'overlay'>): RowTables {
  const patches = overlay ? patchesOf(outbox) : [];
  return applyPatches(base, patches, touchedIds(patches, toContents(base)));
}

const toContents = ({ items, categories, savedLists, profile }: RowTables): Contents => ({
  items: [...items.values()],
  categories: [...categories.values()],
  savedLists: [...savedLists.values()],
  profile: [...profile.values()],
});

export const patchesOf = (outbox: readonly OutboxEntry[]): readonly Patch[] => outbox.flatMap(({ patches }) => patches);

type Incoming = {
  readonly rows: readonly VersionedRow[];
  /** The outbox is truncated up to this key; null keeps it. */
  readonly acknowledgedUpTo: number | null;
};

/** Merges rows and removes acknowledged changes, as device/database/sync/merge-rows.ts and truncate-outbox.ts do. */
export function mergeRows(disk: Disk, { rows, acknowledgedUpTo }: Incoming, rules: Rules): Disk {
  const versions = new Map(disk.versions);
  const fresh = new Map<string, VersionedRow>();
  for (const versioned of rows) {
    const key = `${versioned.table}/${versioned.row.id}`;
    if (rules.versionGuard && versioned.version <= (versions.get(key) ?? -1)) continue;
    versions.set(key, versioned.version);
    fresh.set(key, versioned);
  }
  const merged = [...fresh.values()];
  const outbox = disk.outbox.filter(({ key }) => acknowledgedUpTo === null || key > acknowledgedUpTo);
  const next = { ...disk, base: withRows(disk.base, merged), versions, outbox };
  return rules.pruneHistory ? { ...next, history: pruneFor(merged, disk, next) } : next;
}

/** As device/database/sync/merge-rows.ts. */
function pruneFor(merged: readonly VersionedRow[], before: Disk, after: Disk): History {
  const dropped = before.outbox.filter((entry) => !after.outbox.includes(entry));
  const ids = touchedIds(patchesOf(dropped), {
    items: rowsOf('items', merged),
    categories: rowsOf('categories', merged),
    savedLists: rowsOf('savedLists', merged),
    profile: rowsOf('profile', merged),
  });
  const shown = applyPatches(before.base, patchesOf(before.outbox), ids);
  const next = applyPatches(after.base, patchesOf(after.outbox), ids);
  return changeHistory(before.history, pruneHistory(before.history, diffViews(shown, next, ids)));
}

const rowsOf = <T extends TableName>(table: T, merged: readonly VersionedRow[]): readonly Row<Tables[T]>[] =>
  merged.filter((row): row is VersionedRow & VersionedRow<T> => row.table === table).map(({ row }) => row);

function withRows(base: RowTables, merged: readonly VersionedRow[]): RowTables {
  const put = <T extends TableName>(table: T): ReadonlyMap<string, Row<Tables[T]>> => {
    const rows: ReadonlyMap<string, Row<Tables[T]>> = base[table];
    const added = rowsOf(table, merged);
    return added.length === 0 ? rows : new Map([...rows, ...added.map((row) => [row.id, row] as const)]);
  };
  return { items: put('items'), categories: put('categories'), savedLists: put('savedLists'), profile: put('profile') };
}
