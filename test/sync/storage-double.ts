/** The sync storage port over a disk in memory, as device/database/sync/sync-storage.ts implements it. */
import { formPush, acknowledgeGroup } from '#core/sync/sync-record.ts';
import type { Cursors, SyncRecord } from '#core/sync/sync-record.ts';
import { ok } from '#core/result.ts';
import type { PushGroup } from '#core/sync/push-groups.ts';
import type { PushOutcome, SyncStorage } from '#client/ports/sync-storage.ts';
import { TABLES } from '#core/list/row.ts';
import { appendOp, mergeRows } from './disk-double.ts';
import type { Disk } from './disk-double.ts';
import type { Rules } from './rules.ts';

type Parts = {
  readonly read: () => Disk;
  /** Commits a transaction. */
  readonly write: (next: Disk, why: 'sync' | 'retry') => void;
  readonly now: () => number;
  readonly rules: Rules;
};

export function createStorageDouble({ read, write, now, rules }: Parts): SyncStorage {
  const done = <T>(value: T) => Promise.resolve(ok(value));
  const change = <T>(next: Disk, value: T) => {
    if (next !== read()) write(next, 'sync');
    return done(value);
  };
  return {
    readSync() {
      const { cursors, isComplete, rejected, device } = read().record;
      return done({ cursors, isComplete, rejected, deviceId: device.id });
    },
    nextGroup() {
      const disk = read();
      const next = formNext(disk, now(), rules);
      return change(next, next.record.push?.groups[0] ?? null);
    },
    // On null, the store reads the disk.
    acknowledge: (group, outcome) => change(acknowledgeIn(read(), { group, outcome }, rules), null),
    receive(rows, pulled) {
      const disk = mergeRows(read(), { rows, acknowledgedUpTo: null }, rules);
      const { record } = disk;
      const newest = Math.max(0, ...rows.map(({ version }) => version));
      const moved: Partial<Cursors> =
        rules.cursorByPullOnly || Object.keys(pulled).length > 0 ? pulled : { items: newest, categories: newest };
      const cursors = { ...record.cursors };
      for (const table of TABLES) cursors[table] = Math.max(cursors[table], moved[table] ?? 0);
      return change({ ...disk, record: { ...record, cursors } }, null);
    },
    markComplete() {
      const disk = read();
      return change({ ...disk, record: { ...disk.record, isComplete: true } }, null);
    },
    resolveRejected(id, how) {
      const disk = read();
      const entry = disk.record.rejected.find((other) => other.id === id);
      if (entry === undefined) return done(null);
      const record = { ...disk.record, rejected: disk.record.rejected.filter((other) => other !== entry) };
      const patches = entry.group.patches.map(({ patch }) => patch);
      write(how === 'retry' ? appendOp({ ...disk, record }, patches) : { ...disk, record }, 'retry');
      return done(null);
    },
  };
}

function formNext(disk: Disk, now: number, rules: Rules): Disk {
  const formed = formPush(disk.record, disk.outbox, now);
  const record = rules.numbersWritten || disk.record.push === null ? formed : renumber(formed);
  if (record === disk.record) return disk;
  // Changes without effect have nothing to send.
  return record.push?.groups.length === 0
    ? mergeRows(disk, { rows: [], acknowledgedUpTo: record.push.upTo }, rules)
    : { ...disk, record };
}

/** Assigns new numbers, as a device would that does not store them, for the rule `numbersWritten`. */
function renumber(record: SyncRecord): SyncRecord {
  const { device, push } = record;
  if (push === null) return record;
  let { lastSeq } = device;
  const renumbered = (group: PushGroup): PushGroup => ({
    ...group,
    patches: group.patches.map(({ patch }) => ({ patch, seq: (lastSeq += 1) })),
  });
  const groups = push.groups.map(renumbered);
  return { ...record, device: { ...device, lastSeq }, push: { ...push, groups } };
}

function acknowledgeIn(
  disk: Disk,
  { group, outcome }: { readonly group: PushGroup; readonly outcome: PushOutcome },
  rules: Rules,
): Disk {
  const rows = outcome.type === 'accepted' ? outcome.rows : [];
  const first = disk.record.push?.groups[0];
  const acknowledged = acknowledgeGroup(disk.record, rules.acknowledgeOnce ? group : (first ?? group), outcome);
  const next = mergeRows(disk, { rows, acknowledgedUpTo: acknowledged?.acknowledgedUpTo ?? null }, rules);
  return acknowledged === null ? next : { ...next, record: acknowledged.record };
}
