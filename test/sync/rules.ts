/** What the simulation is made of. The mutation check replaces one part at a time, to prove that it would notice. */
import { type Diff, diffToPatches, type Patch } from '#core/diff/diff.ts';
import type { RowTables } from '#core/list/list.ts';
import { mergeRow, pruneMerged, selectNewer } from '#core/sync/merge-step.ts';
import { applyPatches } from '#core/sync/overlay.ts';
import { acknowledgeGroup, nextPush } from '#core/sync/push.ts';
import { moveCursors, resolveRejected } from '#core/sync/sync-record.ts';
import type { SyncStorage } from '#client/ports/storage.ts';

/** The steps of a device: the app's own functions, which decide what is stored and sent. */
export const STEPS = {
  /** The patches of a change on these rows. */
  toPatches: (diff: Diff, _view: RowTables): readonly Patch[] => diffToPatches(diff),
  applyPatches,
  nextPush,
  acknowledgeGroup,
  resolveRejected,
  selectNewer,
  mergeRow,
  moveCursors,
  pruneMerged,
};

export type Steps = typeof STEPS;

export type Rules = {
  readonly steps: Steps;
  /** Wraps the device's storage port. */
  readonly wrapStorage: (storage: SyncStorage) => SyncStorage;
  /** The server skips patches that it has applied already. */
  readonly serverDedupe: boolean;
  /** Versions are assigned under the account's lock, so that they become visible in order. */
  readonly accountLock: boolean;
  /** The server returns only rows that it has written, so that a device pulls the others. */
  readonly writtenOnly: boolean;
};

export const ALL_RULES: Rules = {
  steps: STEPS,
  wrapStorage: (storage) => storage,
  serverDedupe: true,
  accountLock: true,
  writtenOnly: true,
};
