/** The network of the soak test, with and without faults. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededRandom } from './seeded-random.ts';
import { createProxy } from './proxy.ts';
import type { Proxy } from './proxy.ts';

let received = 0;
const server = createServer((request, answer) => {
  received += 1;
  request.pipe(answer);
});
let proxy: Proxy;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await createProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const echo = async (): Promise<string> =>
  (await fetch(proxy.address, { method: 'POST', body: 'Milk', signal: AbortSignal.timeout(3000) })).text();

/** Faults of which only the nth possible one happens. */
const onlyFault = (number: number): SeededRandom => {
  let asked = 0;
  return { below: () => 0, pick: () => undefined, isHit: () => (asked += 1) === number };
};

test('[wire] without faults, every request arrives and is counted', async () => {
  const before = proxy.counts();
  expect(await echo()).toBe('Milk');
  expect(proxy.counts()).toMatchObject({ requests: before.requests + 1, faults: before.faults });
  expect(proxy.counts().bytesUp).toBeGreaterThan(before.bytesUp);
});

test.each([
  { fault: 'dropped before the server receives it', number: 1, times: 0, answer: null },
  { fault: 'doubled', number: 4, times: 2, answer: 'Milk' },
  { fault: 'cut off after the server applied it', number: 5, times: 1, answer: null },
])('[Y4] with faults, a request is $fault', async ({ number, times, answer }) => {
  received = 0;
  proxy.setFaults(onlyFault(number));
  expect(await echo().catch(() => null)).toBe(answer);
  expect(received).toBe(times);
  proxy.setFaults(null);
});
