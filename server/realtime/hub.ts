/** The state that all realtime connections of this process share and what they use together, and functions that open and close channels. */
import type { Database } from '#server/database/database.ts';
import type { AddressOf, AddressTier } from '#server/http/client-address.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';
import {
  isPrivate,
  sendFrame,
  sendSystem,
  toName,
  type Channel,
  type Connection,
  type Subscription,
  type RealtimeLimits,
} from './connection.ts';
import type { Presences } from './presence/track-presences.ts';
import type { Message } from './protocol/frame.ts';
import { countSubscriptions } from './protocol/join-request.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions/subscriptions.ts';
import { createTables, type Tables } from './subscriptions/tables.ts';

export type Hub = {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly limits: RealtimeLimits;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns the network address of a request. */
  readonly addressOf: AddressOf;
  /** Sends a broadcast to the other server processes. */
  readonly publishBroadcast: (topic: string, message: Message) => void;
  readonly presences: Presences;
  readonly tables: Tables;
  readonly connections: Set<Connection>;
  readonly connectionsByAddress: AddressCounts;
  /** Counted like the limit of one connection (`countSubscriptions`). */
  readonly subscriptionsByAddress: AddressCounts;
  /** The deliveries that broadcasts cause. */
  readonly deliveryRate: DeliveryRate;
  readonly subscriptions: Subscriptions<Subscription>;
  /** Counted since the process started, for the metrics. */
  readonly tally: { deliveries: number };
  /** The public channels that have joined a topic and receive its broadcasts. */
  readonly membersByTopic: Map<string, Set<Channel>>;
};

type HubParts = Pick<Hub, 'database' | 'tokens' | 'limits' | 'clock' | 'addressOf' | 'publishBroadcast' | 'presences'>;

export function createHub(parts: HubParts): Hub {
  return {
    ...parts,
    tables: createTables(parts.database.sql, parts.clock),
    connections: new Set(),
    connectionsByAddress: createAddressCounts(),
    subscriptionsByAddress: createAddressCounts(),
    deliveryRate: createDeliveryRate(parts.limits, parts.clock),
    subscriptions: createSubscriptions<Subscription>(),
    tally: { deliveries: 0 },
    membersByTopic: new Map(),
  };
}

/** Adds a channel to its connection and to its topic. */
export function openChannel(hub: Hub, channel: Channel): void {
  const { connection, params } = channel;
  connection.channelByTopic.set(channel.topic, channel);
  hub.subscriptionsByAddress.add(connection.addressTiers, countSubscriptions(params));
  if (isPrivate(channel)) return hub.presences.open(channel);
  const members = hub.membersByTopic.get(channel.topic) ?? new Set();
  hub.membersByTopic.set(channel.topic, members.add(channel));
  return undefined;
}

/** Removes a channel without notifying its client. */
function dropChannel(hub: Hub, channel: Channel): void {
  const { channelByTopic, addressTiers } = channel.connection;
  if (channelByTopic.get(channel.topic) === channel) {
    channelByTopic.delete(channel.topic);
    hub.subscriptionsByAddress.add(addressTiers, -countSubscriptions(channel.params));
  }
  const members = hub.membersByTopic.get(channel.topic);
  members?.delete(channel);
  if (members?.size === 0) hub.membersByTopic.delete(channel.topic);
  for (const subscription of channel.subscriptions) hub.subscriptions.remove(subscription);
  if (isPrivate(channel)) hub.presences.close(channel);
}

/** Whether the channel is still joined. It may be closed during a query. */
export function isOpen(hub: Hub, channel: Channel): boolean {
  const { connection, topic } = channel;
  return hub.connections.has(connection) && connection.channelByTopic.get(topic) === channel;
}

/** Closes a channel with `phx_close`, as Phoenix does when a channel process stops. The client does not rejoin. */
export function closeChannel(hub: Hub, channel: Channel): void {
  dropChannel(hub, channel);
  const { connection, topic, joinRef } = channel;
  sendFrame(connection, { joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}');
}

/** Sends a system error with the reason, then closes the channel. */
export function failChannel(hub: Hub, channel: Channel, message: string): void {
  sendSystem(channel, { extension: 'system', status: 'error', message });
  closeChannel(hub, channel);
}

/** Why a private channel is closed whose caller may no longer read its topic. */
export function explainRevocation({ topic }: Channel): string {
  return `You no longer have permission to read from this Channel topic: ${toName(topic)}`;
}

/** Registers a connection that has just been opened. */
export function addConnection(hub: Hub, connection: Connection): void {
  hub.connections.add(connection);
  hub.connectionsByAddress.add(connection.addressTiers, 1);
}

/** Removes a connection and its channels. Does nothing if the connection was removed before. */
export function dropConnection(hub: Hub, connection: Connection): void {
  if (!hub.connections.delete(connection)) return;
  hub.connectionsByAddress.add(connection.addressTiers, -1);
  for (const channel of connection.channelByTopic.values()) dropChannel(hub, channel);
}

type AddressCounts = {
  /** Adds an amount, which may be negative, to each tier of an address. */
  readonly add: (tiers: readonly AddressTier[], amount: number) => void;
  /** Whether each tier may use this much more. An address without tiers has no limit. */
  readonly hasRoom: (tiers: readonly AddressTier[], amount: number, limit: number) => boolean;
};

function createAddressCounts(): AddressCounts {
  const countByKey = new Map<string, number>();
  const countOf = (key: string): number => countByKey.get(key) ?? 0;
  return {
    add(tiers, amount) {
      for (const { key } of tiers) {
        const count = countOf(key) + amount;
        if (count === 0) countByKey.delete(key);
        else countByKey.set(key, count);
      }
    },
    hasRoom: (tiers, amount, limit) => tiers.every(({ key, factor }) => countOf(key) + amount <= limit * factor),
  };
}

type DeliveryRate = {
  /**
   * Counts a broadcast to this many members, unless its connection or its network would cause too many deliveries within a second.
   * The first broadcast of a network in a second is always counted, so that a topic may have more members than the limit.
   */
  readonly admits: (sender: Connection, members: number) => boolean;
};

export function createDeliveryRate(limits: RealtimeLimits, clock: () => number): DeliveryRate {
  let second = 0;
  let countByKey = new Map<Connection | string, number>();
  return {
    admits(sender, members) {
      const now = Math.floor(clock() / 1000);
      if (now !== second) countByKey = new Map();
      second = now;
      const budgets = listBudgets(sender, limits).map((budget) => ({
        ...budget,
        used: countByKey.get(budget.key) ?? 0,
      }));
      if (budgets.some(({ used, limit }) => used > 0 && members > 0 && used + members > limit)) return false;
      for (const { key, used } of budgets) countByKey.set(key, used + members);
      return true;
    },
  };
}

type Budget = { readonly key: Connection | string; readonly limit: number };

function listBudgets(sender: Connection, limits: RealtimeLimits): readonly Budget[] {
  const tiers = sender.addressTiers.map(({ key, factor }) => ({ key, limit: limits.deliveriesPerAddress * factor }));
  return [{ key: sender, limit: limits.deliveriesPerSecond }, ...tiers];
}
