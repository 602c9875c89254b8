/** For tests: a client that says frames as they are, honest or not. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { WebSocket } from 'ws';

export type RawClient = {
  readonly socket: WebSocket;
  /** The text frames that came. */
  readonly heard: readonly (readonly unknown[])[];
  readonly say: (...frame: readonly unknown[]) => void;
  /** Waits for the first frame of an event, of one topic or of any. */
  readonly until: (event: string, topic?: string) => Promise<readonly unknown[]>;
  /** Waits until the socket is closed, and gives the code. */
  readonly closed: Promise<unknown>;
};

/** Takes `ws://host/realtime/v1` and the query of the handshake. */
export async function openRawClient(address: string, query: string): Promise<RawClient> {
  const socket = new WebSocket(`${address}/websocket?${query}`);
  const heard: (readonly unknown[])[] = [];
  socket.on('message', (data: Buffer, isBinary) => isBinary || heard.push(readFrame(data)));
  await once(socket, 'open');
  // What a test breaks ends in an error before it is closed.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  const find = (event: string, topic?: string): readonly unknown[] | undefined =>
    heard.find((frame) => frame[3] === event && (topic === undefined || frame[2] === topic));
  return {
    socket,
    heard,
    say: (...frame) => socket.send(JSON.stringify(frame)),
    async until(event, topic) {
      const signal = AbortSignal.timeout(3_000);
      while (find(event, topic) === undefined) await once(socket, 'message', { signal });
      return find(event, topic) ?? [];
    },
    closed,
  };
}

/** The payload of phx_join; null for a join without a token. */
export function joining(token: string | null = null, ...wishes: readonly unknown[]): JoinPayload {
  return { config: { postgres_changes: wishes }, ...(token !== null && { access_token: token }) };
}

type JoinPayload = {
  readonly config: { readonly postgres_changes: readonly unknown[] };
  readonly access_token?: string;
};

/** Asks for an upgrade, and gives the status and body of the answer; 101 without a body where it is granted. */
export async function askForUpgrade(
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
