/** Batches of delivery: the queries they need, and an unavailable database. */
import { expect, test, vi, type Mock } from 'vitest';
import { WebSocket } from 'ws';
import type { Database, RowChange } from '#server/database/database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import type { Binding } from '#server/realtime/subscriptions/binding.ts';
import { bindCondition } from '#server/realtime/subscriptions/filter.ts';
import { type Channel, type Connection, defaultLimits } from '#server/realtime/connection.ts';
import { createDelivery } from './delivery.ts';
import { addConnection, closeChannel, createHub, openChannel, type Hub } from '#server/realtime/hub.ts';
import { callerToIdentity } from '#server/realtime/identity.ts';
import type { Presences } from '#server/realtime/presence/track-presences.ts';
import { tableKey, type Table } from '#server/realtime/subscriptions/tables.ts';

const tokens = await createTestTokens();
const column = (name: string) => ({
  name,
  type: 'text',
  isKey: name === 'id',
  isIdentity: true,
  isReadable: true,
  isGuarded: false,
});
const table: Table = { schema: 'public', name: 'notes', isSecured: true, columns: [column('id'), column('text')] };
const binding: Binding = { id: 1, event: '*', schema: 'public', table: 'notes', conditions: [], select: null };

type Sending = (data: Buffer) => void;
type Closing = (code: number, reason: string) => void;
type Asking = (places: readonly number[]) => Promise<unknown>;

function createTestHub(asked: {
  readonly runAs?: Asking;
  readonly load?: Hub['tables']['load'];
  readonly waitingChanges?: number;
  readonly batchWeight?: number;
}): Hub {
  const runAs = vi.fn<Asking>(asked.runAs ?? (() => Promise.resolve([{ position: 1 }, { position: 2 }])));
  const { waitingChanges = 100, batchWeight = defaultLimits.batchWeight } = asked;
  const limits = { ...defaultLimits, waitingChanges, batchWeight };
  const hub = createHub({
    database: { runAs } as unknown as Database,
    tokens,
    limits,
    clock: () => 0,
    addressOf: () => '',
    publishBroadcast: () => undefined,
    presences: {} as Presences,
  });
  return {
    ...hub,
    tables: {
      load: asked.load ?? (() => Promise.resolve(new Map([[tableKey('public', 'notes'), table]]))),
    },
  };
}

function addChannel(
  hub: Hub,
  sub: string,
  {
    topic = 'realtime:x',
    conditions = [],
  }: { readonly topic?: string; readonly conditions?: Binding['conditions'] } = {},
): { readonly send: Mock<Sending>; readonly close: Mock<Closing> } {
  const socket = { readyState: WebSocket.OPEN, bufferedAmount: 0, send: vi.fn<Sending>(), close: vi.fn<Closing>() };
  const identity = callerToIdentity({ role: 'authenticated', claims: { sub } });
  const connection = {
    socket,
    version: '2.0.0',
    limits: hub.limits,
    addressTiers: [],
    keyIdentity: identity,
    channelByTopic: new Map(),
  } as unknown as Connection;
  const channel: Channel = {
    connection,
    topic,
    joinRef: '1',
    receivesOwn: false,
    acknowledges: false,
    presence: null,
    params: [],
    subscriptions: [],
    identity,
  };
  addConnection(hub, connection);
  openChannel(hub, channel);
  channel.subscriptions = [{ ...binding, conditions, channel }];
  for (const subscription of channel.subscriptions) hub.subscriptions.add(subscription);
  return socket;
}

const change = (id: string): RowChange => ({
  schema: 'public',
  table: 'notes',
  type: 'INSERT',
  commit_timestamp: '',
  record: { id, text: id },
});

test('[arch-5] each batch queries once per account, however many of its devices subscribe, and serializes each view once', async () => {
  const hub = createTestHub({});
  const sockets = ['ann', 'ann', 'ann', 'bob'].map((sub) => addChannel(hub, sub));
  createDelivery(hub).enqueue([change('a'), change('b')]);
  await vi.waitFor(() => expect(sockets.map(({ send }) => send.mock.calls.length)).toEqual([2, 2, 2, 2]));
  expect(hub.database.runAs).toHaveBeenCalledTimes(2);
  const [first] = sockets.map(({ send }) => send.mock.calls[0]?.[0]);
  for (const { send } of sockets) expect(send.mock.calls[0]?.[0]).toBe(first);
});

test('[arch-5] changes committed during a batch wait and share one query in the next', async () => {
  const answers: ((value: unknown) => void)[] = [];
  const hub = createTestHub({ runAs: () => new Promise((resolve) => void answers.push(resolve)) });
  const { send } = addChannel(hub, 'ann');
  const { enqueue } = createDelivery(hub);
  for (const id of ['a', 'b', 'c']) enqueue([change(id)]);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.([{ position: 1 }]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.([{ position: 1 }, { position: 2 }]);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  expect(send.mock.calls.map(([data]) => /"record":\{"id":"(.)"/.exec(String(data))?.[1])).toEqual(['a', 'b', 'c']);
});

test('[arch-5] the more subscriptions a change may concern, the fewer changes are in a batch; one always is', async () => {
  for (const [batchWeight, queries] of [
    [7, 2],
    [2, 4],
  ] as const) {
    const runAs: Asking = () => Promise.resolve([1, 2, 3, 4].map((position) => ({ position })));
    const hub = createTestHub({ batchWeight, runAs });
    const sockets = ['ann', 'ann', 'ann'].map((sub) => addChannel(hub, sub));
    createDelivery(hub).enqueue(['a', 'b', 'c', 'd'].map(change));
    await vi.waitFor(() => expect(sockets.map(({ send }) => send.mock.calls.length)).toEqual([4, 4, 4]));
    expect(hub.database.runAs).toHaveBeenCalledTimes(queries);
    for (const { send } of sockets) {
      const ids = send.mock.calls.map(([data]) => /"record":\{"id":"(.)"/.exec(String(data))?.[1]);
      expect(ids).toEqual(['a', 'b', 'c', 'd']);
    }
  }
});

test('[arch-5] deletions, which cause no query, leave the process free for requests between batches', async () => {
  const hub = createTestHub({ batchWeight: 1 });
  const { send } = addChannel(hub, 'ann');
  const deletion: RowChange = {
    schema: 'public',
    table: 'notes',
    type: 'DELETE',
    commit_timestamp: '',
    old_record: { id: 'a' },
  };
  createDelivery(hub).enqueue(Array.from({ length: 50 }, () => deletion));
  await new Promise(setImmediate);
  expect(send.mock.calls.length).toBeLessThan(50);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(50));
});

test('[arch-5] a client that may have missed a change is disconnected; a change that a grant refuses is only hidden', async () => {
  const away = createTestHub({
    runAs: () => Promise.reject(Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })),
  });
  const unread = createTestHub({ load: () => Promise.reject(new Error('away')) });
  const full = createTestHub({ waitingChanges: 3 });
  for (const hub of [away, unread, full]) {
    const { close, send } = addChannel(hub, 'ann');
    createDelivery(hub).enqueue(['a', 'b', 'c', 'd'].map(change));
    await vi.waitFor(() => expect(close).toHaveBeenCalledWith(1013, 'try again later'));
    expect(send).not.toHaveBeenCalled();
  }
  const forbidden = createTestHub({ runAs: () => Promise.reject(Object.assign(new Error('no'), { code: '42501' })) });
  const { close, send } = addChannel(forbidden, 'ann');
  createDelivery(forbidden).enqueue([change('a')]);
  await vi.waitFor(() => expect(forbidden.database.runAs).toHaveBeenCalled());
  await new Promise(setImmediate);
  expect([close.mock.calls, send.mock.calls]).toEqual([[], []]);
});

test('[arch-5] a client that left or changed its identity during the query receives nothing', async () => {
  const hub = createTestHub({});
  const [ann, gone] = [
    addChannel(hub, 'ann', { topic: 'realtime:a' }),
    addChannel(hub, 'ann', { topic: 'realtime:b' }),
  ];
  const [channel] = hub.membersByTopic.get('realtime:b') ?? [];
  createDelivery(hub).enqueue([change('a')]);
  if (channel !== undefined) channel.identity = callerToIdentity({ role: 'authenticated', claims: { sub: 'bob' } });
  await vi.waitFor(() => expect(ann.send).toHaveBeenCalledTimes(1));
  expect(gone.send).not.toHaveBeenCalled();
});

test('[arch-5] a channel that changes its identity while its table loads withholds no change from the others', async () => {
  const hub = createTestHub({
    async load() {
      const [renewed] = hub.membersByTopic.get('realtime:renewed') ?? [];
      if (renewed !== undefined) renewed.identity = callerToIdentity({ role: 'authenticated', claims: { sub: 'eve' } });
      return new Map([[tableKey('public', 'notes'), table]]);
    },
  });
  addChannel(hub, 'bob', { topic: 'realtime:first' });
  addChannel(hub, 'ann', { topic: 'realtime:renewed' });
  const { send } = addChannel(hub, 'ann', { topic: 'realtime:other' });
  createDelivery(hub).enqueue([change('a')]);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
});

test('[wire] a client that has left causes no query', () => {
  const hub = createTestHub({});
  addChannel(hub, 'ann');
  const [channel] = hub.membersByTopic.get('realtime:x') ?? [];
  expect(hub.subscriptions.find(change('a'))).toHaveLength(1);
  if (channel !== undefined) closeChannel(hub, channel);
  expect(hub.subscriptions.find(change('a'))).toEqual([]);
  expect(hub.membersByTopic.size).toBe(0);
});

test('[arch-5] when the queue is too long, only the clients with the most queued changes are disconnected', async () => {
  const only = (text: string): Binding['conditions'] => {
    const bound = bindCondition({ column: 'text', values: [text] }, 'text');
    return bound.ok ? [bound.value] : [];
  };
  const hub = createTestHub({
    waitingChanges: 50,
    runAs: async () => {
      await new Promise(setImmediate);
      return Array.from({ length: 50 }, (_, position) => ({ position }));
    },
  });
  const busy = addChannel(hub, 'ann', { topic: 'realtime:x', conditions: only('busy') });
  const all = addChannel(hub, 'service', { topic: 'realtime:y' });
  const calm = addChannel(hub, 'bob', { topic: 'realtime:z', conditions: only('calm') });
  const { enqueue } = createDelivery(hub);
  for (let i = 0; i < 20; i += 1) enqueue([...Array.from({ length: 9 }, () => change('busy')), change('calm')]);
  for (const { close } of [busy, all]) expect(close).toHaveBeenCalledWith(1013, 'try again later');
  await vi.waitFor(() => expect(calm.send).toHaveBeenCalledTimes(20));
  expect(calm.close).not.toHaveBeenCalled();
});
