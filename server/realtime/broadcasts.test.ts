/** Broadcasts between members of a topic, by socket and by HTTP. */
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import { joining, openRawClient } from './testing/raw-client.ts';
import { addAccount, startTestRealtime, subscribed } from './testing/test-realtime.ts';

const database = await createTestDatabase();
const tokens = await createTestTokens();
const service = await startTestRealtime({ database, tokens });
const ann = await addAccount(database, tokens);
const open = () => openRawClient(service.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);

const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b));

afterAll(async () => {
  await service.stop();
  await database.close();
});

test('[wire] members of a topic hear each other in both versions, by socket and by HTTP', async () => {
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

test('[wire] a channel is left, joined again, and answers presence', async () => {
  const client = service.createClient();
  const channel = client.channel('again', { config: { presence: { enabled: true } } });
  await subscribed(channel);
  expect(await channel.track({ here: true })).toBe('ok');
  expect(await client.removeChannel(channel)).toBe('ok');
  await subscribed(client.channel('again'));
});

test('[wire] broadcasts over HTTP want a key, and reach the members', async () => {
  const raw = await open();
  raw.say('1', '1', 'realtime:a b', 'phx_join', joining());
  await raw.until('phx_reply');
  const post = (path: string, body: BodyInit, headers: Record<string, string> = { apikey: tokens.anonKey }) =>
    service.realtime.app.request(path, { method: 'POST', headers, body });
  const many = JSON.stringify({ messages: [{ topic: 'a b', event: 'e', payload: { n: 1 }, private: false }] });
  expect((await post('/api/broadcast', many, {})).status).toBe(401);
  expect(
    (await post('/api/broadcast', many, { authorization: 'Bearer nonsense', apikey: tokens.anonKey })).status,
  ).toBe(401);
  expect((await post('/api/broadcast', '{')).status).toBe(422);
  expect((await post('/api/broadcast', '{"messages":[{"topic":"x"}]}')).status).toBe(422);
  expect((await post('/api/broadcast', 'x'.repeat(300_000))).status).toBe(413);
  expect((await post('/api/broadcast/a%20b/events/e', 'nonsense')).status).toBe(422);
  expect((await post('/api/broadcast/a%20b/events/e?private=true', '{}')).status).toBe(403);
  expect((await service.realtime.app.request('/api/nothing')).status).toBe(404);
  const messages: Buffer[] = [];
  raw.socket.removeAllListeners('message');
  raw.socket.on('message', (data: Buffer) => messages.push(data));
  expect((await post('/api/broadcast', many, { authorization: `Bearer ${ann.token}` })).status).toBe(202);
  expect((await post('/api/broadcast/a%20b/events/e', '{"n":2}')).status).toBe(202);
  expect((await post('/api/broadcast', many.replace('false', 'true'))).status).toBe(202);
  await vi.waitFor(() => expect(messages.map((bytes) => bytes.toString().slice(-7))).toEqual(['{"n":1}', '{"n":2}']));
  raw.socket.close();
});
