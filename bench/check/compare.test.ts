/** Comparing the rows of a benchmark with their recorded figures. */
import { expect, test } from 'vitest';
import { compareRow, summarizeRuns, describeComparison } from './compare.ts';

const recorded = { figure: 2, low: 1.9, high: 2.1 };

test('[bench] several runs are summarized by their median and their spread', () => {
  expect(summarizeRuns([3, 1, 2, 2, 9])).toEqual({ figure: 2, low: 1, high: 9 });
});

test('[bench] a row is worse if its median grew by more than both spreads together', () => {
  expect(compareRow(recorded, [2.5, 2.5, 2.5])).toMatchObject({ figure: 2.5, verdict: 'worse' });
  expect(compareRow(recorded, [2.4, 2.5, 2.4])).toMatchObject({ verdict: 'worse' });
});

test('[bench] a difference within the recorded spread is not a loss', () => {
  expect(compareRow(recorded, [2.15, 2.15, 2.15])).toMatchObject({ verdict: 'same' });
});

test('[bench] a difference within the spread of the new runs is not a loss', () => {
  expect(compareRow(recorded, [2.5, 2.5, 1.9])).toMatchObject({ verdict: 'same' });
});

test('[bench] one bad run among good ones is not a loss', () => {
  expect(compareRow(recorded, [2, 9, 2])).toMatchObject({ figure: 2, verdict: 'same' });
});

test('[bench] a figure without spread, such as bytes, must not grow at all', () => {
  const bytes = { figure: 84.6, low: 84.6, high: 84.6 };
  expect(compareRow(bytes, [84.6, 84.6])).toMatchObject({ verdict: 'same' });
  expect(compareRow(bytes, [84.7, 84.7])).toMatchObject({ verdict: 'worse' });
  // Rounding in the recorded figure is not a loss.
  expect(compareRow(summarizeRuns([84.61234]), [84.61234])).toMatchObject({ verdict: 'same' });
});

test('[bench] an improvement beyond the noise is reported, so that it can be recorded', () => {
  expect(compareRow(recorded, [1.5, 1.5, 1.5])).toMatchObject({ verdict: 'better' });
});

test('[bench] negative figures, such as exponents, are compared the same way', () => {
  const flat = { figure: -0.01, low: -0.03, high: 0.02 };
  expect(compareRow(flat, [0.03, 0.03])).toMatchObject({ verdict: 'same' });
  expect(compareRow(flat, [0.1, 0.1])).toMatchObject({ verdict: 'worse' });
});

test('[bench] a loss is reported in one line; new and missing rows are reported and are not losses', () => {
  expect(describeComparison('tick', recorded, [2.5, 2.5])).toEqual({
    isWorse: true,
    line: 'Worse: tick is 2.5; recorded is 2 (1.9 to 2.1), the noise is 0.2.',
  });
  expect(describeComparison('tick', recorded, [2])).toEqual({ isWorse: false, line: null });
  expect(describeComparison('tick', recorded, [1])).toMatchObject({
    isWorse: false,
    line: expect.stringContaining('Better'),
  });
  expect(describeComparison('tick', undefined, [1])).toMatchObject({
    isWorse: false,
    line: expect.stringContaining('New'),
  });
  expect(describeComparison('tick', recorded, undefined)).toMatchObject({
    isWorse: false,
    line: expect.stringContaining('Missing'),
  });
});
