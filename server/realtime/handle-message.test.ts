/** Messages of a connection that is closing, or that has too many waiting messages. */
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Database } from '#server/database/database.ts';
import type { Presences } from '#server/realtime/presence/track-presences.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';
import { type Connection, defaultLimits } from './connection.ts';
import { handleMessage } from './handle-message.ts';
import { createHub } from './hub.ts';
import { callerToIdentity } from './identity.ts';

/** A connection with a socket that records what is done to it. */
function open(state: Partial<Connection> = {}) {
  const parts = {
    database: {} as Database,
    tokens: {} as Tokens,
    addressOf: () => '',
    publishBroadcast: () => undefined,
    presences: {} as Presences,
  };
  const hub = createHub({ ...parts, limits: defaultLimits, clock: () => 5 });
  const socket = {
    readyState: WebSocket.OPEN as number,
    bufferedAmount: 0,
    send: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
  };
  const guest = callerToIdentity({ role: 'anon', claims: {} });
  const rate = { second: 0, messages: 0, joins: 0 };
  const initial = {
    channelByTopic: new Map(),
    lastMessageAt: 0,
    rate,
    tail: Promise.resolve(),
    waiting: { messages: 0, bytes: 0 },
  };
  const connection = {
    socket,
    version: '2.0.0',
    limits: defaultLimits,
    guest,
    ...initial,
    ...state,
  } as unknown as Connection;
  return { hub, socket, connection };
}

test('[wire] messages of a client that is being disconnected are ignored', () => {
  const { hub, socket, connection } = open();
  const heartbeat = '[null,"1","phoenix","heartbeat",{}]';
  handleMessage(hub, connection, heartbeat);
  expect([socket.send.mock.calls.length, connection.lastMessageAt]).toEqual([1, 5]);
  socket.readyState = WebSocket.CLOSING;
  handleMessage(hub, connection, heartbeat);
  handleMessage(hub, connection, 'nonsense');
  expect(connection.rate.messages).toBe(1);
  expect(socket.close).not.toHaveBeenCalled();
});

test('[wire] a client with thousands of waiting messages is disconnected, with the code for a policy violation', () => {
  const leave = '["1","1","realtime:list","phx_leave",{}]';
  const { hub, socket, connection } = open({ waiting: { messages: 999, bytes: 0 } });
  handleMessage(hub, connection, leave);
  expect(socket.close).not.toHaveBeenCalled();
  handleMessage(hub, connection, leave);
  expect(socket.close.mock.calls).toEqual([[1008, 'too many messages']]);
});

test('[wire] messages that wait for a join have a limit of bytes, too', () => {
  const renewal = JSON.stringify(['1', null, 'realtime:list', 'access_token', { access_token: '€'.repeat(67_000) }]);
  const { hub, socket, connection } = open({ tail: Promise.withResolvers<void>().promise });
  for (let nth = 0; nth < 6; nth += 1) handleMessage(hub, connection, renewal);
  expect(socket.close).not.toHaveBeenCalled();
  handleMessage(hub, connection, renewal);
  expect(socket.close.mock.calls).toEqual([[1008, 'too many messages']]);
});
