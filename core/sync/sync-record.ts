/** The sync state of a list on a device, and its steps except those of a push (`push.ts`). Every step is stored before anything is sent. */
import { fieldNames, type Patch, pickFields, rowKey } from '#core/diff/diff.ts';
import { byTable, type TableName } from '#core/list/row.ts';
import { NEWEST_MIGRATION } from '#core/list/item-fields.ts';
import { newestVersion } from './versioned-row.ts';

/** One row's patch, with the number under which this device sends it. The backend applies each number once (product Y1). */
export type NumberedPatch = { readonly patch: Patch; readonly seq: number };

/** Patches of one table that set the same fields: one upsert. */
export type PushGroup = {
  readonly table: TableName;
  /** The device that numbered them. */
  readonly deviceId: string;
  /** Numbers ascend. */
  readonly patches: readonly NumberedPatch[];
  /** How often a 4xx answered it that may be a gateway's, while the backend answered another request of the same cycle; none if left out. */
  readonly suspicions?: number;
};

/** The sending device, and the last number it used. */
export type SyncDevice = { readonly id: string; readonly lastSeq: number };

/** The version up to which each table has been pulled; 0 if it never was. */
export type Cursors = Readonly<Record<TableName, number>>;

/** A group that the backend rejected for good, kept until the user retries or discards it (product Y4). */
export type RejectedGroup = { readonly id: string; readonly group: PushGroup; readonly message: string };

/** One record on disk, because each step changes several of these fields together. */
export type SyncRecord = {
  readonly device: SyncDevice;
  readonly cursors: Cursors;
  /** Whether every table was pulled once. Until then, the list is incomplete. */
  readonly isComplete: boolean;
  /** The push in progress: the groups that are not acknowledged, and the outbox key up to which they were formed. */
  readonly push: { readonly groups: readonly PushGroup[]; readonly upTo: number } | null;
  readonly rejected: readonly RejectedGroup[];
  /** The migration of the newest field of an item that the app knew when it pulled the rows; 0 if they may lack any detail (product Q6, H8). */
  readonly itemFields: number;
};

/** Whether the rows were pulled with all fields that the app knows now. Otherwise they have to be pulled again. */
export const hasAllFields = ({ itemFields }: SyncRecord): boolean => itemFields >= NEWEST_MIGRATION;

/** The record of a device that has never synced. */
export const createSyncRecord = (deviceId: string): SyncRecord => ({
  device: { id: deviceId, lastSeq: 0 },
  cursors: byTable(() => 0),
  isComplete: false,
  push: null,
  rejected: [],
  itemFields: NEWEST_MIGRATION,
});

/**
 * The record of a device that removed its copy of the list: the next sync pulls everything again. Unsent groups keep their
 * numbers (product Y9).
 */
export const forgetPulled = ({ device, push, rejected }: SyncRecord): SyncRecord => ({
  ...createSyncRecord(device.id),
  device,
  push,
  rejected,
});

/** A change in the outbox. Keys ascend. */
export type StoredPatches = { readonly key: number; readonly patches: readonly Patch[] };

/** Cursors never move back: another tab may have pulled further in the meantime. */
export const moveCursors = (known: Cursors, pulled: Partial<Cursors>): Cursors =>
  byTable((table) => newestVersion(known[table], pulled[table] ?? 0));

/**
 * Ends the rejection of a group.
 * @param how whether the user wants to send it again
 * @param waiting the patches of the outbox. Fields that they set again are newer than the rejected ones
 * @returns the patches to add to the outbox; null if another tab has resolved it already
 */
export function resolveRejected(
  record: SyncRecord,
  { id, how }: { readonly id: string; readonly how: 'retry' | 'discard' },
  waiting: readonly Patch[],
): { readonly record: SyncRecord; readonly patches: readonly Patch[] } | null {
  const entry = record.rejected.find((other) => other.id === id);
  if (entry === undefined) return null;
  const refused = how === 'retry' ? entry.group.patches : [];
  return {
    record: { ...record, rejected: record.rejected.filter((other) => other !== entry) },
    patches: withoutWaiting(
      refused.map(({ patch }) => patch),
      waiting,
    ),
  };
}

/**
 * Leaves out the fields that the outbox sets, because those are newer: of rejected patches, and of what the backend has lost.
 * @param waiting the patches of the outbox
 */
export const withoutWaiting = (patches: readonly Patch[], waiting: readonly Patch[]): readonly Patch[] =>
  patches.map((patch) => withoutFieldsOf(patch, waiting)).filter((patch) => patch !== null);

/** The rest of a patch without the fields that later patches set again; null if nothing is left. */
export function withoutFieldsOf(patch: Patch, later: readonly Patch[]): Patch | null {
  const same = later.filter((other) => rowKey(other) === rowKey(patch));
  const newer = new Set(same.flatMap(({ fields }) => fieldNames(fields)));
  const left = fieldNames(patch.fields).filter((name) => !newer.has(name));
  return left.length === 0 ? null : { ...patch, fields: pickFields(patch.fields, left) };
}

/** How many changes the backend rejected: each row of a group is one change. */
export const countRejected = (groups: readonly RejectedGroup[]): number =>
  groups.reduce((sum, { group }) => sum + group.patches.length, 0);
