/** Undo and redo on one device, compared with the spec's model: snapshots of the list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '#core/change/change.ts';
import { arbitraryChange, arbitraryContents } from '#core/testing/arbitrary-changes.ts';
import { readLive, type LiveList } from '#core/testing/contents.ts';
import { createDevice, type TestDevice } from '#core/testing/device.ts';
import { HISTORY_LIMIT, nextRedo, nextUndo } from './history.ts';

type Move = Change | { readonly type: 'undo' } | { readonly type: 'redo' };

const undo = fc.constant({ type: 'undo' } as const);
const redo = fc.constant({ type: 'redo' } as const);

test('[U1] undo and redo show exactly what fifty snapshots of the list would show', () => {
  const moves = fc.array(
    fc.oneof({ weight: 6, arbitrary: arbitraryChange }, { weight: 3, arbitrary: undo }, { weight: 2, arbitrary: redo }),
    { maxLength: 160, size: 'max' },
  );
  fc.assert(
    fc.property(arbitraryContents, moves, (contents, made) => {
      const device = createDevice(contents);
      const model = createSnapshots(readLive(device.list));
      for (const move of made) {
        playBoth(device, model, move);
        expect(readLive(device.list)).toEqual(model.current());
        expect(nextUndo(device.history()) !== undefined).toBe(model.canUndo());
        expect(nextRedo(device.history()) !== undefined).toBe(model.canRedo());
      }
    }),
    { numRuns: 60 },
  );
});

test('[U1] exactly the last fifty changes can be undone and redone', () => {
  const manyChanges = fc.array(arbitraryChange, { minLength: 60, maxLength: 200, size: 'max' });
  fc.assert(
    fc.property(arbitraryContents, manyChanges, (contents, changes) => {
      const device = createDevice(contents);
      const states = [readLive(device.list)];
      for (const change of changes) if (device.apply(change) !== null) states.push(readLive(device.list));
      const kept = states.slice(-HISTORY_LIMIT - 1);
      for (const state of kept.toReversed().slice(1)) {
        device.undo();
        expect(readLive(device.list)).toEqual(state);
      }
      expect(device.undo()).toBeNull();
      for (const state of kept.slice(1)) {
        device.redo();
        expect(readLive(device.list)).toEqual(state);
      }
      expect(device.redo()).toBeNull();
    }),
    { numRuns: 60 },
  );
});

/** The spec's model: whole lists. */
function createSnapshots(first: LiveList) {
  let past: readonly LiveList[] = [];
  let now = first;
  let future: readonly LiveList[] = [];
  return {
    current: () => now,
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    apply(next: LiveList): void {
      past = [...past, now].slice(-HISTORY_LIMIT);
      now = next;
      future = [];
    },
    undo(): void {
      const last = past.at(-1);
      if (last === undefined) return;
      future = [now, ...future];
      past = past.slice(0, -1);
      now = last;
    },
    redo(): void {
      const next = future[0];
      if (next === undefined) return;
      past = [...past, now];
      future = future.slice(1);
      now = next;
    },
  };
}

function playBoth(device: TestDevice, model: ReturnType<typeof createSnapshots>, move: Move): void {
  if (move.type === 'undo') {
    device.undo();
    model.undo();
  } else if (move.type === 'redo') {
    device.redo();
    model.redo();
  } else if (device.apply(move) !== null) {
    model.apply(readLive(device.list));
  }
}
