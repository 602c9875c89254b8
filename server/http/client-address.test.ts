/** The address by which rate limits count a request. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createClientAddresses, groupAddress, isOwnMachine, listAddressTiers } from './client-address.ts';

/** The address that counts for a request over a connection from 192.0.2.7. */
function addressOf(proxies: readonly string[], forwarded?: string): string {
  const headers = forwarded === undefined ? new Headers() : new Headers({ 'x-forwarded-for': forwarded });
  const request = new Request('http://x/', { headers });
  const addresses = createClientAddresses(proxies);
  addresses.record(request, { incoming: { socket: { remoteAddress: '192.0.2.7' } } as IncomingMessage });
  return addresses.of(request);
}

const PROXY = ['192.0.2.0/24'];

test('without a trusted proxy the socket address counts, whatever the headers are', () => {
  expect(addressOf([])).toBe('192.0.2.7');
  expect(addressOf([], '203.0.113.9')).toBe('192.0.2.7');
});

test('behind a trusted proxy its own entry counts, which is the last', () => {
  for (const proxies of [PROXY, ['192.0.2.7'], ['::1', '192.0.2.7/32']]) {
    expect(addressOf(proxies, '203.0.113.9')).toBe('203.0.113.9');
    expect(addressOf(proxies, '10.0.0.1, 198.51.100.1 ,203.0.113.9 ')).toBe('203.0.113.9');
  }
});

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['203.0.113.9, 192.0.2.8:4711', '203.0.113.9'],
])('an entry of a proxy counts without its port: %s', (forwarded, address) => {
  expect(addressOf(PROXY, forwarded)).toBe(address);
});

test('of several trusted proxies, the first one that the client connected to counts', () => {
  expect(addressOf(['192.0.2.0/24', '10.0.0.0/8'], '198.51.100.1, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9');
  expect(addressOf(['192.0.2.0/24', '10.0.0.0/8'], '10.1.2.3')).toBe('192.0.2.7');
});

test('a request that does not come from a trusted proxy counts by its socket address', () => {
  for (const proxies of [['192.0.2.8'], ['10.0.0.0/8'], ['2001:db8::/32'], ['::ffff:0:0/96']]) {
    expect(addressOf(proxies, '203.0.113.9')).toBe('192.0.2.7');
  }
});

test.each([undefined, '', ' ', '203.0.113.9, '])(
  'without an entry of the proxy the socket address counts: "%s"',
  (text) => {
    expect(addressOf(PROXY, text)).toBe('192.0.2.7');
  },
);

test('an unknown request has no address', () => {
  expect(createClientAddresses(PROXY).of(new Request('http://x/'))).toBe('');
});

test('[wire] upgrade requests follow the same rules', () => {
  const headers = { 'x-forwarded-for': '10.0.0.1, 203.0.113.9' };
  const request = { headers, socket: { remoteAddress: '192.0.2.7' } } as unknown as IncomingMessage;
  expect([[], PROXY].map((proxies) => createClientAddresses(proxies).of(request))).toEqual([
    '192.0.2.7',
    '203.0.113.9',
  ]);
});

test('[wire] limits count an IPv6 address by its /64, /56 and /48', () => {
  expect(listAddressTiers('2001:db8:1:2345::1')).toEqual([
    { key: '2001:db8:1:2345::/64', factor: 1 },
    { key: '2001:db8:1:2300::/56', factor: 4 },
    { key: '2001:db8:1::/48', factor: 16 },
  ]);
  expect(listAddressTiers('::ffff:192.0.2.7')).toEqual([{ key: '192.0.2.7', factor: 1 }]);
  expect(listAddressTiers('')).toEqual([{ key: '', factor: 1 }]);
});

test('[wire] an IPv4 address counts on its own, also when it is written as IPv6', () => {
  expect(groupAddress('192.0.2.7')).toBe('192.0.2.7');
  expect(groupAddress('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(groupAddress('::FFFF:192.0.2.7')).toBe('192.0.2.7');
});

test('[wire] all addresses of an IPv6 network of 64 bits count as one', () => {
  const network = '2001:db8:0:1::/64';
  expect(groupAddress('2001:db8:0:1::1')).toBe(network);
  expect(groupAddress('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff')).toBe(network);
  expect(groupAddress('2001:db8:0:2::1')).not.toBe(network);
  expect(groupAddress('fe80::1%eth0')).toBe('fe80::/64');
  expect(groupAddress('::1')).toBe('::/64');
});

test.each(['fe80::1%eth0', 'fe80::1%br-lan', 'fe80::1%eth0.10'])(
  '[wire] a link-local address counts without its interface: %s',
  (address) => {
    expect(groupAddress(address)).toBe('fe80::/64');
    expect(isOwnMachine(address)).toBe(false);
    const request = { headers: {}, socket: { remoteAddress: address } } as unknown as IncomingMessage;
    expect([['fe80::/10'], ['10.0.0.0/8']].map((proxies) => createClientAddresses(proxies).of(request))).toEqual([
      address,
      address,
    ]);
  },
);

test('[wire] a text that is not an address counts unchanged', () => {
  expect(groupAddress('')).toBe('');
  expect(groupAddress('somewhere')).toBe('somewhere');
});

test('[wire] every spelling of loopback counts as this machine, and no other address does', () => {
  for (const own of ['', '127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1']) {
    expect([own, isOwnMachine(own)]).toEqual([own, true]);
  }
  for (const other of [
    '192.0.2.7',
    '128.0.0.1',
    '10.0.0.1',
    '::ffff:192.0.2.7',
    '2001:db8::1',
    '::',
    '127',
    'x127.0.0.1',
  ]) {
    expect([other, isOwnMachine(other)]).toEqual([other, false]);
  }
});
