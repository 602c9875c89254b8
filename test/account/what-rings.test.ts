/** What comes with the doorbell, and what is asked for where it is silent. */
import { beforeEach, describe, expect, test } from 'vitest';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { EVERYTHING, openAccount, rest, row } from './open-account.ts';

beforeEach(stubIndexedDb);

describe('what rings', () => {
  test('[Y5] a row is on screen before any pull, and the pull comes when it is quiet', async () => {
    const { store, takeAsked, ring, clock } = await openAccount();
    await ring({ type: 'live' });
    takeAsked();
    await ring({ type: 'rows', rows: [row('tea', 5)] });
    expect([store.list.items.has('tea'), takeAsked()]).toEqual([true, []]);
    clock.advance(1000);
    await rest();
    expect(takeAsked()).toEqual(['pull items 0', 'pull profile 0']);
  });

  test('[Y5] what this device wrote itself does not ring', async () => {
    const { takeAsked, ring, clock, storage } = await openAccount();
    await ring({ type: 'live' });
    takeAsked();
    const read = await (await storage.loadSync(clock)).readSync();
    if (!read.ok) throw new Error('The disk answers.');
    await ring({ type: 'rows', rows: [row('tea', 5, read.value.deviceId)] });
    clock.advance(5000);
    await rest();
    expect(takeAsked()).toEqual([]);
  });

  test('[Y5] a row that did not come whole, and a bell that rings again, make it look', async () => {
    const { takeAsked, ring } = await openAccount();
    takeAsked();
    await ring({ type: 'look' });
    expect(takeAsked()).toEqual(EVERYTHING);
    await ring({ type: 'live' });
    expect(takeAsked()).toEqual(EVERYTHING);
  });

  test('[Y5] where nothing can ring one looks every 20 seconds', async () => {
    const { takeAsked, ring, clock } = await openAccount();
    takeAsked();
    clock.advance(20_000);
    await rest();
    expect(takeAsked()).toEqual(EVERYTHING);
    await ring({ type: 'live' });
    takeAsked();
    clock.advance(40_000);
    await rest();
    expect(takeAsked().filter((ask) => ask !== 'note')).toEqual([]);
  });
});

test('[Y5] while all rings it still looks every five minutes: a ring can get lost', async () => {
  const { takeAsked, ring, clock } = await openAccount();
  await ring({ type: 'live' });
  takeAsked();
  clock.advance(300_000);
  await rest();
  expect(takeAsked().filter((ask) => ask !== 'note')).toEqual(EVERYTHING);
});
