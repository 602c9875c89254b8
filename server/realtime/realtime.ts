/** The realtime service: Phoenix channels over a socket, as realtime-js speaks them. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import type { Database } from '#server/database/database.ts';
import type { RealtimeCounts } from '#server/metrics/meter.ts';
import { groupAddress, isOwnMachine } from '#server/http/client-address.ts';
import { reportBug } from '#server/report-bug.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import type { AddressOf } from '#server/http/client-address.ts';
import { createBroadcastFeed } from './broadcasts/broadcast-feed.ts';
import { tellMembers } from './broadcasts/broadcasts.ts';
import type { Connection } from './connection.ts';
import { createDelivery, disconnectAll } from './delivery/delivery.ts';
import { handleControlFrame, handleMessage } from './handle-message.ts';
import { readGuest, writeRefusal } from './protocol/handshake.ts';
import type { Guest } from './protocol/handshake.ts';
import { addConnection, countOf, createHub, dropConnection, shutChannel } from './hub.ts';
import type { Hub } from './hub.ts';
import { defaultLimits, MAX_MESSAGE_BYTES } from './limits.ts';
import type { RealtimeLimits } from './limits.ts';

export type RealtimeParts = {
  readonly database: Database;
  readonly tokens: Tokens;
  /** What differs from the usual limits. */
  readonly settings: Partial<RealtimeLimits>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The network address of whoever sent a request, also one for an upgrade. */
  readonly addressOf: AddressOf;
};

export type Realtime = {
  /** For Node's `upgrade` event, where the path is /realtime/v1/websocket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** What the metrics tell of it. */
  readonly count: () => RealtimeCounts;
  /** Sends everybody away. To be called before the HTTP server is closed: its own close waits for open sockets. */
  readonly close: () => Promise<void>;
};

export function createRealtime({ settings, ...parts }: RealtimeParts): Realtime {
  const { database } = parts;
  const feed = createBroadcastFeed({
    sql: database.sql,
    onMessage: (topic, message) => tellMembers(hub, topic, { message, sender: null }),
    // The same connection listens for changes: whoever comes again fetches what this process did not hear of.
    onGap: () => disconnectAll(hub.connections),
    onFailure: reportBug,
  });
  const limits = { ...defaultLimits, ...settings };
  const hub = createHub({ ...parts, limits, tellOthers: feed.publish });
  const delivery = createDelivery(hub);
  const deafen = database.onChanges(delivery.take);
  // One for all connections: timers of their own would cost each of them memory.
  const ticker = setInterval(() => sweep(hub), SWEEP_EVERY).unref();
  const door = openDoor(hub);
  return {
    upgrade: door.upgrade,
    count: () => countAll(hub),
    async close() {
      door.shut();
      clearInterval(ticker);
      deafen();
      await Promise.all([sendAway(hub), feed.close()]);
    },
  };
}

const SWEEP_EVERY = 1_000;

type Door = Pick<Realtime, 'upgrade'> & { readonly shut: () => void };

function openDoor(hub: Hub): Door {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  let isOpen = true;
  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      admitGuest(hub, request, socket)
        .then((guest) => {
          if (!isOpen) socket.destroy();
          else if (guest !== null) {
            const address = groupAddress(hub.addressOf(request));
            sockets.handleUpgrade(request, socket, head, (open) => welcome(hub, open, { ...guest, address }));
          }
        })
        .catch((error: unknown) => {
          reportBug(error);
          writeRefusal(socket, { status: 500, message: 'Internal server error' });
        });
    },
    shut() {
      isOpen = false;
    },
  };
}

async function admitGuest(hub: Hub, request: IncomingMessage, socket: Duplex): Promise<Guest | null> {
  const guest = await readGuest(hub.tokens, request);
  if (!guest.ok) {
    writeRefusal(socket, guest.failure);
    return null;
  }
  if (hasRoom(hub, hub.addressOf(request))) return guest.value;
  writeRefusal(socket, { status: 429, message: 'Too many connected users' });
  return null;
}

/** One address alone must not be able to take the places of all others. */
function hasRoom(hub: Hub, address: string): boolean {
  if (hub.connections.size >= hub.limits.connections) return false;
  return isOwnMachine(address) || countOf(hub, groupAddress(address)) < hub.limits.connectionsPerAddress;
}

type Arrival = Guest & { readonly address: string };

function welcome(hub: Hub, socket: WebSocket, { identity, version, address }: Arrival): void {
  const connection: Connection = {
    socket,
    version,
    limits: hub.limits,
    address,
    guest: identity,
    channelByTopic: new Map(),
    heardAt: hub.clock(),
    rate: { second: 0, messages: 0, joins: 0 },
    tail: Promise.resolve(),
    waiting: 0,
  };
  addConnection(hub, connection);
  socket.on('message', (data, isBinary) =>
    handleMessage(hub, connection, isBinary ? toBuffer(data) : toBuffer(data).toString()),
  );
  socket.on('ping', () => handleControlFrame(hub, connection));
  socket.on('pong', () => handleControlFrame(hub, connection));
  socket.on('close', () => dropConnection(hub, connection));
  // A frame that breaks the protocol or is too long: ws closes the socket by itself.
  socket.on('error', () => undefined);
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

function countAll({ connections, tally }: Hub): RealtimeCounts {
  let subscriptions = 0;
  for (const { channelByTopic } of connections) {
    for (const channel of channelByTopic.values()) subscriptions += channel.subscriptions.length;
  }
  return { sockets: connections.size, subscriptions, deliveries: tally.deliveries };
}

/** Ends what has fallen silent, and the channels whose token has expired. */
function sweep(hub: Hub): void {
  const now = hub.clock();
  for (const connection of hub.connections) {
    if (now - connection.heardAt > hub.limits.silence) connection.socket.terminate();
    for (const channel of connection.channelByTopic.values()) {
      const { expiresAt } = channel.identity;
      if (expiresAt > now) continue;
      const seconds = Math.floor((now - expiresAt) / 1000);
      shutChannel(hub, channel, `Token has expired ${seconds} seconds ago`);
    }
  }
}

/** Says goodbye, and cuts off who does not answer it. */
async function sendAway(hub: Hub): Promise<void> {
  const open = [...hub.connections];
  const gone = open.map(({ socket }) => new Promise<void>((resolve) => void socket.once('close', () => resolve())));
  for (const { socket } of open) socket.close(1001, 'going away');
  const cut = setTimeout(() => open.forEach(({ socket }) => socket.terminate()), FAREWELL);
  await Promise.all(gone);
  clearTimeout(cut);
}

const FAREWELL = 1_000;
