/** The deliveries that broadcasts may cause within a second. */
import { expect, test } from 'vitest';
import { type Connection, defaultLimits } from './connection.ts';
import { createDeliveryRate } from './hub.ts';

let now = 0;
const limits = { ...defaultLimits, deliveriesPerSecond: 10, deliveriesPerAddress: 20 };
const connect = (...addressTiers: Connection['addressTiers']): Connection =>
  ({ addressTiers }) as unknown as Connection;

test('[wire] the first broadcast of a second always reaches its topic, however many members that has', () => {
  const { admits } = createDeliveryRate(limits, () => now);
  const sender = connect({ key: 'a', factor: 1 });
  expect([admits(sender, 5_000), admits(sender, 1)]).toEqual([true, false]);
  now += 1_000;
  expect([admits(sender, 5_000), admits(sender, 1)]).toEqual([true, false]);
});

test('[wire] larger networks may cause more deliveries, and this machine any number over all its connections', () => {
  const { admits } = createDeliveryRate(limits, () => now);
  const from = (key: string) => connect({ key, factor: 1 }, { key: 'network', factor: 2 });
  const count = (key: string) => Array.from({ length: 5 }, () => admits(from(key), 10)).filter(Boolean).length;
  expect(['a', 'b', 'c'].map(count)).toEqual([2, 2, 0]);
  expect(Array.from({ length: 50 }, () => admits(connect(), 10)).every(Boolean)).toBe(true);
});

test('[wire] three dozen members of one office can show each other their cursors ten times a second', () => {
  const { admits } = createDeliveryRate(defaultLimits, () => now);
  const members = Array.from({ length: 36 }, () => connect({ key: 'office', factor: 1 }));
  for (let nth = 0; nth < 10; nth += 1) expect(members.every((member) => admits(member, 35))).toBe(true);
});
