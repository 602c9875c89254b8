/** Broadcasts between members of a topic, also of other processes. */
import { expect, test, vi } from 'vitest';
import type { Sql } from '#server/database/database.ts';
import { createBroadcastFeed } from './broadcasts.ts';
import { openTestRealtime, subscribed } from './testing/test-realtime.ts';

const service = await openTestRealtime();

const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b));

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

test('[wire] a public channel can be left and joined again, and presence on it is acknowledged', async () => {
  const client = service.createClient();
  const channel = client.channel('again', { config: { presence: { enabled: true } } });
  await subscribed(channel);
  expect(await channel.track({ here: true })).toBe('ok');
  expect(await client.removeChannel(channel)).toBe('ok');
  await subscribed(client.channel('again'));
});

type Listen = (channel: string, hear: (payload: string) => void, hasBegun: () => void) => Promise<unknown>;

test('[wire] a connection lost during its first listen counts as a gap once the driver listens again', async () => {
  const listen = vi.fn<Listen>(() => Promise.reject(new Error('read ECONNRESET')));
  const [onGap, onFailure] = [vi.fn<() => void>(), vi.fn<(error: unknown) => void>()];
  const sql = { listen } as unknown as Sql;
  createBroadcastFeed({ sql, onMessage: () => undefined, onGap, onFailure });
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  expect(onGap).not.toHaveBeenCalled();
  listen.mock.calls[0]?.[2]();
  expect(onGap).toHaveBeenCalledTimes(1);
});

test('[wire] the first listen is not a gap', () => {
  const listen = vi.fn<Listen>(() => Promise.resolve({ unlisten: () => undefined }));
  const onGap = vi.fn<() => void>();
  const parts = { onMessage: () => undefined, onGap, onFailure: () => undefined };
  createBroadcastFeed({ sql: { listen } as unknown as Sql, ...parts });
  listen.mock.calls[0]?.[2]();
  expect(onGap).not.toHaveBeenCalled();
  listen.mock.calls[0]?.[2]();
  expect(onGap).toHaveBeenCalledTimes(1);
});
