/** Accepted and refused upgrade requests. */
import { expect, test } from 'vitest';
import { requestUpgrade, openRawClient } from '#server/realtime/testing/raw-client.ts';
import { openTestRealtime, startTestRealtime } from '#server/realtime/testing/test-realtime.ts';

const limits = { connections: 20 };
const service = await openTestRealtime({ settings: limits });
const { database, tokens } = service;
const claims = { sub: '7b1ce007-566d-41ed-8d45-258649c82f3a', role: 'authenticated', aud: 'authenticated' };
const open = () => openRawClient(service.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);

test('[wire] the handshake requires a key, as a parameter or a header, and a known version', async () => {
  expect(await requestUpgrade(service.address, 'vsn=2.0.0')).toEqual([401, { error: 'API key is missing' }]);
  expect(await requestUpgrade(service.address, 'apikey=x&vsn=2.0.0')).toEqual([401, { error: 'Invalid API key' }]);
  expect(await requestUpgrade(service.address, `apikey=${await tokens.sign(claims, -5)}`)).toEqual([
    401,
    { error: 'API key has expired' },
  ]);
  expect(await requestUpgrade(service.address, `apikey=${tokens.anonKey}&vsn=3`)).toEqual([
    400,
    { error: 'The serializer version is not supported' },
  ]);
  expect(await requestUpgrade(service.address, '', { apikey: tokens.anonKey })).toEqual([101, null]);
  expect(
    await requestUpgrade(service.address, '', { 'x-api-key': tokens.anonKey, origin: 'https://elsewhere.example' }),
  ).toEqual([101, null]);
});

test('[wire] too many connections are refused with 429', async () => {
  const raws = await Promise.all(Array.from({ length: limits.connections }, () => open()));
  expect(await requestUpgrade(service.address, `apikey=${tokens.anonKey}`)).toEqual([
    429,
    { error: 'Too many connected users' },
  ]);
  for (const { socket } of raws) socket.close();
  await Promise.all(raws.map(({ closed }) => closed));
});

test('[wire] closing disconnects all clients and accepts no more', async () => {
  const second = await startTestRealtime({ database, tokens });
  const raw = await openRawClient(second.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);
  const stuck = await openRawClient(second.address, `apikey=${tokens.anonKey}`);
  stuck.socket.pause();
  const started = performance.now();
  const stopped = second.stop();
  expect(await raw.closed).toBe(1001);
  await stopped;
  expect(performance.now() - started).toBeLessThan(5_000);
  stuck.socket.terminate();
});
