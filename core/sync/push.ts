/**
 * The steps of a push: the outbox, merged row by row, becomes groups, each of which is one upsert; the backend's verdict on a group
 * decides what follows (architecture section 4).
 */
import { fieldNames, fieldOf, type Patch, rowKey } from '#core/diff/diff.ts';
import {
  type PushGroup,
  type RejectedGroup,
  type StoredPatches,
  type SyncDevice,
  type SyncRecord,
  withoutFieldsOf,
} from './sync-record.ts';

/** The next step of a push. */
export type NextPush = {
  readonly record: SyncRecord;
  /** Null if nothing is waiting. */
  readonly group: PushGroup | null;
  /** The outbox key up to which the changes have no effect, so that they can be removed; null if there are none. */
  readonly emptyUpTo: number | null;
};

/**
 * The next group to send. Groups that are not acknowledged are sent again under their old numbers, so that the backend can skip what
 * it has applied (product Y1). Store the record before sending the group.
 * @param outbox the changes on disk, in the order of their keys
 * @param now milliseconds since 1970. Numbers follow the time, so that a device whose storage was restored from a backup
 *   never uses a number twice
 */
export function nextPush(record: SyncRecord, outbox: readonly StoredPatches[], now: number): NextPush {
  const upTo = outbox.at(-1)?.key;
  const unacknowledged = record.push?.groups[0];
  if (unacknowledged !== undefined || upTo === undefined)
    return { record, group: unacknowledged ?? null, emptyUpTo: null };
  const waiting = outbox.flatMap(({ patches }) => patches);
  const { patches, rejected } = requeueEdited(record.rejected, waiting);
  const { id, lastSeq: last } = record.device;
  const { groups, lastSeq } = formPushGroups(patches, { id, lastSeq: Math.max(last, now) });
  const [group] = groups;
  if (group === undefined) return { record, group: null, emptyUpTo: upTo };
  return { record: { ...record, rejected, device: { id, lastSeq }, push: { groups, upTo } }, group, emptyUpTo: null };
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

/** The most rows in one request, which has to finish in ten seconds even uncompressed (product Y6). */
export const GROUP_ROWS = 900;
/** The approximate limit for the characters of all values, because saved lists can be long. */
const GROUP_CHARACTERS = 500_000;

/**
 * Merges patches row by row, and groups them by table and set of fields, oldest first.
 * @param patches in the order in which they were made
 * @returns the groups, numbered upward from the device's last number, and the last number used
 */
export function formPushGroups(
  patches: readonly Patch[],
  device: SyncDevice,
): { readonly groups: readonly PushGroup[]; readonly lastSeq: number } {
  let lastSeq = device.lastSeq;
  const groups = chunkAll(mergePatches(patches)).map((chunk): PushGroup => ({
    table: chunk[0].table,
    deviceId: device.id,
    patches: chunk.map((patch) => ({ patch, seq: (lastSeq += 1) })),
  }));
  return { groups, lastSeq };
}

type Chunk = readonly [Patch, ...Patch[]];

/** One patch for each row, in the order in which the rows were first touched. Of each field, the latest value counts. */
function mergePatches(patches: readonly Patch[]): readonly Patch[] {
  const rows = new Map<string, Patch>();
  for (const patch of patches) {
    const key = rowKey(patch);
    const earlier = rows.get(key);
    rows.set(key, earlier ? { ...patch, fields: { ...earlier.fields, ...patch.fields } } : patch);
  }
  return [...rows.values()].filter(({ fields }) => fieldNames(fields).length > 0);
}

function chunkAll(patches: readonly Patch[]): readonly Chunk[] {
  const byFields = new Map<string, Patch[]>();
  for (const patch of patches) {
    const key = `${patch.table} ${fieldNames(patch.fields).toSorted().join(' ')}`;
    const group = byFields.get(key);
    if (group) group.push(patch);
    else byFields.set(key, [patch]);
  }
  return [...byFields.values()].flatMap(chunkOne);
}

function chunkOne(patches: readonly Patch[]): readonly Chunk[] {
  const chunks: [Patch, ...Patch[]][] = [];
  let characters = 0;
  for (const patch of patches) {
    const size = JSON.stringify(patch.fields).length;
    const current = chunks.at(-1);
    if (current && current.length < GROUP_ROWS && characters + size <= GROUP_CHARACTERS) {
      current.push(patch);
      characters += size;
    } else {
      chunks.push([patch]);
      characters = size;
    }
  }
  return chunks;
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

/** Halves a group, so that one bad row does not keep the others from being accepted, or so that a slow network can send it in time. */
export function bisectPushGroup(group: PushGroup): readonly PushGroup[] {
  const middle = Math.ceil(group.patches.length / 2);
  return [group.patches.slice(0, middle), group.patches.slice(middle)].map((patches) => ({ ...group, patches }));
}
