/** The proxy of the browser tests and the soak test, with and without faults. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFaultProxy, type Fault, type FaultProxy } from './fault-proxy.ts';

let received = 0;
const server = createServer((incoming, answer) => {
  received += 1;
  incoming.pipe(answer);
});
let proxy: FaultProxy;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const echo = async (): Promise<string> =>
  (await fetch(proxy.address, { method: 'POST', body: 'Milk', signal: AbortSignal.timeout(30_000) })).text();

test('[wire] without faults, every request arrives and is counted', async () => {
  const before = proxy.counts();
  expect(await echo()).toBe('Milk');
  expect(proxy.counts()).toMatchObject({ requests: before.requests + 1, faults: before.faults });
  expect(proxy.counts().bytesUp).toBeGreaterThan(before.bytesUp);
});

test.each<{ name: string; fault: Fault; times: number; answer: string | null }>([
  { name: 'dropped before the server receives it', fault: 'drop', times: 0, answer: null },
  { name: 'doubled', fault: 'duplicate', times: 2, answer: 'Milk' },
  { name: 'delayed', fault: { delayMs: 20 }, times: 1, answer: 'Milk' },
  { name: 'cut off after the server applied it', fault: 'cut-after', times: 1, answer: null },
  { name: 'refused', fault: { status: 503, body: {} }, times: 0, answer: '{}' },
])('[Y4] with faults, a request is $name', async ({ fault, times, answer }) => {
  received = 0;
  const before = proxy.counts().faults;
  proxy.injectFaults(() => fault);
  expect(await echo().catch(() => null)).toBe(answer);
  proxy.injectFaults(() => null);
  expect(received).toBe(times);
  expect(proxy.counts().faults).toBe(before + 1);
});

test('[Y4] a message of a WebSocket ends the connection if it is cut', async () => {
  server.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    socket.pipe(socket);
  });
  const open = async () => {
    const asked = request(proxy.address, { headers: { connection: 'Upgrade', upgrade: 'websocket' } }).end();
    // Node's types do not say what an `upgrade` event carries.
    const [, socket] = (await once(asked, 'upgrade')) as [unknown, Socket];
    return socket;
  };
  const whole = await open();
  whole.write('Milk');
  expect(String((await once(whole, 'data'))[0])).toBe('Milk');
  proxy.cutSockets(() => true);
  const closed = once(whole, 'close');
  whole.on('error', () => undefined).write('Eggs');
  await closed;
  proxy.cutSockets(() => false);
});
