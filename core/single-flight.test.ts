/** Runs one at a time, and never one too few. */
import { expect, test } from 'vitest';
import { quiet } from '#test/doubles/quiet.ts';
import { createSingleFlight } from './single-flight.ts';

/** A single flight whose runs the test ends. */
function setUp() {
  const ends: (() => void)[] = [];
  let runs = 0;
  const fly = createSingleFlight(() => {
    runs += 1;
    return new Promise((resolve) => {
      ends.push(resolve);
    });
  });
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await quiet();
  };
  return { fly, end, runs: () => runs };
}

test('[Y8] a run that throws does not prevent the next', async () => {
  let runs = 0;
  const flight = createSingleFlight(() => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error('a bug')) : Promise.resolve();
  });
  await expect(flight()).rejects.toThrow('a bug');
  await flight();
  expect(runs).toBe(2);
});

test('[Y8] several requests during a run start one more run', async () => {
  const { fly, end, runs } = setUp();
  void fly();
  void fly();
  void fly();
  expect(runs()).toBe(1);
  await end();
  expect(runs()).toBe(2);
  await end();
  expect(runs()).toBe(2);
});

test('[Y8] every request resolves when all runs are over', async () => {
  const { fly, end } = setUp();
  const quietFor: string[] = [];
  void fly().then(() => quietFor.push('first'));
  void fly().then(() => quietFor.push('second'));
  await end();
  expect(quietFor).toEqual([]);
  await end();
  expect(quietFor).toEqual(['first', 'second']);
});

test('[Y8] a request at any moment around the end of a run starts another', async () => {
  for (const delay of Array.from({ length: 12 }, (_, at) => at)) {
    let runs = 0;
    const fly = createSingleFlight(async () => {
      runs += 1;
      await Promise.resolve();
    });
    void fly();
    // A request after the last read of a run must start a new run.
    let asked = Promise.resolve();
    for (let step = 0; step < delay; step += 1) asked = asked.then(() => undefined);
    let runsWhenAsked = 0;
    await asked.then(() => {
      runsWhenAsked = runs;
      return fly();
    });
    await quiet();
    expect(runs).toBe(runsWhenAsked + 1);
  }
});
