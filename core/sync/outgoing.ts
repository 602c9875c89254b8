/** Where an account's sync stands on a device, and each step it takes: written down before anything is sent. */
import type { Patch } from '#core/diff/diff.ts';
import { fieldNames, pickFields } from '#core/diff/row-diff.ts';
import type { TableName } from '#core/list/row.ts';
import { formGroups, splitGroup } from './push.ts';
import type { PushGroup, SyncDevice } from './push.ts';
import { rowKey } from './row-key.ts';

/** Up to which version each table has been pulled; 0 when it never was. */
export type Cursors = Readonly<Record<TableName, number>>;

/** A group that the backend will not take, kept for the shopper (product Y4). */
export type SetAsideGroup = { readonly id: string; readonly group: PushGroup; readonly message: string };

/** One record on disk, since each step changes several of these together. */
export type SyncRecord = {
  readonly device: SyncDevice;
  readonly cursors: Cursors;
  /** Whether everything was pulled once: until then the list is not all there. */
  readonly isComplete: boolean;
  /** What is being sent: groups that are not settled, and the key up to which they hold the outbox. */
  readonly push: { readonly groups: readonly PushGroup[]; readonly upTo: number } | null;
  readonly tray: readonly SetAsideGroup[];
};

/** A device that has never synced. */
export const createSyncRecord = (deviceId: string): SyncRecord => ({
  device: { id: deviceId, lastSeq: 0 },
  cursors: { items: 0, categories: 0, savedLists: 0, profile: 0 },
  isComplete: false,
  push: null,
  tray: [],
});

type StoredPatches = { readonly key: number; readonly patches: readonly Patch[] };

/**
 * The record with a group to send first, or as it is when there is nothing to send. What was formed before and is not
 * settled comes first, under its old numbers: the backend skips what it has applied (product Y1).
 * @param outbox the acts on disk, in the order of their keys
 * @param now milliseconds since 1970: numbers follow the time, so that a device whose storage was put back to an older
 *   state never uses one twice
 */
export function formPush(record: SyncRecord, outbox: readonly StoredPatches[], now: number): SyncRecord {
  const upTo = outbox.at(-1)?.key;
  if (record.push !== null || upTo === undefined) return record;
  const { id, lastSeq: last } = record.device;
  const { again, tray } = takeAgain(
    record.tray,
    outbox.flatMap(({ patches }) => patches),
  );
  const { groups, lastSeq } = formGroups(again, { id, lastSeq: Math.max(last, now) });
  return { ...record, tray, device: { id, lastSeq }, push: { groups, upTo } };
}

/**
 * A row that was refused and then edited goes again with all of it: the edit alone would make a row without a name where
 * the backend never had it.
 */
function takeAgain(tray: readonly SetAsideGroup[], patches: readonly Patch[]) {
  const rows = new Set(patches.map(rowKey));
  const isEdited = ({ group }: SetAsideGroup): boolean => group.patches.some(({ patch }) => rows.has(rowKey(patch)));
  const refused = tray.filter(isEdited).flatMap(({ group }) => group.patches.map(({ patch }) => patch));
  return { again: [...refused, ...patches], tray: tray.filter((entry) => !isEdited(entry)) };
}

/** What is left of a refused patch where later ones set some of its fields again; null when nothing is. */
export function withoutFieldsOf(patch: Patch, later: readonly Patch[]): Patch | null {
  const same = later.filter((other) => rowKey(other) === rowKey(patch));
  const newer = new Set(same.flatMap(({ fields }) => fieldNames(fields)));
  const left = fieldNames(patch.fields).filter((name) => !newer.has(name));
  return left.length === 0 ? null : { ...patch, fields: pickFields(patch.fields, left) };
}

/** What became of a group that was sent. */
export type Outcome =
  | { readonly type: 'taken' }
  /** Refused, but by which of its rows? */
  | { readonly type: 'split' }
  | { readonly type: 'set-aside'; readonly message: string };

/**
 * The record after a group was settled; null when it is not the one that is being sent: another tab was quicker.
 * @returns `dropUpTo`: the outbox is settled up to this key, which is the last of its groups; null when groups are left
 */
export function settleGroup(
  record: SyncRecord,
  group: PushGroup,
  outcome: Outcome,
): { readonly record: SyncRecord; readonly dropUpTo: number | null } | null {
  const { push } = record;
  if (push === null || !isSameGroup(push.groups[0], group)) return null;
  const groups = [...(outcome.type === 'split' ? splitGroup(group) : []), ...push.groups.slice(1)];
  const refused = outcome.type === 'set-aside' ? [toTrayEntry(group, outcome.message)] : [];
  const settled = { ...record, tray: [...record.tray, ...refused] };
  return groups.length > 0
    ? { record: { ...settled, push: { ...push, groups } }, dropUpTo: null }
    : { record: { ...settled, push: null }, dropUpTo: push.upTo };
}

const toTrayEntry = (group: PushGroup, message: string): SetAsideGroup => ({
  id: `${group.deviceId}/${group.patches[0]?.seq ?? 0}`,
  group,
  message,
});

const isSameGroup = (a: PushGroup | undefined, b: PushGroup): boolean =>
  a?.deviceId === b.deviceId && a.patches[0]?.seq === b.patches[0]?.seq && a.patches.length === b.patches.length;
