/** For tests: a WebSocket client that sends any frame, valid or not. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { WebSocket } from 'ws';

export type RawClient = {
  readonly socket: WebSocket;
  /** The received text frames. */
  readonly received: readonly (readonly unknown[])[];
  readonly send: (...frame: readonly unknown[]) => void;
  /** Waits for the first frame of an event, of one topic or of any. */
  readonly until: (event: string, topic?: string) => Promise<readonly unknown[]>;
  /** Resolves with the close code. */
  readonly closed: Promise<unknown>;
};

/** Connects. `address` is `ws://host/realtime/v1`, and `query` the query of the handshake. */
export async function openRawClient(address: string, query: string): Promise<RawClient> {
  const socket = new WebSocket(`${address}/websocket?${query}`);
  const received: (readonly unknown[])[] = [];
  socket.on('message', (data: Buffer, isBinary) => isBinary || received.push(readFrame(data)));
  await once(socket, 'open');
  // Invalid frames cause an error before the close.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  const find = (event: string, topic?: string): readonly unknown[] | undefined =>
    received.find((frame) => frame[3] === event && (topic === undefined || frame[2] === topic));
  return {
    socket,
    received,
    send: (...frame) => socket.send(JSON.stringify(frame)),
    async until(event, topic) {
      const signal = AbortSignal.timeout(30_000);
      while (find(event, topic) === undefined) await once(socket, 'message', { signal });
      return find(event, topic) ?? [];
    },
    closed,
  };
}

/** The payload of phx_join. A join with the token null has none. */
export function joinPayload(token: string | null = null, ...params: readonly unknown[]): JoinPayload {
  return { config: { postgres_changes: params }, ...(token !== null && { access_token: token }) };
}

type JoinPayload = {
  readonly config: { readonly postgres_changes: readonly unknown[] };
  readonly access_token?: string;
};

/** Sends an upgrade request. Returns the status and the body of the response; 101 has no body. */
export async function requestUpgrade(
  address: string,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly [number | undefined, unknown]> {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version': '13',
  };
  const asked = request(`${address.replace('ws:', 'http:')}/websocket?${query}`, {
    headers: { ...upgrade, ...headers },
  });
  asked.end();
  const granted = new Promise<null>((resolve) => {
    asked.once('upgrade', (_, socket) => {
      socket.destroy();
      resolve(null);
    });
  });
  const refused = new Promise<IncomingMessage>((resolve) => void asked.once('response', resolve));
  const answer = await Promise.race([granted, refused]);
  return answer === null ? [101, null] : [answer.statusCode, await json(answer)];
}

function readFrame(data: Buffer): readonly unknown[] {
  const frame: unknown = JSON.parse(data.toString());
  return Array.isArray(frame) ? frame : [];
}
