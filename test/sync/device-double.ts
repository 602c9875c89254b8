/** A device in memory. It uses the app's own functions for changes and undo steps, and a disk that survives crashes. */
import {
  applyPatch,
  changeRow,
  type Diff,
  diffToPatches,
  type Patch,
  pickFields,
  type RowDiff,
  rowKey,
  setFields,
  toDiff,
} from '#core/diff/diff.ts';
import { applyChange } from '#core/change/apply-change.ts';
import type { Change } from '#core/change/change.ts';
import {
  changeHistory,
  createUndoHistory,
  type HistoryChange,
  type ListWrite,
  NO_HISTORY_CHANGE,
} from '#core/history/history.ts';
import type { List, RowTables } from '#core/list/list.ts';
import { TABLES, type Rows, type Tables } from '#core/list/row.ts';
import { createSyncRecord } from '#core/sync/sync-record.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { appendOp, createDisk, readView, type Disk } from './disk-double.ts';
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
  /** Applies a change of the app. Undo reverses it only if it is a step. */
  readonly applyChange: (change: Change, isStep?: boolean) => void;
  /** Makes changes again that another copy of the list did not send. */
  readonly restore: (patches: readonly Patch[]) => void;
};

export function createDeviceDouble(name: string, server: ServerDouble, rules: Rules): DeviceDouble {
  const clock = createFakeClock(1000);
  const monitor = createMonitor(name, server);
  let disk = createDisk(createSyncRecord(name));
  const view = (): RowTables => readView(disk, rules.steps);
  const write = (next: Disk, cause: 'mine' | 'sync'): void => {
    disk = next;
    monitor.check(disk, view(), cause);
  };
  const append = (diff: Diff, history: HistoryChange): void => {
    monitor.recordStep(diffToPatches(diff), disk.lastKey + 1);
    write(
      { ...appendOp(disk, rules.steps.toPatches(diff, view())), history: changeHistory(disk.history, history) },
      'mine',
    );
  };
  const steps = () => createUndoHistory(disk.history, clock);
  const applyStep = (step: ListWrite | null): void => {
    if (step === null) return;
    monitor.checkStep(step.diff);
    if (step.diff.length === 0) write({ ...disk, history: changeHistory(disk.history, step.historyChange) }, 'mine');
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
        if (again) monitor.recordRetry(again, disk.outbox);
        write(next, why === 'retry' ? 'mine' : 'sync');
      },
      now: clock.now,
      rules,
    }),
    edit: (edits) =>
      runNow(() => {
        const diff = editsToDiff(view(), edits);
        if (diff.length > 0) append(diff, steps().record(diff).change);
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
    applyChange(change, isStep = false) {
      const changed = applyChange(toList(view()), change);
      if (!changed.ok || changed.value.diff.length === 0) return;
      const { diff } = changed.value;
      append(diff, isStep ? steps().record(diff).change : NO_HISTORY_CHANGE);
    },
  };
}

/** The diff of some edits on a view; empty if they change nothing. */
function editsToDiff(view: RowTables, edits: readonly Edit[]): Diff {
  // A diff has each row once, so the last edit of a row counts, even if it sets nothing.
  const last = new Map(edits.map((edit) => [rowKey(edit), edit]));
  return toDiff([...last.values()].map((edit) => editRow(view, edit.table, edit)));
}

function editRow<T extends Edit['table']>(
  view: RowTables,
  table: T,
  { id, field, value, isWhole }: Omit<Edit, 'table'>,
): RowDiff<T> | null {
  const rows: Rows<Tables[T]> = view[table];
  const current = rows.get(id);
  const patch = { id, fields: pickFields<Tables[T]>({ [field]: value }, [field]) };
  if (current) return setFields(table, current, patch.fields);
  const blank = applyPatch<T>(table, undefined, { id, fields: pickFields({}, []) });
  return isWhole
    ? changeRow(table, undefined, applyPatch<T>(table, undefined, patch))
    : setFields(table, blank, patch.fields);
}

/** A list without the indexes that only the screen needs. */
export const toList = (rows: RowTables): List => ({
  ...rows,
  itemIdsByCategory: new Map(),
  itemNamed: () => undefined,
});

const describeView = (view: RowTables): readonly string[] =>
  TABLES.flatMap((table) => [...view[table].values()].map((row) => describeRow(table, row))).toSorted();
