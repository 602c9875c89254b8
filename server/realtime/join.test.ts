/** Joins, tokens and leaves, frame by frame. */
import { expect, test, vi } from 'vitest';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import { joinPayload, openRawClient } from './testing/raw-client.ts';
import { addAccount, openTestRealtime, write } from './testing/test-realtime.ts';

let shift = 0;
const now = (): number => Date.now() + shift;
const service = await openTestRealtime({ clock: now, tokens: await createTestTokens(now) });
const { database, tokens } = service;
const [ann, bob] = [await addAccount(database, tokens), await addAccount(database, tokens)];
const claims = { sub: ann.id, role: 'authenticated', aud: 'authenticated' };
const open = () => openRawClient(service.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);

test('[wire] the reply to a join repeats its parameters in order with ids, before the system message', async () => {
  const raw = await open();
  const params = [
    { event: '*', schema: 'public', table: 'grocery_items', filter: `user_id=eq.${ann.id}` },
    { event: 'INSERT', schema: 'public' },
  ];
  raw.send('6', '7', 'realtime:list', 'phx_join', joinPayload(ann.token, ...params));
  await raw.until('system');
  expect(raw.received.map((frame) => frame[3])).toEqual(['phx_reply', 'system']);
  const ids = [expect.any(Number), expect.any(Number)];
  expect(raw.received[0]).toEqual([
    '6',
    '7',
    'realtime:list',
    'phx_reply',
    { status: 'ok', response: { postgres_changes: params.map((entry, i) => ({ ...entry, id: ids[i] })) } },
  ]);
  expect(raw.received[1]).toEqual([
    '6',
    null,
    'realtime:list',
    'system',
    { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'list' },
  ]);
  raw.send('6', '9', 'realtime:list', 'phx_leave', {});
  await raw.until('phx_close');
  expect(raw.received.slice(2)).toEqual([
    ['6', '9', 'realtime:list', 'phx_reply', { status: 'ok', response: {} }],
    ['6', '6', 'realtime:list', 'phx_close', {}],
  ]);
  await write(database, ann.caller, `insert into grocery_items (name) values ('Tea')`);
  raw.send(null, '10', 'phoenix', 'heartbeat', {});
  expect(await raw.until('phx_reply', 'phoenix')).toEqual([
    null,
    '10',
    'phoenix',
    'phx_reply',
    { status: 'ok', response: {} },
  ]);
  expect(raw.received).toHaveLength(5);
  raw.socket.close();
});

test('[wire] a connection has 200 subscriptions, unless a setting says otherwise', async () => {
  const raw = await open();
  const table = { event: '*', schema: 'public', table: 'grocery_items' };
  for (const [ref, count] of [
    ['1', 100],
    ['2', 99],
    ['3', 2],
    ['4', 1],
  ] as const) {
    const params = Array.from({ length: count }, () => table);
    raw.send(ref, ref, `realtime:${ref}`, 'phx_join', joinPayload(ann.token, ...params));
  }
  const replies = () => raw.received.filter((frame) => frame[3] === 'phx_reply').map((frame) => frame[4]);
  await vi.waitFor(() => expect(replies()).toHaveLength(4));
  const joined = expect.objectContaining({ status: 'ok' });
  const refused = { status: 'error', response: { reason: 'ChannelRateLimitReached: Too many subscriptions' } };
  expect(replies()).toEqual([joined, joined, refused, joined]);
  raw.socket.close();
});

test('[wire] a join with an invalid token, a private topic or an invalid payload is refused with the reason', async () => {
  const reasonOf = async (payload: unknown, topic = 'realtime:x') => {
    const raw = await open();
    raw.send('1', '1', topic, 'phx_join', payload);
    const [, , , , answer] = await raw.until('phx_reply');
    raw.socket.close();
    return (answer as { status: string; response: { reason: string } }).response.reason;
  };
  expect(await reasonOf(joinPayload(await tokens.sign(claims, -12)))).toMatch(
    /^InvalidJWTToken: Token has expired 1[2-4] seconds ago$/,
  );
  expect(await reasonOf(joinPayload('nonsense'))).toBe('MalformedJWT: The token provided is not a valid JWT');
  expect(await reasonOf(joinPayload(`${ann.token}x`))).toBe('JwtSignatureError: Failed to validate JWT signature');
  expect(await reasonOf({ config: { private: true } })).toBe(
    'Unauthorized: You do not have permissions to read from this Channel topic: x',
  );
  expect(await reasonOf(joinPayload(), 'realtime:')).toBe('TopicNameRequired: You must provide a topic name');
  expect(await reasonOf(joinPayload(), 'elsewhere')).toBe('unmatched topic');
  for (const payload of [
    null,
    5,
    { config: [] },
    { config: { postgres_changes: 5 } },
    { config: { postgres_changes: [5] } },
    { config: { postgres_changes: Array.from({ length: 101 }, () => ({})) } },
  ]) {
    expect(await reasonOf(payload)).toMatch(/^InvalidJoinPayload: /);
  }
  expect(
    await reasonOf({ config: { postgres_changes: [{ table: 'nowhere' }], postgres_changes_options: { wait: true } } }),
  ).toMatch(/^RealtimeDisabledForConfiguration: Unable to subscribe/);
});

test('[wire] a key that begins with sb_ is not an access token, so the API key applies', async () => {
  const raw = await open();
  raw.send('1', '1', 'realtime:a', 'phx_join', joinPayload('sb_publishable_x', { table: 'grocery_items' }));
  expect((await raw.until('phx_reply'))[4]).toMatchObject({ status: 'ok' });
  raw.send('1', '2', 'realtime:a', 'access_token', { access_token: null });
  raw.send('1', '3', 'realtime:a', 'access_token', { access_token: 'sb_x' });
  raw.send('1', '4', 'realtime:a', 'nonsense', {});
  raw.send(null, '5', 'phoenix', 'heartbeat', {});
  await raw.until('phx_reply', 'phoenix');
  expect(raw.received.map((frame) => frame[3])).not.toContain('phx_close');
  raw.socket.close();
});

test('[wire] a channel closes when its token expires, and a newer token keeps it open', async () => {
  const raw = await open();
  const short = await tokens.sign(claims, 60);
  for (const name of ['ends', 'stays'])
    raw.send(name, name, `realtime:${name}`, 'phx_join', joinPayload(short, { table: 'grocery_items' }));
  await raw.until('system', 'realtime:stays');
  raw.send('stays', '9', 'realtime:stays', 'access_token', { access_token: await tokens.sign(claims, 3600) });
  await vi.waitFor(() => expect(raw.received.filter((frame) => frame[3] === 'system')).toHaveLength(3));
  shift += 61_000;
  // The silence is measured by the same clock.
  raw.send(null, '10', 'phoenix', 'heartbeat', {});
  expect(await raw.until('phx_close')).toEqual(['ends', 'ends', 'realtime:ends', 'phx_close', {}]);
  expect(raw.received.at(-2)?.[4]).toMatchObject({
    extension: 'system',
    status: 'error',
    message: expect.stringMatching(/^Token has expired \d{1,3} seconds ago$/),
    channel: 'ends',
  });
  await write(database, ann.caller, `insert into grocery_items (name) values ('Milk')`);
  expect((await raw.until('postgres_changes'))[2]).toBe('realtime:stays');
  raw.send('stays', '11', 'realtime:stays', 'access_token', { access_token: await tokens.sign(claims, -1) });
  expect(await raw.until('phx_close', 'realtime:stays')).toBeDefined();
  raw.socket.close();
});

test('[wire] a token of another account switches the channel to that account', async () => {
  const raw = await open();
  raw.send('1', '1', 'realtime:turn', 'phx_join', joinPayload(ann.token, { table: 'grocery_items' }));
  await raw.until('system');
  raw.send('1', '2', 'realtime:turn', 'access_token', { access_token: bob.token });
  await vi.waitFor(() => expect(raw.received.filter((frame) => frame[3] === 'system')).toHaveLength(2));
  await write(database, ann.caller, `insert into grocery_items (name) values ('of ann')`);
  await write(database, bob.caller, `insert into grocery_items (name) values ('of bob')`);
  expect(JSON.stringify(await raw.until('postgres_changes'))).toContain('of bob');
  expect(JSON.stringify(raw.received)).not.toContain('of ann');
  raw.socket.close();
});

test('[wire] joining a topic again replaces the channel, and messages of the old join are ignored', async () => {
  const raw = await open();
  raw.send('1', '1', 'realtime:t', 'phx_join', joinPayload());
  raw.send('2', '2', 'realtime:t', 'phx_join', joinPayload());
  expect(await raw.until('phx_close')).toEqual(['1', '1', 'realtime:t', 'phx_close', {}]);
  raw.send('1', '3', 'realtime:t', 'phx_leave', {});
  raw.send('1', 'old', 'realtime:t', 'presence', {});
  raw.send('2', '4', 'realtime:t', 'presence', {});
  await vi.waitFor(() =>
    expect(raw.received.at(-1)).toEqual(['2', '4', 'realtime:t', 'phx_reply', { status: 'ok', response: {} }]),
  );
  expect(raw.received.filter((frame) => frame[3] === 'phx_close')).toHaveLength(1);
  expect(raw.received.some((frame) => frame[1] === 'old')).toBe(false);
  raw.socket.close();
});
