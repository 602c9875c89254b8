/** How often a device reports that it is in sync. */
import { expect, test } from 'vitest';
import { ok } from '#core/result.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createSyncReporter } from './sync.ts';

function setUp() {
  const clock = createFakeClock();
  const begun = clock.now();
  const reports: number[] = [];
  const reporter = createSyncReporter(clock, {
    reportSync: () => {
      reports.push(clock.now() - begun);
      return Promise.resolve(ok(null));
    },
  });
  return { clock, reports, reporter };
}

test('[Y11] the first sync cycle is reported at once, those of the next minute together at its end', () => {
  const { clock, reports, reporter } = setUp();
  for (const wait of [0, 10_000, 20_000]) {
    clock.advance(wait);
    reporter.report();
  }
  clock.advance(120_000);
  expect(reports).toEqual([0, 60_000]);
});

test('[Y11] nothing is reported after the account is closed', () => {
  const { clock, reports, reporter } = setUp();
  reporter.report();
  reporter.report();
  reporter.close();
  clock.advance(120_000);
  expect(reports).toEqual([0]);
});

test('[Y11] setting the clock back does not delay the next report by more than a minute', () => {
  const { clock, reports, reporter } = setUp();
  reporter.report();
  clock.set(clock.now() - 3_600_000);
  reporter.report();
  clock.advance(60_000);
  expect(reports).toHaveLength(2);
});
