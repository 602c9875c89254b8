/** What all connections of one process share, and how channels come and go. */
import type { Database } from '#server/database/database.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import type { AddressOf } from '#server/http/client-address.ts';
import type { Message } from './protocol/broadcast-frame.ts';
import { sendFrame, sendSystem } from './connection.ts';
import type { Channel, Connection } from './connection.ts';
import type { RealtimeLimits } from './limits.ts';
import { createSubscriptions } from './subscriptions/subscriptions.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';
import { createTables } from './subscriptions/tables.ts';
import type { Tables } from './subscriptions/tables.ts';

export type Hub = {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly limits: RealtimeLimits;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The network address of whoever sent a request. */
  readonly addressOf: AddressOf;
  /** Tells other server processes of a broadcast. */
  readonly tellOthers: (topic: string, message: Message) => void;
  readonly tables: Tables;
  readonly connections: Set<Connection>;
  /** How many of these each network address has. */
  readonly countByAddress: Map<string, number>;
  readonly subscriptions: Subscriptions;
  /** Counted since the start, for the metrics. */
  readonly tally: { deliveries: number };
  /** The channels that are joined to a topic: who hears its broadcasts. */
  readonly membersByTopic: Map<string, Set<Channel>>;
};

type HubParts = Pick<Hub, 'database' | 'tokens' | 'limits' | 'clock' | 'addressOf' | 'tellOthers'>;

export function createHub(parts: HubParts): Hub {
  return {
    ...parts,
    tables: createTables(parts.database.sql, parts.clock),
    connections: new Set(),
    countByAddress: new Map(),
    subscriptions: createSubscriptions(),
    tally: { deliveries: 0 },
    membersByTopic: new Map(),
  };
}

/** Makes a channel part of its connection and of its topic. */
export function openChannel(hub: Hub, channel: Channel): void {
  channel.connection.channelByTopic.set(channel.topic, channel);
  const members = hub.membersByTopic.get(channel.topic) ?? new Set();
  hub.membersByTopic.set(channel.topic, members.add(channel));
}

/** Ends a channel without a word. */
function dropChannel(hub: Hub, channel: Channel): void {
  const { channelByTopic } = channel.connection;
  if (channelByTopic.get(channel.topic) === channel) channelByTopic.delete(channel.topic);
  const members = hub.membersByTopic.get(channel.topic);
  members?.delete(channel);
  if (members?.size === 0) hub.membersByTopic.delete(channel.topic);
  for (const subscription of channel.subscriptions) hub.subscriptions.remove(subscription);
}

/** Ends a channel and says so, as Phoenix does when a channel stops: the client does not join again by itself. */
export function closeChannel(hub: Hub, channel: Channel): void {
  dropChannel(hub, channel);
  const { connection, topic, joinRef } = channel;
  sendFrame(connection, { joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}');
}

/** Ends a channel for a reason that its client is told before. */
export function shutChannel(hub: Hub, channel: Channel, message: string): void {
  sendSystem(channel, { extension: 'system', status: 'error', message });
  closeChannel(hub, channel);
}

/** Takes in a connection that has just been opened. */
export function addConnection(hub: Hub, connection: Connection): void {
  hub.connections.add(connection);
  hub.countByAddress.set(connection.address, countOf(hub, connection.address) + 1);
}

/** How many connections a network address has. */
export function countOf({ countByAddress }: Hub, address: string): number {
  return countByAddress.get(address) ?? 0;
}

/** Forgets a connection that is closed, or is as good as closed; a second time nothing happens. */
export function dropConnection(hub: Hub, connection: Connection): void {
  if (!hub.connections.delete(connection)) return;
  const left = countOf(hub, connection.address) - 1;
  if (left === 0) hub.countByAddress.delete(connection.address);
  else hub.countByAddress.set(connection.address, left);
  for (const channel of connection.channelByTopic.values()) dropChannel(hub, channel);
}
