/** The realtime subscription: the channels it joins, and the change events it reports. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChangeEvent } from '#client/ports/backend.ts';
import { stubSockets } from '#test/backend/fake-sockets.ts';
import { ANN, type Answering, json, openFakeServer, session } from '#test/backend/fake-server.ts';
import { onlyList } from '#test/doubles/only-list.ts';

const unsubscribes: (() => void)[] = [];

afterEach(() => {
  for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
  vi.useRealTimers();
});

async function setUp(answering?: Answering, seconds = 3600) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = openFakeServer(answering);
  const wire = stubSockets();
  server.keepSession(ANN, seconds);
  const account = server.openListBackend(ANN, onlyList(ANN.id));
  const events: ChangeEvent[] = [];
  const unsubscribe = account.realtime.subscribe((event) => void events.push(event));
  unsubscribes.push(unsubscribe);
  await vi.waitFor(() => expect(wire.sockets.length + server.clock.waiting()).toBeGreaterThan(1));
  /** The server accepts a channel. */
  const acceptJoin = (table = 'grocery_items'): void => {
    const [, ref, topic, , payload] = wire.sent('phx_join', table).at(-1) ?? [null, null, '', '', {}];
    const { config } = payload as { readonly config: { readonly postgres_changes: readonly object[] } };
    const bindings = config.postgres_changes.map((binding) => ({ ...binding, id: 77 }));
    wire.say(ref, ref, topic, 'phx_reply', { status: 'ok', response: { postgres_changes: bindings } });
  };
  const topicOf = (table = 'grocery_items'): string => `realtime:${table}:${ANN.id}`;
  return { ...server, ...account, ...wire, events, unsubscribe, acceptJoin, topicOf };
}

const SUBSCRIBED = { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'x' };
const COLUMNS = Object.entries({
  id: 'text',
  user_id: 'uuid',
  name: 'text',
  category: 'text',
  checked: 'bool',
  deleted: 'bool',
  version: 'int8',
}).map(([name, type]) => ({ name, type }));
const change = (record: object) => ({
  ids: [77],
  data: {
    schema: 'public',
    table: 'grocery_items',
    type: 'UPDATE',
    commit_timestamp: '2026-11-21T08:00:00.000Z',
    columns: COLUMNS,
    record,
    old_record: { id: 'i1' },
    errors: null,
  },
});
const RECORD = {
  id: 'i1',
  user_id: ANN.id,
  name: 'Milk',
  category: 'c',
  checked: true,
  amount: null,
  unit: null,
  note: null,
  store: null,
  deleted: false,
  version: 12,
};

describe('the realtime subscription', () => {
  test('[spec-7] joins a channel for each of the three tables, with the token, its own rows and ten events a second', async () => {
    const { sockets, connect, sent } = await setUp();
    // The library is loaded first, which takes a while on a busy computer.
    await vi.waitFor(() => expect(sockets).toHaveLength(1), { timeout: 10_000 });
    const url = new URL(sockets[0]?.url ?? '');
    expect([url.protocol, url.host, url.pathname]).toEqual(['wss:', 'list.example', '/realtime/v1/websocket']);
    expect([url.searchParams.get('apikey'), url.searchParams.get('eventsPerSecond')]).toEqual(['anon-key', '10']);
    connect();
    for (const table of ['grocery_items', 'categories', 'saved_lists']) {
      expect(sent('phx_join', table)[0]?.[4]).toMatchObject({
        access_token: 'access-ann-1',
        config: { postgres_changes: [{ event: '*', schema: 'public', table, filter: `user_id=eq.${ANN.id}` }] },
      });
    }
  });

  test('[Y5] is live when changes begin to arrive, not when the channel is joined', async () => {
    const { sockets, connect, acceptJoin, events, say, topicOf } = await setUp();
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    connect();
    acceptJoin();
    expect(events).toEqual([]);
    say(null, null, topicOf(), 'system', { ...SUBSCRIBED, status: 'error' });
    say(null, null, topicOf(), 'system', { ...SUBSCRIBED, extension: 'presence' });
    expect(events).toEqual([]);
    for (const table of ['grocery_items', 'categories']) say(null, null, topicOf(table), 'system', SUBSCRIBED);
    expect(events).toEqual([]);
    say(null, null, topicOf('saved_lists'), 'system', SUBSCRIBED);
    expect(events).toEqual([{ type: 'live' }]);
  });

  test('[Y5] reports a changed row, and asks for a resync where the row is incomplete', async () => {
    const { sockets, connect, acceptJoin, events, say, topicOf } = await setUp();
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    connect();
    acceptJoin();
    say(null, null, topicOf(), 'postgres_changes', change(RECORD));
    say(null, null, topicOf(), 'postgres_changes', change({ id: 'i1' }));
    expect(events).toMatchObject([
      { type: 'rows', rows: [{ row: { id: 'i1', name: 'Milk' }, version: 12 }] },
      { type: 'resync' },
    ]);
  });

  test('[Y5] rejoins with a new token after the server closed a channel', async () => {
    const { sockets, connect, acceptJoin, say, sent, topicOf, clock, keepSession, values, events } = await setUp();
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    connect();
    acceptJoin();
    const tables = ['grocery_items', 'categories', 'saved_lists'];
    for (const table of tables) say(null, null, topicOf(table), 'system', SUBSCRIBED);
    const [, ref] = sent('phx_join').at(-1) ?? [];
    keepSession(ANN);
    values.set('checklist.session', (values.get('checklist.session') ?? '').replaceAll('ann-1', 'ann-2'));
    say(ref ?? null, null, topicOf(), 'phx_close', {});
    expect(events).toEqual([{ type: 'live' }, { type: 'down' }]);
    expect(sent('phx_join')).toHaveLength(1);
    clock.advance(1000);
    await vi.waitFor(() => expect(sent('phx_join')).toHaveLength(2));
    expect(sent('phx_join')[1]?.[4]).toMatchObject({ access_token: 'access-ann-2' });
  });

  test('[A1] sends a renewed token', async () => {
    const answering: Answering = ({ call }) => (call === 'POST /auth/v1/token' ? json(session(ANN, 2)) : undefined);
    const { sockets, connect, acceptJoin, sent, clock, keepSession } = await setUp(answering);
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    connect();
    acceptJoin();
    keepSession(ANN, 60);
    clock.advance(30_000);
    await vi.waitFor(() => expect(sent('access_token').at(-1)?.[4]).toMatchObject({ access_token: 'access-ann-2' }));
  });

  test('[Y5] reconnects when the page becomes visible or the network returns', async () => {
    const { sockets, page } = await setUp();
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    sockets[0]?.close();
    page.tell('window', 'online');
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(1));
    sockets.at(-1)?.close();
    const before = sockets.length;
    page.show('hidden');
    page.show('visible');
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(before));
  });

  test('[Y9] reports nothing after the account is closed, and leaves its channels', async () => {
    const { sockets, connect, acceptJoin, events, say, topicOf, close, sent } = await setUp();
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    connect();
    acceptJoin();
    close();
    say(null, null, topicOf(), 'system', SUBSCRIBED);
    say(null, null, topicOf(), 'postgres_changes', change(RECORD));
    expect([events, sent('phx_leave').length]).toEqual([[], 1]);
  });

  test('[Y9] never connects when it is canceled before it started', async () => {
    const { sockets, close, clock } = await setUp(() => 'no network');
    close();
    clock.advance(60_000);
    await Promise.resolve();
    expect(sockets).toEqual([]);
  });

  test('[Y6] retries until a configuration and a token are available', async () => {
    const { sockets, answer, clock, askedOf } = await setUp(() => 'no network', -10);
    expect(sockets).toEqual([]);
    answer(({ call }) => (call === 'POST /auth/v1/token' ? 'no network' : undefined));
    await vi.waitFor(() => {
      clock.advance(10_000);
      expect(askedOf('POST /auth/v1/token').length).toBeGreaterThan(1);
    });
    expect(sockets).toEqual([]);
    answer(({ call }) => (call === 'POST /auth/v1/token' ? json(session(ANN, 2)) : undefined));
    await vi.waitFor(() => {
      clock.advance(10_000);
      expect(sockets).toHaveLength(1);
    });
  });
});
