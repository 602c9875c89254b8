/** Monitors one device, and throws as soon as the device breaks a guarantee of the sync. */
import { type Diff, fieldNames, isSameValue, type Patch, pickFields } from '#core/diff/diff.ts';
import type { RowTables } from '#core/list/list.ts';
import type { OutboxEntry } from '#client/ports/storage.ts';
import { type Disk, patchesOf } from './disk-double.ts';
import { diffFields, expectPendingShown, expectThat, type Fields, fieldsOf, viewFields } from './fields.ts';
import type { NumberedPatch } from '#core/sync/sync-record.ts';
import type { ServerDouble } from './server-double.ts';
import { isMarked } from './server.ts';

export type Monitor = {
  /** Records a change of the user, and its key in the outbox. */
  readonly recordStep: (patches: readonly Patch[], key: number) => void;
  /** Records rejected changes that the user sends again, which join the others in the outbox. */
  readonly recordRetry: (again: OutboxEntry, outbox: readonly OutboxEntry[]) => void;
  /** Checks what Undo or Redo is about to change. */
  readonly checkStep: (diff: Diff) => void;
  /** Checks the disk and the visible rows after a transaction. */
  readonly check: (disk: Disk, view: RowTables, cause: 'mine' | 'sync') => void;
  /** Checks the final state, when nothing is left to do. */
  readonly checkEnd: (disk: Disk) => void;
};

export function createMonitor(deviceId: string, server: ServerDouble): Monitor {
  /** Changes that have no number yet. */
  let unnumbered: { readonly patches: readonly Patch[]; readonly key: number }[] = [];
  const numbers = new Map<number, Patch>();
  const everRejected = new Set<number>();
  let push: Disk['record']['push'] = null;
  let rejected: readonly NumberedPatch[] = [];
  let shown: Fields = new Map();
  /** By field, the writer of the visible value. */
  const writers = new Map<string, 'mine' | 'sync'>();

  const checkNumbers = (disk: Disk): void => {
    const next = disk.record.push;
    if (next !== null && push?.upTo !== next.upTo) {
      const expected = unnumbered.filter(({ key }) => key <= next.upTo);
      unnumbered = unnumbered.filter(({ key }) => key > next.upTo);
      const sent = next.groups.flatMap(({ patches }) => patches);
      // Rejected fields are sent again with a later edit of a new row, or set again by it.
      const left = new Map(
        disk.record.rejected.flatMap(({ group }) =>
          group.patches.map(({ patch, seq }) => [seq, patch.fields] as const),
        ),
      );
      const again = rejected.map(({ patch, seq }) => withoutFields(patch, left.get(seq) ?? {}));
      expectSame(
        'A device does not send what its user changed',
        fieldsOf(sent.map(({ patch }) => patch)),
        fieldsOf([...again, ...patchesOf(expected)]),
      );
      for (const { patch, seq } of sent) numbers.set(seq, patch);
    }
    const groups = next?.groups ?? [];
    const due = groups.flatMap(({ patches }) => patches.map(({ seq }) => seq));
    expectThat(
      groups.every(({ patches }) => patches.length > 0),
      'A group is empty',
    );
    expectThat(new Set(due).size === due.length, 'A number would be sent twice');
    push = next;
  };
  const checkRejected = (disk: Disk): void => {
    rejected = disk.record.rejected.flatMap(({ group }) => group.patches);
    for (const { patch, seq } of rejected) {
      everRejected.add(seq);
      expectThat(isMarked(patch.id), `Row ${patch.id} was rejected together with the marked one`);
    }
  };
  const checkOwnWrites = (disk: Disk): void => {
    const unacknowledged = new Set(disk.record.push?.groups.flatMap(({ patches }) => patches.map(({ seq }) => seq)));
    for (const [key, { seq, version }] of server.lastOf(deviceId)) {
      if (unacknowledged.has(seq) || everRejected.has(seq)) continue;
      const known = disk.versions.get(key) ?? 0;
      expectThat(known >= version, `${key} is older than the device's own write ${seq}: ${known} < ${version}`);
    }
  };
  return {
    recordStep: (patches, key) => void unnumbered.push({ patches, key }),
    recordRetry({ patches, key }, outbox) {
      const waiting = fieldsOf(patchesOf(outbox));
      for (const field of fieldsOf(patches).keys()) {
        expectThat(!waiting.has(field), `A retry takes back a later edit: ${field}`);
      }
      unnumbered.push({ patches, key });
    },
    checkStep(diff) {
      for (const field of diffFields(diff).keys()) {
        expectThat(writers.get(field) !== 'sync', `Undo reverts ${field}, which another device wrote`);
      }
    },
    check(disk, view, cause) {
      const now = viewFields(view);
      for (const [field, value] of now) {
        if (!shown.has(field) || !isSameValue(shown.get(field), value)) writers.set(field, cause);
      }
      for (const field of removedFields(shown, now)) writers.set(field, cause);
      shown = now;
      expectPendingShown(patchesOf(disk.outbox), now);
      checkNumbers(disk);
      checkRejected(disk);
      checkOwnWrites(disk);
    },
    checkEnd(disk) {
      expectThat(disk.outbox.length === 0 && disk.record.push === null, 'Something is left in the outbox');
      expectThat(disk.record.isComplete, 'The first pull never completed');
      const applied = server.applied.filter((entry) => entry.deviceId === deviceId);
      const seqs = applied.map(({ seq }) => seq);
      expectThat(
        seqs.every((seq, at) => at === 0 || seq > (seqs[at - 1] ?? 0)),
        `Numbers were not applied once each, in order: ${seqs.join(' ')}`,
      );
      for (const { seq, patch } of applied) {
        expectThat(numbers.get(seq) === patch, `Number ${seq} was never assigned to this patch`);
        expectThat(!everRejected.has(seq) || server.hasToggledRefusal(), `Number ${seq} was refused and applied`);
      }
      const appliedSeqs = new Set(seqs);
      for (const seq of numbers.keys()) {
        expectThat(appliedSeqs.has(seq) || everRejected.has(seq), `Number ${seq} was lost`);
      }
    },
  };
}

const withoutFields = (patch: Patch, others: object): Patch => ({
  ...patch,
  fields: pickFields(
    patch.fields,
    fieldNames(patch.fields).filter((name) => !(name in others)),
  ),
});

/** The fields that rows no longer have, such as a rank, without those of rows that are gone. */
const removedFields = (shown: Fields, now: Fields): readonly string[] =>
  [...shown.keys()].filter((field) => !now.has(field) && now.has(`${field.slice(0, field.lastIndexOf('/'))}/id`));

function expectSame(what: string, got: Fields, expected: Fields): void {
  const isSame =
    got.size === expected.size && [...expected].every(([field, value]) => isSameValue(got.get(field), value));
  expectThat(isSame, `${what}: ${JSON.stringify([...got])} instead of ${JSON.stringify([...expected])}`);
}
