/** The sync storage port over a disk in memory, with the steps of device/database/sync/sync-storage.ts. */
import type { SyncRecord } from '#core/sync/sync-record.ts';
import { ok } from '#core/result.ts';
import type { SyncStorage } from '#client/ports/storage.ts';
import { appendOp, type Disk, mergeRows, patchesOf } from './disk-double.ts';
import type { Rules } from './rules.ts';

type Parts = {
  readonly read: () => Disk;
  /** Commits a transaction. */
  readonly write: (next: Disk, why: 'sync' | 'retry') => void;
  readonly now: () => number;
  readonly rules: Rules;
};

export function createStorageDouble({ read, write, now, rules: { steps, wrapStorage } }: Parts): SyncStorage {
  const done = <T>(value: T) => Promise.resolve(ok(value));
  const change = <T>(next: Disk, value: T) => {
    if (next !== read()) write(next, 'sync');
    return done(value);
  };
  const withRecord = (disk: Disk, record: SyncRecord): Disk => (record === disk.record ? disk : { ...disk, record });
  return wrapStorage({
    readSync() {
      const { cursors, isComplete, rejected, device } = read().record;
      return done({ cursors, isComplete, rejected, deviceId: device.id, lastSeq: device.lastSeq });
    },
    nextGroup() {
      const disk = read();
      const { record, group, emptyUpTo } = steps.nextPush(disk.record, disk.outbox, now());
      const kept =
        emptyUpTo === null ? disk : mergeRows(disk, { rows: [], acknowledgedUpTo: emptyUpTo, sent: [] }, steps);
      return change(withRecord(kept, record), group);
    },
    acknowledge(group, outcome) {
      const disk = read();
      const rows = outcome.type === 'accepted' ? outcome.rows : [];
      const acknowledged = steps.acknowledgeGroup(disk.record, group, outcome);
      const acknowledgedUpTo = acknowledged?.acknowledgedUpTo ?? null;
      const sent = group.patches.map(({ patch }) => patch);
      const next = mergeRows(disk, { rows, acknowledgedUpTo, sent }, steps);
      // On null, the store reads the disk.
      return change(withRecord(next, acknowledged?.record ?? disk.record), null);
    },
    receive(rows, pulled) {
      const disk = mergeRows(read(), { rows, acknowledgedUpTo: null, sent: [] }, steps);
      const cursors = steps.moveCursors(disk.record.cursors, pulled);
      return change({ ...disk, record: { ...disk.record, cursors } }, null);
    },
    markComplete() {
      const disk = read();
      return change({ ...disk, record: { ...disk.record, isComplete: true } }, null);
    },
    resolveRejected(id, how) {
      const disk = read();
      const resolved = steps.resolveRejected(disk.record, { id, how }, patchesOf(disk.outbox));
      if (resolved === null) return done(null);
      const next = { ...disk, record: resolved.record };
      write(resolved.patches.length > 0 ? appendOp(next, resolved.patches) : next, 'retry');
      return done(null);
    },
  });
}
