/** What comes from a client: counted, decoded, and given to whom it concerns, one message after the other. */
import { WebSocket } from 'ws';
import { reportBug } from '#server/report-bug.ts';
import { decodeBroadcast } from './protocol/broadcast-frame.ts';
import type { BroadcastFrame } from './protocol/broadcast-frame.ts';
import { handleBroadcast } from './broadcasts/broadcasts.ts';
import { reply } from './connection.ts';
import type { Channel, Connection } from './connection.ts';
import { decodeFrame } from './protocol/frame.ts';
import type { Frame } from './protocol/frame.ts';
import { closeChannel, shutChannel } from './hub.ts';
import type { Hub } from './hub.ts';
import { join } from './join.ts';
import { renewToken } from './renew-token.ts';

/** Takes one message as it came. What is no frame closes the connection: no client of this protocol sends it. */
export function handleMessage(hub: Hub, connection: Connection, data: Buffer | string): void {
  // Who is sent away may go on talking until it has heard of it.
  if (connection.socket.readyState !== WebSocket.OPEN) return undefined;
  connection.heardAt = hub.clock();
  const frame = decode(connection, data);
  if (frame === null) return connection.socket.close(1007, 'invalid frame');
  if (!isWithinRate(hub, connection, frame)) return undefined;
  if (frame.topic === 'phoenix') {
    return frame.event === 'heartbeat' ? reply(connection, frame, { status: 'ok', response: {} }) : undefined;
  }
  return enqueue(connection, () => handleFrame(hub, connection, frame));
}

/** Counts a ping or a pong, which ws handles by itself: far too many are a flood like any other. */
export function handleControlFrame(hub: Hub, connection: Connection): void {
  const count = countMessage(connection, false, hub.clock());
  if (count > hub.limits.messagesPerSecond * FLOOD) connection.socket.terminate();
}

function decode({ version }: Connection, data: Buffer | string): Frame | BroadcastFrame | null {
  if (typeof data === 'string') return decodeFrame(version, data);
  return version === '2.0.0' ? decodeBroadcast(data) : null;
}

/** Counts within the second. Too much ends the channel it is for, a join is refused; far too much ends the connection. */
function isWithinRate(hub: Hub, connection: Connection, frame: Frame | BroadcastFrame): boolean {
  const isJoin = frame.event === 'phx_join';
  const count = countMessage(connection, isJoin, hub.clock());
  const limit = isJoin ? hub.limits.joinsPerSecond : hub.limits.messagesPerSecond;
  if (count > limit * FLOOD) {
    connection.socket.close(1008, 'too many messages');
    return false;
  }
  if (count <= limit || untold.has(frame.event)) return true;
  if (isJoin) {
    const reason = 'ClientJoinRateLimitReached: Too many joins per second';
    reply(connection, frame, { status: 'error', response: { reason } });
  } else {
    const channel = connection.channelByTopic.get(frame.topic);
    if (channel !== undefined) shutChannel(hub, channel, 'Too many messages per second');
  }
  return false;
}

/** Gives how many messages, or joins, this second has seen. */
function countMessage(connection: Connection, isJoin: boolean, now: number): number {
  const second = Math.floor(now / 1000);
  const { messages, joins } = connection.rate.second === second ? connection.rate : { messages: 0, joins: 0 };
  connection.rate = { second, messages: isJoin ? messages : messages + 1, joins: isJoin ? joins + 1 : joins };
  return isJoin ? connection.rate.joins : connection.rate.messages;
}

/** What a client with many channels says of all of them at once. */
const untold: ReadonlySet<string> = new Set(['access_token', 'phx_leave', 'heartbeat']);

/** So many times over the limit is no mistake of a client any more. */
const FLOOD = 10;

/** Keeps the client's order: a join that still asks the database holds up what comes after it. */
function enqueue(connection: Connection, work: () => Promise<void> | void): void {
  if (connection.waiting >= MOST_WAITING) return connection.socket.close(1008, 'too many messages');
  connection.waiting += 1;
  const { tail } = connection;
  const run = async (): Promise<void> => {
    await tail;
    await work();
  };
  connection.tail = run()
    .catch(reportBug)
    .finally(() => {
      connection.waiting -= 1;
    });
  return undefined;
}

const MOST_WAITING = 1_000;

function handleFrame(hub: Hub, connection: Connection, frame: Frame | BroadcastFrame): Promise<void> | void {
  if (!hub.connections.has(connection)) return undefined;
  if ('message' in frame) return handleOfChannel(hub, connection, frame);
  if (frame.event === 'phx_join') return join(hub, connection, frame);
  return handleOfChannel(hub, connection, frame);
}

function handleOfChannel(hub: Hub, connection: Connection, frame: Frame | BroadcastFrame): Promise<void> | void {
  const channel = connection.channelByTopic.get(frame.topic);
  if (frame.event === 'phx_leave') return leave(hub, connection, { frame, channel });
  if (channel === undefined) {
    return reply(connection, frame, { status: 'error', response: { reason: 'unmatched topic' } });
  }
  // Of a join that another one has replaced.
  if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return undefined;
  return 'message' in frame ? handleBroadcast(hub, channel, frame) : handleEvent(hub, channel, frame);
}

function handleEvent(hub: Hub, channel: Channel, frame: Frame): Promise<void> | void {
  switch (frame.event) {
    case 'access_token':
      return renewToken(hub, channel, frame);
    case 'broadcast':
      return handleBroadcast(hub, channel, frame);
    case 'presence':
      return reply(channel.connection, frame, { status: 'ok', response: {} });
    default:
      return undefined;
  }
}

type Leaving = { readonly frame: Frame | BroadcastFrame; readonly channel: Channel | undefined };

function leave(hub: Hub, connection: Connection, { frame, channel }: Leaving): void {
  reply(connection, frame, { status: 'ok', response: {} });
  const isMeant = frame.joinRef === null || frame.joinRef === channel?.joinRef;
  if (channel !== undefined && isMeant) closeChannel(hub, channel);
}
