/** A device in memory. It uses the app's own functions for changes and undo steps, and a disk that survives crashes. */
import type { Diff, Patch, RowDiff } from '#core/diff/diff.ts';
import { diffToPatches, EMPTY_DIFF, isEmptyDiff } from '#core/diff/diff.ts';
import { applyPatch } from '#core/diff/apply-patch.ts';
import { applyChange } from '#core/change/apply-change.ts';
import type { Change } from '#core/change/change.ts';
import { changeRow, setFields } from '#core/diff/row-diff.ts';
import { changeHistory, NO_HISTORY_CHANGE } from '#core/history/history.ts';
import type { HistoryChange } from '#core/history/history.ts';
import type { List, RowTables } from '#core/list/list.ts';
import { TABLES } from '#core/list/row.ts';
import { createSyncRecord } from '#core/sync/sync-record.ts';
import { createUndoHistory } from '#client/store/undo-history.ts';
import type { ListWrite } from '#client/store/undo-history.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { appendOp, createDisk, readView } from './disk-double.ts';
import type { Disk } from './disk-double.ts';
import type { Edit } from './events.ts';
import type { Rules } from './rules.ts';
import type { ServerDouble } from './server-double.ts';
import { describeRow } from './server.ts';
import { createStorageDouble } from './storage-double.ts';
import { createMonitor } from './monitor.ts';
import type { ShopDevice } from './world.ts';

/** A device with a monitor. */
export type DeviceDouble = ShopDevice & {
  /** Throws if the final state breaks a guarantee. Call it when nothing is left to do. */
  readonly checkEnd: () => void;
  /** What survives a crash. */
  readonly disk: () => Disk;
  /** Applies a change of the app. Undo cannot take it back. */
  readonly applyChange: (change: Change) => void;
  /** Makes changes again that another copy of the list did not send. */
  readonly restore: (patches: readonly Patch[]) => void;
};

export function createDeviceDouble(name: string, server: ServerDouble, rules: Rules): DeviceDouble {
  const clock = createFakeClock(1000);
  const monitor = createMonitor(name, server);
  let disk = createDisk(createSyncRecord(name));
  const view = (): RowTables => readView(disk, rules);
  const write = (next: Disk, cause: 'mine' | 'sync'): void => {
    disk = next;
    monitor.check(disk, view(), cause);
  };
  const append = (diff: Diff, history: HistoryChange): void => {
    const patches = diffToPatches(diff);
    const sent = rules.fieldPatches ? patches : patches.map((patch) => toWhole(view(), patch));
    monitor.recordStep(patches, disk.lastKey + 1);
    write({ ...appendOp(disk, sent), history: changeHistory(disk.history, history) }, 'mine');
  };
  const steps = () => createUndoHistory(disk.history, clock);
  const applyStep = (step: ListWrite | null): void => {
    if (step === null) return;
    monitor.checkStep(step.diff);
    if (isEmptyDiff(step.diff)) write({ ...disk, history: changeHistory(disk.history, step.historyChange) }, 'mine');
    else append(step.diff, step.historyChange);
  };
  const runNow = (work: () => void): Promise<void> => {
    work();
    return Promise.resolve();
  };
  return {
    storage: createStorageDouble({
      read: () => disk,
      write(next, why) {
        const again = next.outbox.length > disk.outbox.length ? next.outbox.at(-1) : undefined;
        if (again) monitor.recordStep(again.patches, again.key);
        write(next, why === 'retry' ? 'mine' : 'sync');
      },
      now: clock.now,
      rules,
    }),
    edit: (edits) =>
      runNow(() => {
        const diff = editsToDiff(view(), edits);
        if (!isEmptyDiff(diff)) append(diff, steps().record(diff).change);
      }),
    undo: () => runNow(() => applyStep(steps().undo(toList(view())))),
    redo: () => runNow(() => applyStep(steps().redo(toList(view())))),
    onDisk: () => Promise.resolve(),
    reload: () => Promise.resolve(),
    moveClock: (by) => clock.set(clock.now() + by),
    rows: () => Promise.resolve(describeView(view())),
    waiting: () => Promise.resolve(disk.outbox.length),
    checkEnd: () => monitor.checkEnd(disk),
    disk: () => disk,
    restore(patches) {
      monitor.recordStep(patches, disk.lastKey + 1);
      write(appendOp(disk, patches), 'mine');
    },
    applyChange(change) {
      const changed = applyChange(toList(view()), change);
      if (changed.ok && !isEmptyDiff(changed.value.diff)) append(changed.value.diff, NO_HISTORY_CHANGE);
    },
  };
}

/** The patch of a device that sends whole rows, for the rule `fieldPatches`. */
function toWhole(view: RowTables, patch: Patch): Patch {
  const fields = { ...applyPatch<typeof patch.table>(patch.table, view[patch.table].get(patch.id), patch) };
  return { ...patch, fields: Object.fromEntries(Object.entries(fields).filter(([field]) => field !== 'id')) };
}

/** The diff of some edits on a view; empty if they change nothing. */
function editsToDiff(view: RowTables, edits: readonly Edit[]): Diff {
  const rowsOf = (table: Edit['table']) =>
    // A diff has each row once, so the last edit of a row counts.
    [...new Map(edits.filter((edit) => edit.table === table).map((edit) => [edit.id, edit])).values()]
      .map((edit) => editRow(view, edit))
      .filter((diff) => diff !== null);
  return { ...EMPTY_DIFF, items: rowsOf('items'), categories: rowsOf('categories') };
}

function editRow(view: RowTables, { table, id, field, value, isWhole }: Edit): RowDiff<{ id: string }> | null {
  const current = view[table].get(id);
  const patch = { id, fields: { [field]: value } };
  if (current) return setFields(current, patch.fields);
  const blank = applyPatch(table, undefined, { id, fields: {} });
  return isWhole ? changeRow(undefined, applyPatch(table, undefined, patch)) : setFields(blank, patch.fields);
}

/** A list without the indexes that only the screen needs. */
export const toList = (rows: RowTables): List => ({
  ...rows,
  itemIdsByCategory: new Map(),
  itemNamed: () => undefined,
});

const describeView = (view: RowTables): readonly string[] =>
  TABLES.flatMap((table) => [...view[table].values()].map((row) => describeRow(table, row))).toSorted();
