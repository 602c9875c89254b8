/** Which addresses count as one caller. */
import { expect, test } from 'vitest';
import { groupAddress } from './group-address.ts';

test('[wire] an IPv4 address counts by itself, also when it is written as IPv6', () => {
  expect(groupAddress('192.0.2.7')).toBe('192.0.2.7');
  expect(groupAddress('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(groupAddress('::FFFF:192.0.2.7')).toBe('192.0.2.7');
});

test('[wire] all addresses of an IPv6 network of 64 bits count as one', () => {
  const network = '2001:db8:0:1::/64';
  expect(groupAddress('2001:db8:0:1::1')).toBe(network);
  expect(groupAddress('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff')).toBe(network);
  expect(groupAddress('2001:db8:0:2::1')).not.toBe(network);
  expect(groupAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(groupAddress('::1')).toBe('0:0:0:0::/64');
});

test('[wire] what is no address counts as it is written', () => {
  expect(groupAddress('')).toBe('');
  expect(groupAddress('somewhere')).toBe('somewhere');
});
