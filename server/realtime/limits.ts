/** How much one client, and all of them together, may ask of the realtime service. */

export type RealtimeLimits = {
  /** Open connections of this process. */
  readonly connections: number;
  /** Of these, from one network address (of IPv6: one network). This machine itself counts for nobody. */
  readonly connectionsPerAddress: number;
  /** Channels of one connection. */
  readonly channels: number;
  /** What all channels of one connection together may ask to hear of. */
  readonly wishes: number;
  /** Joins of one connection within a second. */
  readonly joinsPerSecond: number;
  /** Messages of one connection within a second. */
  readonly messagesPerSecond: number;
  /** Milliseconds after which a connection that says nothing is dropped; clients send a heartbeat every 25 s. */
  readonly silence: number;
  /** Bytes that may wait for a client that reads slowly; beyond that it is cut off. */
  readonly waitingBytes: number;
  /** Changes that may wait to be delivered; beyond that those who wait for most of them are asked to come again. */
  readonly waitingChanges: number;
};

/** The hosted service's limits where it documents one. */
export const defaultLimits: RealtimeLimits = {
  connections: 10_000,
  connectionsPerAddress: 100,
  channels: 100,
  wishes: 1_000,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  silence: 60_000,
  waitingBytes: 1024 * 1024,
  waitingChanges: 20_000,
};

/** The longest message taken: a frame of the socket. */
export const MAX_MESSAGE_BYTES = 256 * 1024;
