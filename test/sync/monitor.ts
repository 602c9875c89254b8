/** Monitors one device, and throws as soon as it shows, sends or undoes something that breaks a promise. */
import type { Diff, Patch } from '#core/diff/diff.ts';
import { isSameValue } from '#core/diff/row-diff.ts';
import type { RowTables } from '#core/list/list.ts';
import { patchesOf } from './disk-double.ts';
import type { Disk } from './disk-double.ts';
import { diffFields, expectPendingShown, expectThat, fieldsOf, viewFields } from './fields.ts';
import type { Fields } from './fields.ts';
import type { NumberedPatch } from '#core/sync/push-groups.ts';
import type { ServerDouble } from './server-double.ts';
import { MARKED_ID } from './server.ts';

export type Monitor = {
  /** Records an act of the user, and its key in the outbox. */
  readonly recordAct: (patches: readonly Patch[], key: number) => void;
  /** Checks what Undo or Redo is about to change. */
  readonly checkStep: (diff: Diff) => void;
  /** Checks the disk and the visible rows after a transaction. */
  readonly see: (disk: Disk, view: RowTables, cause: 'mine' | 'sync') => void;
  /** Checks the final state, when nothing is left to do. */
  readonly judge: (disk: Disk) => void;
};

export function createMonitor(deviceId: string, server: ServerDouble): Monitor {
  /** Acts without a number yet. */
  let unnumbered: { readonly patches: readonly Patch[]; readonly key: number }[] = [];
  const numbers = new Map<number, Patch>();
  const setAside = new Set<number>();
  const isRejected = new Set<number>();
  let push: Disk['record']['push'] = null;
  let rejected: readonly NumberedPatch[] = [];
  let shown: Fields = new Map();
  /** By field, the writer of the visible value. */
  const writers = new Map<string, 'mine' | 'sync'>();

  const seeNumbers = (disk: Disk): void => {
    const next = disk.record.push;
    if (next !== null && push?.upTo !== next.upTo) {
      const meant = unnumbered.filter(({ key }) => key <= next.upTo);
      unnumbered = unnumbered.filter(({ key }) => key > next.upTo);
      const sent = next.groups.flatMap(({ patches }) => patches);
      // Rejected patches are sent again with a later edit of the same row.
      const left = new Set(disk.record.rejected.flatMap(({ group }) => group.patches));
      const again = rejected.filter((refused) => !left.has(refused)).map(({ patch }) => patch);
      expectSame(
        'A device sends what its shopper changed',
        fieldsOf(sent.map(({ patch }) => patch)),
        fieldsOf([...again, ...patchesOf(meant)]),
      );
      for (const { patch, seq } of sent) numbers.set(seq, patch);
    }
    const groups = next?.groups ?? [];
    const due = groups.flatMap(({ patches }) => patches.map(({ seq }) => seq));
    expectThat(
      groups.every(({ patches }) => patches.length > 0),
      'A group is empty',
    );
    expectThat(new Set(due).size === due.length, 'A number is to be sent twice');
    push = next;
  };
  const seeTray = (disk: Disk): void => {
    isRejected.clear();
    rejected = disk.record.rejected.flatMap(({ group }) => group.patches);
    for (const { patch, seq } of disk.record.rejected.flatMap(({ group }) => group.patches)) {
      setAside.add(seq);
      isRejected.add(seq);
      expectThat(patch.id === MARKED_ID, `Row ${patch.id} was set aside with the refused one`);
    }
  };
  const seeOwnWrites = (disk: Disk): void => {
    const unsettled = new Set(disk.record.push?.groups.flatMap(({ patches }) => patches.map(({ seq }) => seq)));
    for (const [key, { seq, version }] of server.lastOf(deviceId)) {
      if (unsettled.has(seq) || setAside.has(seq)) continue;
      const known = disk.versions.get(key) ?? 0;
      expectThat(known >= version, `${key} went back behind the device's own write ${seq}: ${known} < ${version}`);
    }
  };
  return {
    recordAct: (patches, key) => void unnumbered.push({ patches, key }),
    checkStep(diff) {
      for (const field of diffFields(diff).keys()) {
        expectThat(writers.get(field) !== 'sync', `Undo takes back ${field}, which another device wrote`);
      }
    },
    see(disk, view, cause) {
      const now = viewFields(view);
      for (const [field, value] of now) {
        if (!shown.has(field) || !isSameValue(shown.get(field), value)) writers.set(field, cause);
      }
      shown = now;
      expectPendingShown(patchesOf(disk.ops), now);
      seeNumbers(disk);
      seeTray(disk);
      seeOwnWrites(disk);
    },
    judge(disk) {
      expectThat(disk.ops.length === 0 && disk.record.push === null, 'Something is left in the outbox');
      expectThat(disk.record.isComplete, 'The first pull never came to its end');
      const applied = server.applied.filter((entry) => entry.deviceId === deviceId);
      const seqs = applied.map(({ seq }) => seq);
      expectThat(
        seqs.every((seq, at) => at === 0 || seq > (seqs[at - 1] ?? 0)),
        `Not once each, in order: ${seqs.join(' ')}`,
      );
      for (const { seq, patch } of applied) {
        expectThat(numbers.get(seq) === patch, `Number ${seq} was never given to this patch`);
        expectThat(!setAside.has(seq) || server.hasChangedMind(), `Number ${seq} was refused and applied`);
      }
      const taken = new Set(seqs);
      for (const seq of numbers.keys()) {
        expectThat(taken.has(seq) || setAside.has(seq), `Number ${seq} got lost`);
      }
    },
  };
}

function expectSame(what: string, got: Fields, meant: Fields): void {
  const isSame = got.size === meant.size && [...meant].every(([field, value]) => isSameValue(got.get(field), value));
  expectThat(isSame, `${what}: ${JSON.stringify([...got])} for ${JSON.stringify([...meant])}`);
}
