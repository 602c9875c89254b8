/** How much one client, and all of them together, may ask of the realtime service. */

export type RealtimeLimits = {
  /** Open connections of this process. */
  readonly connections: number;
  /** Channels of one connection. */
  readonly channels: number;
  /** Joins of one connection within a second. */
  readonly joinsPerSecond: number;
  /** Messages of one connection within a second. */
  readonly messagesPerSecond: number;
  /** Milliseconds after which a connection that says nothing is dropped; clients send a heartbeat every 25 s. */
  readonly silence: number;
  /** Bytes that may wait for a client that reads slowly; beyond that it is cut off. */
  readonly waitingBytes: number;
  /** Changes that may wait to be delivered; beyond that all clients are asked to come again. */
  readonly waitingChanges: number;
};

/** The hosted service's limits where it documents one. */
export const defaultLimits: RealtimeLimits = {
  connections: 10_000,
  channels: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  silence: 60_000,
  waitingBytes: 1024 * 1024,
  waitingChanges: 20_000,
};

/** The longest message taken: frames of the socket and bodies of broadcasts. */
export const MAX_MESSAGE_BYTES = 256 * 1024;
