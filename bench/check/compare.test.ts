/** When a benchmark's row counts as lost. */
import { expect, test } from 'vitest';
import { compareRow, keepFigures, tellRow } from './compare.ts';

const kept = { figure: 2, low: 1.9, high: 2.1 };

test('[bench] several runs come to their median, and their spread is kept beside it', () => {
  expect(keepFigures([3, 1, 2, 2, 9])).toEqual({ figure: 2, low: 1, high: 9 });
});

test('[bench] a row is worse where its median is, by more than both spreads together', () => {
  expect(compareRow(kept, [2.5, 2.5, 2.5])).toMatchObject({ figure: 2.5, verdict: 'worse' });
  expect(compareRow(kept, [2.4, 2.5, 2.4])).toMatchObject({ verdict: 'worse' });
});

test('[bench] a loss within the noise that was committed is none', () => {
  expect(compareRow(kept, [2.15, 2.15, 2.15])).toMatchObject({ verdict: 'same' });
});

test('[bench] a loss within the noise of these runs is none', () => {
  expect(compareRow(kept, [2.5, 2.5, 1.9])).toMatchObject({ verdict: 'same' });
});

test('[bench] one bad run among good ones is none', () => {
  expect(compareRow(kept, [2, 9, 2])).toMatchObject({ figure: 2, verdict: 'same' });
});

test('[bench] what never differs, such as bytes, may not grow at all', () => {
  const bytes = { figure: 84.6, low: 84.6, high: 84.6 };
  expect(compareRow(bytes, [84.6, 84.6])).toMatchObject({ verdict: 'same' });
  expect(compareRow(bytes, [84.7, 84.7])).toMatchObject({ verdict: 'worse' });
  // Nor does what was cut off at the commit count as a loss.
  expect(compareRow(keepFigures([84.61234]), [84.61234])).toMatchObject({ verdict: 'same' });
});

test('[bench] a gain beyond the noise is said, so that it can be committed', () => {
  expect(compareRow(kept, [1.5, 1.5, 1.5])).toMatchObject({ verdict: 'better' });
});

test('[bench] figures below zero, such as exponents, are compared alike', () => {
  const flat = { figure: -0.01, low: -0.03, high: 0.02 };
  expect(compareRow(flat, [0.03, 0.03])).toMatchObject({ verdict: 'same' });
  expect(compareRow(flat, [0.1, 0.1])).toMatchObject({ verdict: 'worse' });
});

test('[bench] a loss is one line; a row that is new or gone is said, and is no loss', () => {
  expect(tellRow('tick', kept, [2.5, 2.5])).toEqual({
    isLost: true,
    line: 'LOST: tick is 2.5; committed is 2 (1.9 to 2.1), the noise 0.2.',
  });
  expect(tellRow('tick', kept, [2])).toEqual({ isLost: false, line: null });
  expect(tellRow('tick', kept, [1])).toMatchObject({ isLost: false, line: expect.stringContaining('Better') });
  expect(tellRow('tick', undefined, [1])).toMatchObject({ isLost: false, line: expect.stringContaining('New') });
  expect(tellRow('tick', kept, undefined)).toMatchObject({ isLost: false, line: expect.stringContaining('Gone') });
});
