/** Change events: the rows they bring, and the pulls that follow or replace them. */
import { beforeEach, describe, expect, test } from 'vitest';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { EVERYTHING, openSyncedList, rest, row } from './open-synced-list.ts';

beforeEach(stubIndexedDb);

describe('a change event', () => {
  test('[Y5] shows its row before any pull, and a pull follows a second later', async () => {
    const { store, takeAsked, emit, clock } = await openSyncedList();
    await emit({ type: 'live' });
    takeAsked();
    await emit({ type: 'rows', rows: [row('tea', 5)] });
    expect([store.list.items.has('tea'), takeAsked()]).toEqual([true, []]);
    clock.advance(1000);
    await rest();
    expect(takeAsked()).toEqual(['pull items 0', 'pull listRow 0']);
  });

  test('[Y5] about this device’s own write is ignored', async () => {
    const { takeAsked, emit, clock, storage } = await openSyncedList();
    await emit({ type: 'live' });
    takeAsked();
    const read = await (await storage.loadSync(clock)).readSync();
    if (!read.ok) throw new Error('The fake disk failed.');
    await emit({ type: 'rows', rows: [row('tea', 5, read.value.deviceId)] });
    clock.advance(5000);
    await rest();
    expect(takeAsked()).toEqual([]);
  });

  test('[Y5] about a change by a client that keeps the device and its number is shown', async () => {
    const { store, takeAsked, emit, clock, storage } = await openSyncedList();
    await emit({ type: 'live' });
    const read = await (await storage.loadSync(clock)).readSync();
    if (!read.ok) throw new Error('The fake disk failed.');
    const { deviceId, lastSeq } = read.value;
    const written = (version: number) => ({ ...row('tea', version, deviceId), deviceSeq: lastSeq + 1 });
    takeAsked();
    await emit({ type: 'rows', rows: [written(5)] });
    expect(store.list.items.has('tea')).toBe(false);
    await emit({ type: 'rows', rows: [written(6)] });
    expect(store.list.items.has('tea')).toBe(true);
    clock.advance(1000);
    await rest();
    expect(takeAsked()).toEqual(['pull items 0', 'pull listRow 0']);
  });

  test('[Y5] without its whole row, or a renewed subscription, starts a full resync', async () => {
    const { takeAsked, emit } = await openSyncedList();
    takeAsked();
    await emit({ type: 'resync' });
    expect(takeAsked()).toEqual(EVERYTHING);
    await emit({ type: 'live' });
    expect(takeAsked()).toEqual(EVERYTHING);
  });

  test('[Y5] without a subscription the sync polls every 20 seconds', async () => {
    const { takeAsked, emit, clock } = await openSyncedList();
    takeAsked();
    clock.advance(20_000);
    await rest();
    expect(takeAsked()).toEqual(EVERYTHING);
    await emit({ type: 'live' });
    takeAsked();
    clock.advance(40_000);
    await rest();
    expect(takeAsked().filter((ask) => ask !== 'report')).toEqual([]);
  });
});

test('[Y5] a live subscription still resyncs every five minutes, because events can get lost', async () => {
  const { takeAsked, emit, clock } = await openSyncedList();
  await emit({ type: 'live' });
  takeAsked();
  clock.advance(300_000);
  await rest();
  expect(takeAsked().filter((ask) => ask !== 'report')).toEqual(EVERYTHING);
});
