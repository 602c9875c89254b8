/** Excessive or hostile input closes its own connection and no other. */
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { requestUpgrade, joinPayload, openRawClient, type RawClient } from './testing/raw-client.ts';
import { addAccount, openTestRealtime } from './testing/test-realtime.ts';

// A stopped clock, so that each test runs within one second.
let now = Date.now();
let address = '127.0.0.1';
const limits = {
  channels: 5,
  joinsPerSecond: 8,
  messagesPerSecond: 30,
  connectionsPerAddress: 2,
  subscriptions: 3,
  subscriptionsPerAddress: 4,
  deliveriesPerSecond: 24,
  deliveriesPerAddress: 30,
};
const service = await openTestRealtime({ clock: () => now, settings: limits, addressOf: () => address });
const { database, tokens } = service;
const ann = await addAccount(database, tokens);
const open = () => openRawClient(service.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);

afterEach(() => {
  address = '127.0.0.1';
});

test('[wire] too many channels, joins and messages are refused', async () => {
  const raw = await open();
  for (let i = 0; i < 12; i += 1) raw.send(`${i}`, `${i}`, `realtime:${i}`, 'phx_join', joinPayload());
  await vi.waitFor(() => expect(raw.received).toHaveLength(12));
  const reasons = JSON.stringify(raw.received);
  expect(reasons).toContain('ChannelRateLimitReached: Too many channels');
  expect(reasons).toContain('ClientJoinRateLimitReached: Too many joins per second');
  // New tokens for many channels at once are no misuse.
  for (let i = 0; i < 100; i += 1) raw.send('0', null, 'realtime:0', 'access_token', { access_token: null });
  raw.send(null, 'h', 'phoenix', 'heartbeat', {});
  await raw.until('phx_reply', 'phoenix');
  expect(raw.received.some((frame) => frame[3] === 'phx_close')).toBe(false);
  for (let i = 0; i < 100; i += 1) raw.send('0', `m${i}`, 'realtime:0', 'presence', {});
  expect(await raw.until('phx_close', 'realtime:0')).toBeDefined();
  expect((await raw.until('system', 'realtime:0'))[4]).toMatchObject({
    status: 'error',
    message: 'Too many messages per second',
  });
  for (let i = 0; i < 1000; i += 1) raw.send(null, `f${i}`, 'phoenix', 'heartbeat', {});
  expect(await raw.closed).toBe(1008);
});

test('[wire] a connection that is silent for a minute is terminated', async () => {
  const raw = await open();
  now += 61_000;
  expect(await raw.closed).toBe(1006);
});

test('[wire] invalid frames close only the connection that sent them', async () => {
  const honest = await open();
  const deep = `["1","1","realtime:x","phx_join",${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}]`;
  const hostile: (string | Buffer)[] = [
    '',
    '{',
    'null',
    '[]',
    deep,
    '\u0000',
    Buffer.from([3]),
    Buffer.from([3, 255, 255, 255, 255, 255, 1]),
    Buffer.from([9, 9]),
    Buffer.alloc(300_000),
    'x'.repeat(300_000),
  ];
  for (const bytes of hostile) {
    const raw = await open();
    raw.socket.send(bytes);
    expect([1006, 1007, 1009]).toContain(await raw.closed);
  }
  const raw = await open();
  // Not masked, and a reserved bit: no WebSocket frame of a client.
  const wire: unknown = Reflect.get(raw.socket, '_socket');
  expect(wire instanceof Socket && wire.write(Buffer.from([0xf1, 0x05, 1, 2, 3, 4, 5]))).toBe(true);
  expect([1002, 1006]).toContain(await raw.closed);
  honest.send(null, '1', 'phoenix', 'heartbeat', {});
  expect(await honest.until('phx_reply')).toBeDefined();
  honest.socket.close();
});

test('[wire] a client that does not read is disconnected before its queue fills the memory', async () => {
  const raw = await open();
  raw.send('1', '1', 'realtime:slow', 'phx_join', joinPayload());
  await raw.until('phx_reply');
  raw.socket.pause();
  const speaker = await open();
  speaker.send('1', '1', 'realtime:slow', 'phx_join', { config: { broadcast: { ack: true } } });
  await speaker.until('phx_reply');
  const said = { type: 'broadcast', event: 'e', payload: 'x'.repeat(200_000) };
  for (let i = 0; i < 200; i += 1) {
    if (i % 20 === 0) now += 1_000;
    speaker.send('1', `m${i}`, 'realtime:slow', 'broadcast', said);
    await vi.waitFor(() => expect(speaker.received.at(-1)?.[1]).toBe(`m${i}`), { interval: 1 });
  }
  speaker.socket.close();
  // What the system's own buffers still hold can be read; the queue behind them is gone.
  raw.socket.resume();
  expect(await raw.closed).toBe(1006);
});

test('[wire] one network address cannot use up all connections; loopback, where a proxy may be, is not limited', async () => {
  const ask = () => requestUpgrade(service.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);
  address = '2001:db8::1';
  const first = [await open(), await open()];
  // Another address of the same network.
  address = '2001:db8::2';
  expect(await ask()).toEqual([429, { error: 'Too many connected users' }]);
  address = '192.0.2.1';
  const other = await open();
  address = '2001:db8::1';
  first[0]?.socket.close();
  await vi.waitFor(async () => expect((await ask())[0]).toBe(101));
  address = '127.0.0.1';
  const own = [await open(), await open(), await open()];
  for (const { socket } of [...first, other, ...own]) socket.terminate();
});

test('[wire] a flood of pings or pongs terminates the connection', async () => {
  for (const say of ['ping', 'pong'] as const) {
    const raw = await open();
    for (let i = 0; i < 301; i += 1) raw.socket[say]('x');
    expect(await raw.closed).toBe(1006);
  }
});

test('[wire] a connection has a limit of subscriptions over all its channels', async () => {
  const raw = await open();
  const params = { event: '*', schema: 'public', table: 'grocery_items' };
  raw.send('1', '1', 'realtime:a', 'phx_join', joinPayload(ann.token, params, params));
  expect((await raw.until('phx_reply', 'realtime:a'))[4]).toMatchObject({ status: 'ok' });
  raw.send('2', '2', 'realtime:b', 'phx_join', joinPayload(ann.token, params, params));
  const reason = 'ChannelRateLimitReached: Too many subscriptions';
  expect((await raw.until('phx_reply', 'realtime:b'))[4]).toEqual({ status: 'error', response: { reason } });
  raw.send('3', '3', 'realtime:a', 'phx_join', joinPayload(ann.token, params, params, params));
  await vi.waitFor(() => expect(raw.received.filter((frame) => frame[3] === 'phx_reply').at(-1)?.[1]).toBe('3'));
  expect(raw.received.filter((frame) => frame[3] === 'phx_reply').at(-1)?.[4]).toMatchObject({ status: 'ok' });
  raw.socket.close();
});

test('[wire] a network address has a limit of subscriptions over all its connections, which those that end give back', async () => {
  const table = { event: '*', schema: 'public', table: 'grocery_items' };
  let ref = 0;
  const join = async (raw: RawClient, topic: string, count: number): Promise<unknown> => {
    ref += 1;
    const own = `${ref}`;
    const params = Array.from({ length: count }, () => table);
    raw.send(own, own, `realtime:${topic}`, 'phx_join', joinPayload(ann.token, ...params));
    const find = () => raw.received.find((frame) => frame[1] === own && frame[3] === 'phx_reply');
    await vi.waitFor(() => expect(find()).toBeDefined(), { interval: 5 });
    return find()?.[4];
  };
  const refused = { status: 'error', response: { reason: 'ChannelRateLimitReached: Too many subscriptions' } };
  const joined = expect.objectContaining({ status: 'ok' });
  address = '2001:db8:0:1::1';
  const [a, b] = [await open(), await open()];
  // At the same moment, while none of them is active.
  const both = await Promise.all([join(a, 'x', 3), join(b, 'x', 3)]);
  expect(both).toEqual(expect.arrayContaining([joined, refused]));
  const [first, second] = JSON.stringify(both[0]) === JSON.stringify(refused) ? [b, a] : [a, b];
  expect(await join(second, 'y', 2)).toEqual(refused);
  expect(await join(second, 'y', 1)).toEqual(joined);
  // Joining again replaces the subscriptions of the topic.
  expect(await join(first, 'x', 3)).toEqual(joined);
  expect(await join(second, 'z', 1)).toEqual(refused);
  first.send(null, 'l', 'realtime:x', 'phx_leave', {});
  await vi.waitFor(() => expect(first.received.some((frame) => frame[1] === 'l')).toBe(true));
  expect(await join(first, 'x', 3)).toEqual(joined);
  expect(await join(second, 'z', 1)).toEqual(refused);
  first.socket.close();
  await vi.waitFor(async () => {
    // The joins of a second are limited, too.
    now += 1_000;
    expect(await join(second, 'z', 2)).toEqual(joined);
  });
  expect(await join(second, 'z', 3)).toEqual(refused);
  // Another network, and this machine, where a proxy may be.
  address = '192.0.2.2';
  const other = await open();
  address = '127.0.0.1';
  const own = [await open(), await open()];
  for (const raw of [other, ...own]) expect(await join(raw, 'x', 3)).toEqual(joined);
  for (const { socket } of [second, other, ...own]) socket.close();
});

test('[wire] broadcasts are limited by the deliveries they cause, for a connection and for a network address', async () => {
  const join = async (): Promise<RawClient> => {
    const raw = await open();
    await enter(raw);
    return raw;
  };
  const enter = async (raw: RawClient): Promise<void> => {
    const before = raw.received.length;
    raw.send('1', 'j', 'realtime:busy', 'phx_join', { config: { broadcast: { ack: true } } });
    await vi.waitFor(() => expect(raw.received.length).toBeGreaterThan(before), { interval: 5 });
  };
  /** Sends broadcasts, and returns how many of them were acknowledged, and what else happened. */
  const speak = async (raw: RawClient, count: number): Promise<readonly unknown[]> => {
    const before = raw.received.length;
    for (let i = 0; i < count; i += 1)
      raw.send('1', `b${i}`, 'realtime:busy', 'broadcast', { type: 'broadcast', event: 'e', payload: 0 });
    // Answered in the order of the messages.
    raw.send('1', 'end', 'realtime:other', 'phx_leave', {});
    await vi.waitFor(() => expect(raw.received.at(-1)?.[1]).toBe('end'), { interval: 5 });
    const answers = raw.received.slice(before, -1);
    const acknowledged = answers.filter((frame) => JSON.stringify(frame[4]).includes('"ok"'));
    const events = answers.map((frame) => frame[3]).filter((event) => event !== 'phx_reply');
    return [acknowledged.length, ...events];
  };
  now += 1_000;
  const members = [await join(), await join()];
  address = '2001:db8:0:2::1';
  const [first, second] = [await join(), await join()];
  // Each broadcast reaches three others.
  expect(await speak(first, 9)).toEqual([8, 'system', 'phx_close']);
  const notice = { extension: 'system', status: 'error', message: 'Too many messages per second', channel: 'busy' };
  expect((await first.until('system'))[4]).toEqual(notice);
  await enter(first);
  expect(await speak(second, 3)).toEqual([2, 'system', 'phx_close']);
  // Only this network has reached its limit.
  expect(await speak(members[0] ?? first, 9)).toEqual([9]);
  now += 1_000;
  await enter(second);
  expect(await speak(second, 3)).toEqual([3]);
  for (const { socket } of [first, second, ...members]) socket.close();
});

test('[wire] long filters and other long parameters count toward this limit', async () => {
  const raw = await open();
  const join = async (ref: string, ...params: readonly unknown[]): Promise<unknown> => {
    raw.send(ref, ref, 'realtime:a', 'phx_join', joinPayload(ann.token, ...params));
    await vi.waitFor(() =>
      expect(raw.received.some((frame) => frame[1] === ref && frame[3] === 'phx_reply')).toBe(true),
    );
    return raw.received.find((frame) => frame[1] === ref && frame[3] === 'phx_reply')?.[4];
  };
  const table = { schema: 'public', table: 'grocery_items' };
  const refused = { status: 'error', response: { reason: 'ChannelRateLimitReached: Too many subscriptions' } };
  expect(await join('1', { ...table, filter: 'name=in.(a,b,c)' })).toMatchObject({ status: 'ok' });
  expect(await join('2', { ...table, filter: 'name=in.(a,b,c,d)' })).toEqual(refused);
  expect(await join('3', { ...table, filter: 'name=eq.a,name=eq.b' }, table, table)).toEqual(refused);
  expect(await join('4', { ...table, event: 'x'.repeat(140_000) })).toEqual(refused);
  raw.socket.close();
});
