/** The realtime service: Phoenix channels over WebSockets, as realtime-js uses them, and who may open one. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { isOwnMachine, listAddressTiers, type AddressTier } from '#server/http/client-address.ts';
import { reportBug } from '#server/log/log.ts';
import type { RealtimeCounts } from '#server/metrics/meter.ts';
import { fail, ok, type Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';
import { createBroadcastFeed, sendToMembers } from './broadcasts.ts';
import { type Connection, defaultLimits, MAX_MESSAGE_BYTES, type RealtimeLimits } from './connection.ts';
import { createDelivery, disconnectAll } from './delivery/delivery.ts';
import { handleControlFrame, handleMessage } from './handle-message.ts';
import { addConnection, createHub, dropConnection, explainRevocation, failChannel, type Hub } from './hub.ts';
import { identify, type Identity } from './identity.ts';
import { trackPresences } from './presence/track-presences.ts';
import type { Version } from './protocol/frame.ts';

export type RealtimeParts = Pick<Hub, 'database' | 'tokens' | 'clock' | 'addressOf'> & {
  /** Limits that replace the defaults. */
  readonly settings: Partial<RealtimeLimits>;
};

export type Realtime = {
  /** Handles Node's `upgrade` event for /realtime/v1/websocket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Counts for the metrics. */
  readonly count: () => RealtimeCounts;
  /** Closes all connections. Clients connect again with their current token. */
  readonly disconnectAll: () => void;
  /** Closes all connections. Call it before closing the HTTP server, which waits for open sockets. */
  readonly close: () => Promise<void>;
};

export function createRealtime({ settings, ...parts }: RealtimeParts): Realtime {
  const { database } = parts;
  const feed = createBroadcastFeed({
    sql: database.sql,
    onMessage: (topic, message) => sendToMembers(hub, topic, { message, sender: null }),
    // The same database connection listens for changes, so clients must resync to get what this process has missed.
    onGap: () => disconnectAll(hub.connections),
    onFailure: reportBug,
  });
  const limits = { ...defaultLimits, ...settings };
  const presences = trackPresences({
    sql: database.sql,
    limits,
    clock: parts.clock,
    onRevoked: (channel) => failChannel(hub, channel, explainRevocation(channel)),
  });
  const hub = createHub({ ...parts, limits, publishBroadcast: feed.publish, presences });
  const delivery = createDelivery(hub);
  const stopListening = database.onChanges(delivery.enqueue);
  const stopClosing = closeEndedSessions(hub, reportBug);
  // One timer for all connections, because thousands of timers would cost memory.
  const ticker = setInterval(() => sweep(hub), SWEEP_INTERVAL_MS).unref();
  const acceptor = createAcceptor(hub);
  return {
    upgrade: acceptor.upgrade,
    count: () => countAll(hub),
    disconnectAll: () => disconnectAll(hub.connections),
    async close() {
      acceptor.stop();
      clearInterval(ticker);
      stopListening();
      await Promise.all([closeAll(hub), feed.close(), stopClosing()]);
      await presences.stop();
    },
  };
}

const SWEEP_INTERVAL_MS = 1_000;

type Acceptor = Pick<Realtime, 'upgrade'> & { readonly stop: () => void };

/** Accepts new connections until it is stopped. */
function createAcceptor(hub: Hub): Acceptor {
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
      admitClient(hub, request, socket)
        .then((client) => {
          if (!isOpen) socket.destroy();
          else if (client !== null) {
            const addressTiers = listTiers(hub.addressOf(request));
            sockets.handleUpgrade(request, socket, head, (open) => addClient(hub, open, { ...client, addressTiers }));
          }
        })
        .catch((error: unknown) => {
          reportBug(error);
          writeErrorResponse(socket, { status: 500, message: 'Internal server error' });
        });
    },
    stop() {
      isOpen = false;
    },
  };
}

async function admitClient(hub: Hub, request: IncomingMessage, socket: Duplex): Promise<Client | null> {
  const client = await authenticateClient(hub.tokens, request);
  if (!client.ok) {
    writeErrorResponse(socket, client.failure);
    return null;
  }
  if (hasRoom(hub, hub.addressOf(request))) return client.value;
  writeErrorResponse(socket, { status: 429, message: 'Too many connected users' });
  return null;
}

/** Whether another connection from this address is allowed. One address must not use up all connections. */
function hasRoom(hub: Hub, address: string): boolean {
  if (hub.connections.size >= hub.limits.connections) return false;
  return hub.connectionsByAddress.hasRoom(listTiers(address), 1, hub.limits.connectionsPerAddress);
}

function listTiers(address: string): readonly AddressTier[] {
  return isOwnMachine(address) ? [] : listAddressTiers(address);
}

type AdmittedClient = Client & Pick<Connection, 'addressTiers'>;

function addClient(hub: Hub, socket: WebSocket, { identity, version, addressTiers }: AdmittedClient): void {
  const connection: Connection = {
    socket,
    version,
    limits: hub.limits,
    addressTiers,
    keyIdentity: identity,
    channelByTopic: new Map(),
    lastMessageAt: hub.clock(),
    rate: { second: 0, messages: 0, joins: 0 },
    tail: Promise.resolve(),
    waiting: { messages: 0, bytes: 0 },
  };
  addConnection(hub, connection);
  socket.on('message', (data, isBinary) =>
    handleMessage(hub, connection, isBinary ? toBuffer(data) : toBuffer(data).toString()),
  );
  socket.on('ping', () => handleControlFrame(hub, connection));
  socket.on('pong', () => handleControlFrame(hub, connection));
  socket.on('close', () => dropConnection(hub, connection));
  // ws closes the socket after an invalid or oversized frame.
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

/** Terminates silent connections, and closes channels whose token has expired. */
function sweep(hub: Hub): void {
  const now = hub.clock();
  for (const connection of hub.connections) {
    if (now - connection.lastMessageAt > hub.limits.silence) connection.socket.terminate();
    for (const channel of connection.channelByTopic.values()) {
      const { expiresAt } = channel.identity;
      if (expiresAt > now) continue;
      const seconds = Math.floor((now - expiresAt) / 1000);
      failChannel(hub, channel, `Token has expired ${seconds} seconds ago`);
    }
  }
}

/** Sends close frames, and terminates the connections that do not close in time. */
async function closeAll(hub: Hub): Promise<void> {
  const open = [...hub.connections];
  const gone = open.map(({ socket }) => new Promise<void>((resolve) => void socket.once('close', () => resolve())));
  for (const { socket } of open) socket.close(1001, 'going away');
  const cut = setTimeout(() => open.forEach(({ socket }) => socket.terminate()), SHUTDOWN_TIMEOUT_MS);
  await Promise.all(gone);
  clearTimeout(cut);
}

const SHUTDOWN_TIMEOUT_MS = 1_000;

/** supabase/migrations/0011_ended_sessions.sql announces the id of each session here, after the commit. */
const CHANNEL = 'ended_sessions';

/**
 * Listens until the returned function is called. After a gap in the connection to the database, all clients are disconnected
 * anyway (realtime.ts), so that no session is missed.
 */
function closeEndedSessions(hub: Hub, onFailure: (error: unknown) => void): () => Promise<void> {
  const listening = hub.database.sql.listen(CHANNEL, (sessionId) => closeSession(hub, sessionId));
  // The driver reconnects. Without this message, the device notices with its next request.
  listening.catch(onFailure);
  return async () => {
    await listening.then((listener) => listener.unlisten()).catch(() => undefined);
  };
}

function closeSession(hub: Hub, sessionId: string): void {
  for (const { channelByTopic } of hub.connections) {
    for (const channel of channelByTopic.values()) {
      if (channel.identity.caller.claims['session_id'] === sessionId)
        failChannel(hub, channel, 'This session has ended');
    }
  }
}

type Client = { readonly identity: Identity; readonly version: Version };

/** Reads the API key (`?apikey=` or a header) and the protocol version (`?vsn=`, 1.0.0 by default). */
async function authenticateClient(tokens: Tokens, request: IncomingMessage): Promise<Result<Client, HandshakeFailure>> {
  const query = readQuery(request);
  const version = query.get('vsn') ?? '1.0.0';
  if (version !== '1.0.0' && version !== '2.0.0') return refuse(400, 'The serializer version is not supported');
  const key = [query.get('apikey'), request.headers['apikey'], request.headers['x-api-key']].find(isFilled);
  if (key === undefined) return refuse(401, 'API key is missing');
  const identity = await identify(tokens, key);
  if (identity.ok) return ok({ identity: identity.value, version });
  return refuse(401, identity.failure.type === 'expired-token' ? 'API key has expired' : 'Invalid API key');
}

type HandshakeFailure = {
  readonly type: 'handshake-refused';
  readonly status: ErrorStatus;
  readonly message: string;
};

type ErrorStatus = 400 | 401 | 429 | 500;

/** Writes a plain HTTP response to an upgrade request, and closes the socket. */
function writeErrorResponse(socket: Duplex, { status, message }: Omit<HandshakeFailure, 'type'>): void {
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status} ${phrases[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const phrases: Readonly<Record<ErrorStatus, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

function readQuery({ url = '' }: IncomingMessage): URLSearchParams {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  return new URLSearchParams(query);
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function refuse(status: ErrorStatus, message: string): Result<never, HandshakeFailure> {
  return fail({ type: 'handshake-refused', status, message });
}
