/** The server in memory: versions, numbers that are applied once, and pages, as in supabase/migrations/0002_sync.sql. */
import { applyPatch, fieldOf, optionalFields, rowKey } from '#core/diff/diff.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import { fail, ok } from '#core/result.ts';
import type { NumberedPatch } from '#core/sync/sync-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { Rules } from './rules.ts';
import { describeRow, refusalOf, type Server } from './server.ts';

/** A device's numbered patch that was applied. */
type Applied = NumberedPatch & { readonly deviceId: string; readonly version: number };

export type ServerDouble = Server & {
  /** In the order in which they were applied. */
  readonly applied: readonly Applied[];
  /** The last number of this device that wrote each row. */
  readonly lastOf: (deviceId: string) => ReadonlyMap<string, Applied>;
  readonly hasToggledRefusal: () => boolean;
  /** The rows of all tables, deleted ones too. */
  readonly current: () => readonly VersionedRow[];
};

/** The first rows of the account's list. */
const FIRST: readonly VersionedRow[] = [
  {
    table: 'items',
    row: { id: 'a', name: 'Milk', category: 'a', checked: false, deleted: false },
    version: 1,
    deviceId: null,
  },
  {
    table: 'categories',
    row: { id: 'a', name: 'Dairy', color: '', inList: true, deleted: false },
    version: 2,
    deviceId: null,
  },
];

/** @param first the rows that the list has already, with ascending versions */
export function createServerDouble(rules: Rules, first = FIRST): ServerDouble {
  const rows = new Map(first.map((versioned) => [rowKey({ table: versioned.table, id: versioned.row.id }), versioned]));
  const seen = new Map<string, number>();
  const applied: Applied[] = [];
  const latest = new Map<string, Map<string, Applied>>();
  let version = Math.max(0, ...first.map((row) => row.version));
  let isRefusing = true;
  let toggles = 0;
  let pulls = 0;
  const isReplay = (deviceId: string, seq: number): boolean => rules.serverDedupe && (seen.get(deviceId) ?? 0) >= seq;
  const record = (deviceId: string, entry: Applied): void => {
    applied.push(entry);
    const ofDevice = latest.get(deviceId) ?? new Map<string, Applied>();
    latest.set(deviceId, ofDevice.set(rowKey(entry.patch), entry));
  };
  const applyOne = (deviceId: string, numbered: NumberedPatch, reserved: number | undefined): VersionedRow => {
    const { patch, seq } = numbered;
    const key = rowKey(patch);
    const before = rows.get(key);
    // The insert trigger assigns a version. For an existing row, the update trigger assigns another one.
    version += before ? 2 : 1;
    const mine = reserved !== undefined && reserved > (before?.version ?? 0) ? reserved : version;
    const after = patchRow(before, numbered, { deviceId, version: mine });
    seen.set(deviceId, seq);
    rows.set(key, after);
    record(deviceId, { patch, seq, deviceId, version: mine });
    return after;
  };
  return {
    applied,
    lastOf: (deviceId) => latest.get(deviceId) ?? new Map<string, Applied>(),
    hasToggledRefusal: () => toggles > 0,
    current: () => [...rows.values()],
    toggleRefusal() {
      isRefusing = !isRefusing;
      toggles += 1;
    },
    push({ deviceId, patches, table }, reserved) {
      const refusal = isRefusing ? refusalOf({ deviceId, patches, table }) : null;
      if (refusal) return Promise.resolve(fail(refusal));
      const written: VersionedRow[] = [];
      for (const [at, numbered] of patches.entries()) {
        if (!isReplay(deviceId, numbered.seq)) written.push(applyOne(deviceId, numbered, reserved?.[at]));
        // Returns as many rows as were sent, so that the device does not pull. Their version is too low to be merged.
        else if (!rules.writtenOnly) written.push(patchRow(undefined, numbered, { deviceId, version: -1 }));
      }
      return Promise.resolve(ok(written));
    },
    reserve({ patches }) {
      if (rules.accountLock) return null;
      return patches.map(() => (version += 1));
    },
    pull(table, cursor) {
      pulls += 1;
      const limit = 1 + (pulls % 3);
      const above = [...rows.values()].filter((row) => row.table === table && row.version > cursor);
      const page = above.toSorted((a, b) => a.version - b.version).slice(0, limit);
      return Promise.resolve(ok({ rows: page, isFull: page.length === limit }));
    },
    read: (table, id) => Promise.resolve([rows.get(rowKey({ table, id }))].filter((row) => row !== undefined)),
    rows: () => Promise.resolve([...rows.values()].map(({ table, row }) => describeRow(table, row)).toSorted()),
  };
}

function patchRow(
  before: VersionedRow | undefined,
  { patch }: NumberedPatch,
  written: { readonly deviceId: string; readonly version: number },
): VersionedRow {
  const { table } = patch;
  const row: Row<Tables[TableName]> = applyPatch(table, before?.row, patch);
  const removed = { ...removedFields(before?.row ?? {}), ...row, ...removedFields(patch.fields) };
  return { table, row: removed, ...written } as VersionedRow;
}

/**
 * A removed detail, rank or store stays as null, so that devices that pull the row find out (supabase/migrations/0014_orders.sql,
 * 0015_stores.sql).
 */
const removedFields = (fields: object): object =>
  Object.fromEntries(
    optionalFields(fields)
      .filter((name) => fieldOf(fields, name) === null)
      .map((name) => [name, null]),
  );
