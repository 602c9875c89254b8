/** Presences of private channels, frame by frame, with policies for three topics. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openRawClient, type RawClient } from '#server/realtime/testing/raw-client.ts';
import { openTestRealtime, addAccount, startTestRealtime } from '#server/realtime/testing/test-realtime.ts';

let shift = 0;
const limits = { presencesPerTopic: 4, presencesPerCaller: 2, presenceInterval: 20 };
const service = await openTestRealtime({ settings: limits, clock: () => Date.now() + shift });
const { database, tokens } = service;
const [ann, bob, eve] = [
  await addAccount(database, tokens),
  await addAccount(database, tokens),
  await addAccount(database, tokens),
];
const clients: RawClient[] = [];

beforeAll(async () => {
  await database.sql.unsafe(`
    create table members (topic text, id uuid, can_write boolean default true);
    insert into members values ('room', '${ann.id}', true), ('room', '${bob.id}', true), ('hall', '${ann.id}', false);
    grant select on members to authenticated;
    create policy read on realtime.messages for select to authenticated using (extension = 'presence'
      and exists (select from members m where m.topic = realtime.topic() and m.id = auth.uid()));
    create policy write on realtime.messages for insert to authenticated with check (extension = 'presence'
      and exists (select from members m where m.topic = realtime.topic() and m.id = auth.uid() and m.can_write));
    -- Fails for the topic 'faulty'.
    create policy faulty on realtime.messages for select to authenticated
      using (1 / (length(realtime.topic()) - length('faulty')) = 9)`);
});

afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.terminate();
});

async function open(): Promise<RawClient> {
  const raw = await openRawClient(service.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);
  clients.push(raw);
  return raw;
}

type Joining = {
  readonly topic?: string;
  readonly token?: string | null;
  readonly key?: unknown;
  readonly isPrivate?: boolean;
  readonly enabled?: boolean;
};

/** Joins, and returns the reply. */
async function join(raw: RawClient, joining: Joining = {}): Promise<unknown> {
  const { topic, token, key, isPrivate, enabled } = { ...JOINING, ...joining };
  const config = { private: isPrivate, presence: { key, enabled }, broadcast: { ack: true } };
  raw.send('1', '1', `realtime:${topic}`, 'phx_join', { config, ...(token !== null && { access_token: token }) });
  return replyTo(raw, '1');
}

const JOINING = { topic: 'room', token: ann.token, key: 'me', isPrivate: true, enabled: true };

async function replyTo(raw: RawClient, ref: string): Promise<unknown> {
  const find = () => raw.received.find((frame) => frame[1] === ref && frame[3] === 'phx_reply');
  await vi.waitFor(() => expect(find()).toBeDefined(), { interval: 5 });
  return find()?.[4];
}

let count = 0;
/** Sends a presence message, and returns the reply. */
function say(raw: RawClient, message: unknown, topic = 'room'): Promise<unknown> {
  count += 1;
  raw.send('1', `p${count}`, `realtime:${topic}`, 'presence', message);
  return replyTo(raw, `p${count}`);
}
const track = (raw: RawClient, payload: unknown, topic?: string) =>
  say(raw, { type: 'presence', event: 'track', payload }, topic);

const payloadsOf = (raw: RawClient, event: string) =>
  raw.received.filter((frame) => frame[3] === event).map((frame) => frame[4]);

/** Joins and waits for the state. */
async function present(joining: Joining = {}): Promise<RawClient> {
  const raw = await open();
  expect(await join(raw, joining)).toMatchObject({ status: 'ok' });
  await raw.until('presence_state');
  return raw;
}

const OK = { status: 'ok', response: {} };
const ref = expect.any(String) as unknown;

test('[wire] clients of a topic receive its state, and then who joins, changes and leaves', async () => {
  const first = await present({ key: 'ann' });
  expect(payloadsOf(first, 'presence_state')).toEqual([{}]);
  expect(await track(first, { at: 1 })).toEqual(OK);
  await vi.waitFor(() => expect(payloadsOf(first, 'presence_diff')).toHaveLength(1));
  expect(payloadsOf(first, 'presence_diff')[0]).toEqual({
    joins: { ann: { metas: [{ at: 1, phx_ref: ref }] } },
    leaves: {},
  });
  const second = await present({ token: bob.token, key: 'bob' });
  expect(payloadsOf(second, 'presence_state')).toEqual([{ ann: { metas: [{ at: 1, phx_ref: ref }] } }]);
  expect(await track(second, { phx_ref: 'forged', __proto__: null })).toEqual(OK);
  await vi.waitFor(() => expect(payloadsOf(first, 'presence_diff')).toHaveLength(2));
  expect(JSON.stringify(payloadsOf(first, 'presence_diff')[1])).not.toContain('forged');
  expect(await track(first, { at: 2 })).toEqual(OK);
  await vi.waitFor(() => expect(payloadsOf(second, 'presence_diff')).toHaveLength(2));
  expect(payloadsOf(second, 'presence_diff')[1]).toEqual({
    joins: { ann: { metas: [{ at: 2, phx_ref: ref }] } },
    leaves: { ann: { metas: [{ at: 1, phx_ref: ref }] } },
  });
  expect(await say(first, { type: 'presence', event: 'untrack' })).toEqual(OK);
  await vi.waitFor(() => expect(payloadsOf(second, 'presence_diff')).toHaveLength(3));
  expect(payloadsOf(second, 'presence_diff')[2]).toEqual({
    joins: {},
    leaves: { ann: { metas: [{ at: 2, phx_ref: ref }] } },
  });
  second.socket.terminate();
  await vi.waitFor(() => expect(payloadsOf(first, 'presence_diff')).toHaveLength(5));
  expect(payloadsOf(first, 'presence_diff')[4]).toMatchObject({ joins: {}, leaves: { bob: {} } });
});

test('[wire] a private channel is refused without a policy, with an invalid token, or without presence', async () => {
  const reasons = await Promise.all(
    [
      { token: eve.token },
      { topic: 'guessed' },
      { topic: 'ROOM' },
      { topic: 'room\u0000' },
      { topic: "room' or 'x' = 'x" },
      { topic: 'faulty' },
      { token: null },
      { enabled: false },
    ].map(async (joining) => join(await open(), joining)),
  );
  for (const reason of reasons) {
    expect(reason).toMatchObject({
      status: 'error',
      response: {
        reason: expect.stringMatching(/^Unauthorized: You do not have permissions to read from this Channel/u),
      },
    });
  }
  const claims = { sub: ann.id, role: 'authenticated', aud: 'authenticated' };
  expect(await join(await open(), { token: await tokens.sign(claims, -5) })).toMatchObject({
    response: { reason: expect.stringMatching(/^InvalidJWTToken/u) },
  });
  expect(await database.sql`select from realtime.messages`).toHaveLength(0);
});

test('[wire] reading needs the select policy, and tracking the insert policy', async () => {
  const raw = await present({ topic: 'hall' });
  expect(await track(raw, {}, 'hall')).toEqual({
    status: 'error',
    response: { reason: 'You do not have permissions to write to this Channel topic' },
  });
  await database.sql`update members set can_write = true where topic = 'hall'`;
  expect(await track(raw, {}, 'hall')).toEqual(OK);
  await database.sql`delete from members where topic = 'hall'`;
  raw.send('1', 'late', 'realtime:hall', 'presence', { event: 'track', payload: { n: 2 } });
  expect(await raw.until('phx_close')).toEqual(['1', '1', 'realtime:hall', 'phx_close', {}]);
  expect(payloadsOf(raw, 'system')).toMatchObject([
    { status: 'error', message: 'You no longer have permission to read from this Channel topic: hall' },
  ]);
  await vi.waitFor(async () => expect(await database.sql`select from realtime.presences`).toHaveLength(0));
});

test('[wire] public channels of the same name neither see nor reach the private ones', async () => {
  const member = await present({ key: 'ann' });
  await track(member, { secret: true });
  const stranger = await open();
  expect(await join(stranger, { token: null, isPrivate: false })).toMatchObject({ status: 'ok' });
  expect(await track(stranger, { fake: true })).toEqual(OK);
  stranger.send('1', 'b1', 'realtime:room', 'broadcast', { type: 'broadcast', event: 'x', payload: 'from outside' });
  expect(await replyTo(stranger, 'b1')).toEqual(OK);
  member.send('1', 'b2', 'realtime:room', 'broadcast', { type: 'broadcast', event: 'x', payload: 'from inside' });
  expect(await replyTo(member, 'b2')).toMatchObject({ status: 'error' });
  await track(member, { secret: false });
  await vi.waitFor(() => expect(payloadsOf(member, 'presence_diff')).toHaveLength(2));
  expect(payloadsOf(stranger, 'presence_state')).toEqual([{}]);
  expect(payloadsOf(stranger, 'presence_diff')).toEqual([]);
  expect(JSON.stringify(stranger.received)).not.toMatch(/secret|inside/u);
  expect(JSON.stringify(member.received)).not.toMatch(/fake|outside/u);
});

test('[wire] tracking without joining, or after a refused join, has no effect', async () => {
  const raw = await open();
  expect(await track(raw, {})).toEqual({ status: 'error', response: { reason: 'unmatched topic' } });
  await join(raw, { token: eve.token });
  expect(await track(raw, {})).toMatchObject({ status: 'error' });
  expect(await database.sql`select from realtime.presences`).toHaveLength(0);
});

test('[wire] metadata that is too large, or too many messages, close the channel', async () => {
  const large = await present();
  large.send('1', 'x', 'realtime:room', 'presence', { event: 'track', payload: { text: 'x'.repeat(1_100) } });
  await large.until('phx_close');
  expect(payloadsOf(large, 'system')).toMatchObject([{ message: 'Track message size exceeded' }]);
  const hasty = await present();
  expect(await track(hasty, 'text')).toEqual({
    status: 'error',
    response: { reason: 'Presence track payload must be a map' },
  });
  expect(await say(hasty, { event: 'nonsense' })).toMatchObject({ status: 'error' });
  expect(await track(hasty, { odd: '\u0000\ud800' })).toEqual(OK);
  shift += 31_000;
  for (let n = 0; n < 5; n += 1) expect(await track(hasty, { n })).toEqual(OK);
  hasty.send('1', 'x', 'realtime:room', 'presence', { event: 'track', payload: { n: 6 } });
  await hasty.until('phx_close');
  expect(payloadsOf(hasty, 'system')).toMatchObject([{ message: 'Client presence rate limit exceeded' }]);
});

test('[wire] a caller has a limited number of presences in a topic, and so has the topic', async () => {
  const own = [await present(), await present(), await present()];
  const replies: unknown[] = [];
  for (const raw of own) replies.push(await track(raw, {}));
  expect(replies).toEqual([OK, OK, { status: 'error', response: { reason: 'Too many presences' } }]);
  const others = [await present({ token: bob.token }), await present({ token: bob.token })];
  for (const raw of others) expect(await track(raw, {})).toEqual(OK);
  await database.sql`insert into members values ('room', ${eve.id})`;
  const late = await present({ token: eve.token });
  expect(await track(late, {})).toMatchObject({ status: 'error' });
  own[0]?.socket.terminate();
  await vi.waitFor(async () => expect(await database.sql`select from realtime.presences`).toHaveLength(3));
  expect(await track(late, {})).toEqual(OK);
  await database.sql`delete from members where id = ${eve.id}`;
});

test('[wire] a renewed token is checked again', async () => {
  const raw = await present();
  await track(raw, {});
  raw.send('1', null, 'realtime:room', 'access_token', { access_token: ann.token });
  raw.send('1', null, 'realtime:room', 'access_token', { access_token: bob.token });
  raw.send(null, 'h', 'phoenix', 'heartbeat', {});
  await replyTo(raw, 'h');
  await database.sql`update members set can_write = false where id = ${bob.id}`;
  raw.send('1', null, 'realtime:room', 'access_token', { access_token: bob.token });
  await vi.waitFor(async () => expect(await database.sql`select from realtime.presences`).toHaveLength(0));
  await database.sql`update members set can_write = true where id = ${bob.id}`;
  expect(payloadsOf(raw, 'phx_close')).toEqual([]);
  raw.send('1', null, 'realtime:room', 'access_token', { access_token: eve.token });
  await raw.until('phx_close');
  expect(payloadsOf(raw, 'system')).toMatchObject([
    { message: 'You no longer have permission to read from this Channel topic: room' },
  ]);
});

test('[wire] a notification of the database makes the server check a topic again', async () => {
  const [raw, other] = [await present({ token: bob.token, key: 'bob' }), await present({ key: 'ann' })];
  await track(raw, {});
  await vi.waitFor(() => expect(payloadsOf(other, 'presence_diff')).toHaveLength(1));
  await database.sql`delete from members where id = ${bob.id}`;
  await database.sql`select pg_notify('realtime_topic', 'nonsense'), pg_notify('realtime_topic', '{"topic": 5}'),
    pg_notify('realtime_topic', '{"topic": "room"}')`;
  await raw.until('phx_close');
  await vi.waitFor(() => expect(payloadsOf(other, 'presence_diff')).toHaveLength(2));
  expect(payloadsOf(other, 'presence_diff')[1]).toMatchObject({ joins: {}, leaves: { bob: {} } });
  expect(payloadsOf(raw, 'presence_diff').length).toBeLessThan(2);
  await database.sql`insert into members values ('room', ${bob.id})`;
});

test('[wire] changes that follow each other quickly are sent together', async () => {
  const watcher = await present({ key: 'ann' });
  const slow = await startTestRealtime({ database, tokens, settings: { presenceInterval: 2000 } });
  const raw = await openRawClient(slow.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);
  clients.push(raw);
  await join(raw, { token: bob.token, key: 'bob' });
  await raw.until('presence_state');
  for (let n = 0; n < 4; n += 1) expect(await track(raw, { n })).toEqual(OK);
  await vi.waitFor(() => expect(payloadsOf(raw, 'presence_diff')).toHaveLength(1));
  expect(payloadsOf(raw, 'presence_diff')).toEqual([
    { joins: { bob: { metas: [{ n: 3, phx_ref: ref }] } }, leaves: {} },
  ]);
  // The servers have one database, so this one has received the last change as well.
  await vi.waitFor(() => expect(JSON.stringify(payloadsOf(watcher, 'presence_diff').at(-1))).toContain('"n":3'));
  raw.socket.terminate();
  await slow.stop();
  await vi.waitFor(() => expect(payloadsOf(watcher, 'presence_diff').at(-1)).toMatchObject({ leaves: { bob: {} } }));
});
