/** Broadcasts between members of a topic. */
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import { startTestRealtime, subscribed } from '#server/realtime/testing/test-realtime.ts';

const database = await createTestDatabase();
const tokens = await createTestTokens();
const service = await startTestRealtime({ database, tokens });

const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b));

afterAll(async () => {
  await service.stop();
  await database.close();
});

test('[wire] members of a topic receive broadcasts in both protocol versions', async () => {
  const [a, b, old] = [service.createClient(), service.createClient(), service.createClient({ vsn: '1.0.0' })];
  const said: unknown[] = [];
  const channels = [a, b, old].map((client) =>
    client.channel('room', { config: { broadcast: { ack: true, self: client === a } } }),
  );
  for (const [i, channel] of channels.entries())
    channel.on('broadcast', { event: 'hi' }, ({ payload }) => said.push([i, payload]));
  await Promise.all(channels.map(subscribed));
  const [fromA, fromB, fromOld] = channels;
  expect(await fromA?.send({ type: 'broadcast', event: 'hi', payload: { n: 1 } })).toBe('ok');
  await vi.waitFor(() => expect(said).toHaveLength(3));
  expect(said.splice(0).toSorted(byText)).toEqual([
    [0, { n: 1 }],
    [1, { n: 1 }],
    [2, { n: 1 }],
  ]);
  expect(await fromOld?.send({ type: 'broadcast', event: 'hi', payload: { n: 2 } })).toBe('ok');
  await vi.waitFor(() => expect(said).toHaveLength(2));
  expect(said.splice(0).toSorted(byText)).toEqual([
    [0, { n: 2 }],
    [1, { n: 2 }],
  ]);
  expect(await fromB?.send({ type: 'broadcast', event: 'hi', payload: new Uint8Array([1, 2]).buffer })).toBe('ok');
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(said.splice(0)).toEqual([[0, new Uint8Array([1, 2]).buffer]]);
});

test('[wire] a channel can be left and joined again, and replies to presence', async () => {
  const client = service.createClient();
  const channel = client.channel('again', { config: { presence: { enabled: true } } });
  await subscribed(channel);
  expect(await channel.track({ here: true })).toBe('ok');
  expect(await client.removeChannel(channel)).toBe('ok');
  await subscribed(client.channel('again'));
});
