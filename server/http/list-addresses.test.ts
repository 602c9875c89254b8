/** Which addresses are printed at the start. */
import { expect, test } from 'vitest';
import { listAddresses } from './listen.ts';

const shared = { netmask: '', mac: '', cidr: null };
const interfaces: Parameters<typeof listAddresses>[2] = {
  lo: [{ ...shared, family: 'IPv4', address: '127.0.0.1', internal: true }],
  wlan0: [
    { ...shared, family: 'IPv4', address: '192.168.1.20', internal: false },
    { ...shared, family: 'IPv6', address: 'fe80::1', internal: false, scopeid: 2 },
  ],
};

test('a single address is printed alone', () => {
  for (const host of ['192.168.1.20', 'list.local', '127.0.0.2']) {
    expect(listAddresses(host, 3000, interfaces)).toEqual({ main: `http://${host}:3000`, local: [], network: [] });
  }
});

test('[A3] this computer is printed as localhost, as passkeys need a name, and by its number', () => {
  const main = 'http://localhost:3000';
  expect(listAddresses('127.0.0.1', 3000, interfaces)).toEqual({
    main,
    local: ['http://127.0.0.1:3000'],
    network: [],
  });
  expect(listAddresses('::1', 3000, interfaces)).toEqual({ main, local: ['http://[::1]:3000'], network: [] });
});

test('listening on all addresses prints those that other devices can reach', () => {
  const main = 'http://localhost:8080';
  const network = ['http://192.168.1.20:8080'];
  expect(listAddresses('0.0.0.0', 8080, interfaces)).toEqual({ main, local: ['http://127.0.0.1:8080'], network });
  expect(listAddresses('::', 8080, interfaces)).toEqual({ main, local: ['http://[::1]:8080'], network });
});
