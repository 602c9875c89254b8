/** A device's disk in memory: each change is one transaction, by the same pure functions as device/database. */
import type { Patch } from '#core/diff/diff.ts';
import { giveWay } from '#core/history/give-way.ts';
import { changeHistory } from '#core/history/history.ts';
import type { History } from '#core/history/history.ts';
import type { RowTables } from '#core/list/list.ts';
import type { Contents } from '#core/list/memory.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import { diffViews, foldView, touchedIds } from '#core/sync/fold-view.ts';
import type { SyncRecord } from '#core/sync/outgoing.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { StoredOp } from '#client/ports/storage.ts';
import type { Rules } from './rules.ts';

/** What outlives the page. */
export type Disk = {
  readonly base: RowTables;
  /** By table and id. */
  readonly versions: ReadonlyMap<string, number>;
  readonly ops: readonly StoredOp[];
  readonly lastKey: number;
  readonly history: History;
  readonly record: SyncRecord;
};

export const createDisk = (record: SyncRecord): Disk => ({
  base: { items: new Map(), categories: new Map(), savedLists: new Map(), profile: new Map() },
  versions: new Map(),
  ops: [],
  lastKey: 0,
  history: [],
  record,
});

/** One more act in the outbox. */
export const appendOp = (disk: Disk, patches: readonly Patch[]): Disk => ({
  ...disk,
  ops: [...disk.ops, { key: disk.lastKey + 1, patches }],
  lastKey: disk.lastKey + 1,
});

/** What the shopper sees: every row there is. */
export function readView({ base, ops }: Disk, { overlay }: Pick<Rules, 'overlay'>): RowTables {
  const patches = overlay ? patchesOf(ops) : [];
  return foldView(base, patches, touchedIds(patches, toContents(base)));
}

const toContents = ({ items, categories, savedLists, profile }: RowTables): Contents => ({
  items: [...items.values()],
  categories: [...categories.values()],
  savedLists: [...savedLists.values()],
  profile: [...profile.values()],
});

export const patchesOf = (ops: readonly StoredOp[]): readonly Patch[] => ops.flatMap(({ patches }) => patches);

type News = {
  readonly rows: readonly VersionedRow[];
  /** The outbox loses everything up to this key; null: it stays. */
  readonly dropUpTo: number | null;
};

/** Takes rows in and drops what is settled, as device/database/take-in-rows.ts and drop-outbox.ts do. */
export function takeIn(disk: Disk, { rows, dropUpTo }: News, rules: Rules): Disk {
  const versions = new Map(disk.versions);
  const fresh = new Map<string, VersionedRow>();
  for (const versioned of rows) {
    const key = `${versioned.table}/${versioned.row.id}`;
    if (rules.versionGuard && versioned.version <= (versions.get(key) ?? -1)) continue;
    versions.set(key, versioned.version);
    fresh.set(key, versioned);
  }
  const taken = [...fresh.values()];
  const ops = disk.ops.filter(({ key }) => dropUpTo === null || key > dropUpTo);
  const next = { ...disk, base: withRows(disk.base, taken), versions, ops };
  return rules.giveWay ? { ...next, history: giveWayTo(taken, disk, next) } : next;
}

/** As device/database/give-way-to-rows.ts. */
function giveWayTo(taken: readonly VersionedRow[], before: Disk, after: Disk): History {
  const dropped = before.ops.filter((op) => !after.ops.includes(op));
  const ids = touchedIds(patchesOf(dropped), {
    items: rowsOf('items', taken),
    categories: rowsOf('categories', taken),
    savedLists: rowsOf('savedLists', taken),
    profile: rowsOf('profile', taken),
  });
  const shown = foldView(before.base, patchesOf(before.ops), ids);
  const next = foldView(after.base, patchesOf(after.ops), ids);
  return changeHistory(before.history, giveWay(before.history, diffViews(shown, next, ids)));
}

const rowsOf = <T extends TableName>(table: T, taken: readonly VersionedRow[]): readonly Row<Tables[T]>[] =>
  taken.filter((row): row is VersionedRow & VersionedRow<T> => row.table === table).map(({ row }) => row);

function withRows(base: RowTables, taken: readonly VersionedRow[]): RowTables {
  const put = <T extends TableName>(table: T): ReadonlyMap<string, Row<Tables[T]>> => {
    const rows: ReadonlyMap<string, Row<Tables[T]>> = base[table];
    const added = rowsOf(table, taken);
    return added.length === 0 ? rows : new Map([...rows, ...added.map((row) => [row.id, row] as const)]);
  };
  return { items: put('items'), categories: put('categories'), savedLists: put('savedLists'), profile: put('profile') };
}
