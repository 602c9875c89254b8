/** What all connections of one process share, and how channels come and go. */
import type { Database } from '#server/database/database.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import type { Message } from './broadcast-frame.ts';
import { sendFrame, sendSystem } from './connection.ts';
import type { Channel, Connection } from './connection.ts';
import type { RealtimeLimits } from './limits.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { Subscriptions } from './subscriptions.ts';
import { createTables } from './tables.ts';
import type { Tables } from './tables.ts';

export type Hub = {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly limits: RealtimeLimits;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Tells other server processes of a broadcast. */
  readonly tellOthers: (topic: string, message: Message) => void;
  readonly tables: Tables;
  readonly connections: Set<Connection>;
  readonly subscriptions: Subscriptions;
  /** The channels that are joined to a topic: who hears its broadcasts. */
  readonly membersByTopic: Map<string, Set<Channel>>;
};

export function createHub(parts: Pick<Hub, 'database' | 'tokens' | 'limits' | 'clock' | 'tellOthers'>): Hub {
  return {
    ...parts,
    tables: createTables(parts.database.sql, parts.clock),
    connections: new Set(),
    subscriptions: createSubscriptions(),
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

/** Forgets a connection that is closed. */
export function dropConnection(hub: Hub, connection: Connection): void {
  hub.connections.delete(connection);
  for (const channel of connection.channelByTopic.values()) dropChannel(hub, channel);
}
