/** Limits of the realtime service, for one connection and for the whole process. */

export type RealtimeLimits = {
  /** Open connections in this process. */
  readonly connections: number;
  /** Open connections from one IPv4 address or one IPv6 network. Connections from this machine are not counted. */
  readonly connectionsPerAddress: number;
  /** Channels on one connection. */
  readonly channels: number;
  /** `postgres_changes` subscriptions over all channels of one connection. Each value in a filter counts like a subscription. */
  readonly subscriptions: number;
  /** Subscriptions over all connections from one IPv4 address or one IPv6 network, except this machine. */
  readonly subscriptionsPerAddress: number;
  /** Characters of their parameters, as JSON. */
  readonly subscriptionLength: number;
  /** Joins on one connection within a second. */
  readonly joinsPerSecond: number;
  /** Messages on one connection within a second. */
  readonly messagesPerSecond: number;
  /** Deliveries within a second that the broadcasts of one connection cause: one for each member that receives one. */
  readonly deliveriesPerSecond: number;
  /** The same over all connections from one IPv4 address or one IPv6 network, except this machine. */
  readonly deliveriesPerAddress: number;
  /** Milliseconds without a message after which a connection is closed. Clients send a heartbeat every 25 s. */
  readonly silence: number;
  /** Bytes that may be queued for a client that reads slowly. Beyond that its connection is closed. */
  readonly waitingBytes: number;
  /** Changes that may be queued for delivery. Beyond that the subscribers with the most queued changes are disconnected. */
  readonly waitingChanges: number;
  /** Changes that are delivered together, each counted once for each subscription it may concern. One change is always delivered. */
  readonly batchWeight: number;
  /** Presences of one private topic in this process, and those of one account among them. */
  readonly presencesPerTopic: number;
  readonly presencesPerCaller: number;
  /** Bytes of the metadata of a presence. */
  readonly presenceBytes: number;
  /** The shortest time between two updates of the presences of a topic, in milliseconds. */
  readonly presenceInterval: number;
};

/** The hosted service's limits, where it documents them. */
export const defaultLimits: RealtimeLimits = {
  connections: 10_000,
  connectionsPerAddress: 100,
  channels: 100,
  subscriptions: 200,
  subscriptionsPerAddress: 2_000,
  subscriptionLength: 128 * 1024,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  deliveriesPerSecond: 2_000,
  deliveriesPerAddress: 20_000,
  silence: 60_000,
  waitingBytes: 1024 * 1024,
  waitingChanges: 20_000,
  batchWeight: 50_000,
  presencesPerTopic: 400,
  presencesPerCaller: 20,
  presenceBytes: 1_024,
  presenceInterval: 500,
};

/** The largest WebSocket message that is accepted. */
export const MAX_MESSAGE_BYTES = 256 * 1024;
