/** How often the backend hears that this device was in step. */
import { expect, test } from 'vitest';
import { ok } from '#core/result.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createNoteKeeper } from './note-keeper.ts';

function setUp() {
  const clock = createFakeClock();
  const begun = clock.now();
  const notes: number[] = [];
  const keeper = createNoteKeeper(clock, {
    noteSync: () => {
      notes.push(clock.now() - begun);
      return Promise.resolve(ok(null));
    },
  });
  return { clock, notes, keeper };
}

test('[Y11] the first pass is noted at once, those of the next minute together when it is over', () => {
  const { clock, notes, keeper } = setUp();
  for (const wait of [0, 10_000, 20_000]) {
    clock.advance(wait);
    keeper.due();
  }
  clock.advance(120_000);
  expect(notes).toEqual([0, 60_000]);
});

test('[Y11] nothing is noted of an account that was left', () => {
  const { clock, notes, keeper } = setUp();
  keeper.due();
  keeper.due();
  keeper.close();
  clock.advance(120_000);
  expect(notes).toEqual([0]);
});

test('[Y11] a clock that was set back does not keep the next note away for long', () => {
  const { clock, notes, keeper } = setUp();
  keeper.due();
  clock.set(clock.now() - 3_600_000);
  keeper.due();
  clock.advance(60_000);
  expect(notes).toHaveLength(2);
});
