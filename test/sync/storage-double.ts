/** The sync's side of a disk in memory: the port's calls, as device/database/sync-storage.ts makes them. */
import { formPush, settleGroup } from '#core/sync/outgoing.ts';
import type { Cursors, SyncRecord } from '#core/sync/outgoing.ts';
import { ok } from '#core/result.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { Settlement, SyncStorage } from '#client/ports/sync-storage.ts';
import { TABLES } from '#client/sync/pass.ts';
import { appendOp, takeIn } from './disk-double.ts';
import type { Disk } from './disk-double.ts';
import type { Rules } from './rules.ts';

type Parts = {
  readonly read: () => Disk;
  /** One transaction is over. */
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
      const { cursors, isComplete, tray, device } = read().record;
      return done({ cursors, isComplete, tray, deviceId: device.id });
    },
    nextGroup() {
      const disk = read();
      const next = formNext(disk, now(), rules);
      return change(next, next.record.push?.groups[0] ?? null);
    },
    // Who gets null reads the disk.
    settle: (group, settlement) => change(settleIn(read(), { group, settlement }, rules), null),
    receive(rows, pulled) {
      const disk = takeIn(read(), { rows, dropUpTo: null }, rules);
      const { record } = disk;
      const rang = Math.max(0, ...rows.map(({ version }) => version));
      const moved: Partial<Cursors> =
        rules.cursorByPullOnly || Object.keys(pulled).length > 0 ? pulled : { items: rang, categories: rang };
      const cursors = { ...record.cursors };
      for (const table of TABLES) cursors[table] = Math.max(cursors[table], moved[table] ?? 0);
      return change({ ...disk, record: { ...record, cursors } }, null);
    },
    noteComplete() {
      const disk = read();
      return change({ ...disk, record: { ...disk.record, isComplete: true } }, null);
    },
    clearTray(id, how) {
      const disk = read();
      const entry = disk.record.tray.find((other) => other.id === id);
      if (entry === undefined) return done(null);
      const record = { ...disk.record, tray: disk.record.tray.filter((other) => other !== entry) };
      const patches = entry.group.patches.map(({ patch }) => patch);
      write(how === 'retry' ? appendOp({ ...disk, record }, patches) : { ...disk, record }, 'retry');
      return done(null);
    },
  };
}

function formNext(disk: Disk, now: number, rules: Rules): Disk {
  const formed = formPush(disk.record, disk.ops, now);
  const record = rules.numbersWritten || disk.record.push === null ? formed : renumber(formed);
  if (record === disk.record) return disk;
  // Acts that change nothing are nothing to send.
  return record.push?.groups.length === 0
    ? takeIn(disk, { rows: [], dropUpTo: record.push.upTo }, rules)
    : { ...disk, record };
}

/** What a device would do that does not write its numbers down. */
function renumber(record: SyncRecord): SyncRecord {
  const { device, push } = record;
  if (push === null) return record;
  let { lastSeq } = device;
  const again = (group: PushGroup): PushGroup => ({
    ...group,
    patches: group.patches.map(({ patch }) => ({ patch, seq: (lastSeq += 1) })),
  });
  const groups = push.groups.map(again);
  return { ...record, device: { ...device, lastSeq }, push: { ...push, groups } };
}

function settleIn(
  disk: Disk,
  { group, settlement }: { readonly group: PushGroup; readonly settlement: Settlement },
  rules: Rules,
): Disk {
  const rows = settlement.type === 'taken' ? settlement.rows : [];
  const first = disk.record.push?.groups[0];
  const settled = settleGroup(disk.record, rules.settleOnce ? group : (first ?? group), settlement);
  const next = takeIn(disk, { rows, dropUpTo: settled?.dropUpTo ?? null }, rules);
  return settled === null ? next : { ...next, record: settled.record };
}
