/** The sync state of a list on a device. Every step is stored before anything is sent. */
import { fieldNames, fieldOf, pickFields } from '#core/diff/row-diff.ts';
import { byTable, type TableName } from '#core/list/row.ts';
import { NEWEST_MIGRATION } from '#core/list/item-fields.ts';
import { newestVersion } from './versioned-row.ts';
import { bisectPushGroup, formPushGroups, type PushGroup, type SyncDevice } from './push-groups.ts';
import { rowKey, type Patch } from '#core/diff/diff.ts';

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

/**
 * Forms the groups of the next push. Groups that are not acknowledged are sent again under their old numbers, so that the
 * backend can skip what it has applied (product Y1).
 * @param outbox the changes on disk, in the order of their keys
 * @param now milliseconds since 1970. Numbers follow the time, so that a device whose storage was restored from a backup
 *   never uses a number twice
 * @returns the record with groups to send; the same record if there is nothing to send
 */
export function formPush(record: SyncRecord, outbox: readonly StoredPatches[], now: number): SyncRecord {
  const upTo = outbox.at(-1)?.key;
  if (record.push !== null || upTo === undefined) return record;
  const { id, lastSeq: last } = record.device;
  const waiting = outbox.flatMap(({ patches }) => patches);
  const { patches, rejected } = requeueEdited(record.rejected, waiting);
  const { groups, lastSeq } = formPushGroups(patches, { id, lastSeq: Math.max(last, now) });
  return { ...record, rejected, device: { id, lastSeq }, push: { groups, upTo } };
}

/**
 * Decides about rejected changes whose rows were edited since. A row that the backend never had is sent again with all of its changes:
 * the edit alone would create a row without a name. Of any other row, only the edit is sent, or it would be refused again; what the edit
 * sets is not rejected anymore.
 */
function requeueEdited(rejected: readonly RejectedGroup[], patches: readonly Patch[]) {
  const rows = new Set(patches.map(rowKey));
  const isRequeued = ({ group }: RejectedGroup): boolean =>
    group.patches.some(({ patch }) => rows.has(rowKey(patch)) && fieldOf(patch.fields, 'deleted') === false);
  const requeued = rejected.filter(isRequeued).flatMap(({ group }) => group.patches.map(({ patch }) => patch));
  const left = rejected.filter((entry) => !isRequeued(entry)).map((entry) => withoutEdits(entry, rows, patches));
  return {
    patches: [...requeued, ...patches],
    rejected: left.filter(({ group }) => group.patches.length > 0),
  };
}

/** A rejected group without the fields that later patches, which are of these rows, set. */
function withoutEdits(entry: RejectedGroup, rows: ReadonlySet<string>, later: readonly Patch[]): RejectedGroup {
  const patches = entry.group.patches.flatMap((numbered) => {
    const { patch, seq } = numbered;
    if (!rows.has(rowKey(patch))) return [numbered];
    const left = withoutFieldsOf(patch, later);
    return left === null ? [] : [{ patch: left, seq }];
  });
  return { ...entry, group: { ...entry.group, patches } };
}

/** The next step of a push. */
export type NextPush = {
  readonly record: SyncRecord;
  /** Null if nothing is waiting. */
  readonly group: PushGroup | null;
  /** The outbox key up to which the changes have no effect, so that they can be removed; null if there are none. */
  readonly emptyUpTo: number | null;
};

/** The next group to send, under the numbers that it was given first. Store the record before sending it. */
export function nextPush(record: SyncRecord, outbox: readonly StoredPatches[], now: number): NextPush {
  const formed = formPush(record, outbox, now);
  const group = formed.push?.groups[0] ?? null;
  return group === null
    ? { record, group, emptyUpTo: formed.push?.upTo ?? null }
    : { record: formed, group, emptyUpTo: null };
}

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
function withoutFieldsOf(patch: Patch, later: readonly Patch[]): Patch | null {
  const same = later.filter((other) => rowKey(other) === rowKey(patch));
  const newer = new Set(same.flatMap(({ fields }) => fieldNames(fields)));
  const left = fieldNames(patch.fields).filter((name) => !newer.has(name));
  return left.length === 0 ? null : { ...patch, fields: pickFields(patch.fields, left) };
}

/** The backend's verdict on a group. */
export type GroupOutcome =
  | { readonly type: 'accepted' }
  /** The group was refused or took too long: halve it, to find the bad row, or so that the rest is faster. */
  | { readonly type: 'bisect' }
  /** The answer may be a gateway's, or a refusal: the group is sent again. */
  | { readonly type: 'suspected' }
  | { readonly type: 'rejected'; readonly message: string };

type Unaccepted = Exclude<GroupOutcome, { readonly type: 'accepted' }>;

/** The outcome of a refusal: bisecting finds the bad row, so that the others are accepted. */
export const judgeRefusal = ({ patches }: PushGroup, message: string): Unaccepted =>
  patches.length > 1 ? { type: 'bisect' } : { type: 'rejected', message };

/** After as many answers that may be a gateway's, while the backend answers other requests, the data must be the reason. */
const SUSPICIONS = 3;

/** The outcome of a 4xx that may be a gateway's, if the backend answered another request of the same cycle (product Y4). */
export const judgeSuspicion = (group: PushGroup, message: string): Unaccepted =>
  suspicionsOf(group) < SUSPICIONS ? { type: 'suspected' } : judgeRefusal(group, message);

/** With the answer that has just arrived. */
const suspicionsOf = ({ suspicions = 0 }: PushGroup): number => suspicions + 1;

/**
 * Acknowledges a group that was sent.
 * @returns null if another tab has acknowledged it already. Otherwise the new record, and in `acknowledgedUpTo` the key up to which
 *   the outbox can be truncated, or null while groups are left
 */
export function acknowledgeGroup(
  record: SyncRecord,
  group: PushGroup,
  outcome: GroupOutcome,
): { readonly record: SyncRecord; readonly acknowledgedUpTo: number | null } | null {
  const { push } = record;
  if (push === null || !isSameGroup(push.groups[0], group)) return null;
  const groups = [...groupsAfter(outcome, group), ...push.groups.slice(1)];
  const rejected = outcome.type === 'rejected' ? [toRejectedGroup(group, outcome.message)] : [];
  const next = { ...record, rejected: [...record.rejected, ...rejected] };
  return groups.length > 0
    ? { record: { ...next, push: { ...push, groups } }, acknowledgedUpTo: null }
    : { record: { ...next, push: null }, acknowledgedUpTo: push.upTo };
}

/** The rest of a group that is still to be sent. The halves of a suspected group are suspected, too. */
function groupsAfter({ type }: GroupOutcome, group: PushGroup): readonly PushGroup[] {
  switch (type) {
    case 'bisect':
      return bisectPushGroup(group);
    case 'suspected':
      return [{ ...group, suspicions: suspicionsOf(group) }];
    case 'accepted':
    case 'rejected':
      return [];
  }
}

const toRejectedGroup = (group: PushGroup, message: string): RejectedGroup => ({
  id: `${group.deviceId}/${group.patches[0]?.seq ?? 0}`,
  group,
  message,
});

const isSameGroup = (a: PushGroup | undefined, b: PushGroup): boolean =>
  a?.deviceId === b.deviceId && a.patches[0]?.seq === b.patches[0]?.seq && a.patches.length === b.patches.length;

/** How many changes the backend rejected: each row of a group is one change. */
export const countRejected = (groups: readonly RejectedGroup[]): number =>
  groups.reduce((sum, { group }) => sum + group.patches.length, 0);
