/** The handshake of a socket: who comes, with which version of the protocol, and how a refusal is said over HTTP. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import type { Identity } from '#server/realtime/connection.ts';
import type { Version } from './frame.ts';
import { identify } from '#server/realtime/identity.ts';

export type Guest = { readonly identity: Identity; readonly version: Version };

/** Reads the key (`?apikey=` or a header) and the version (`?vsn=`, 1.0.0 without). Gives who comes, or the refusal. */
export async function readGuest(tokens: Tokens, request: IncomingMessage): Promise<Result<Guest, Refusal>> {
  const query = readQuery(request);
  const version = query.get('vsn') ?? '1.0.0';
  if (version !== '1.0.0' && version !== '2.0.0') return refuse(400, 'The serializer version is not supported');
  const key = [query.get('apikey'), request.headers['apikey'], request.headers['x-api-key']].find(isFilled);
  if (key === undefined) return refuse(401, 'API key is missing');
  const identity = await identify(tokens, key);
  if (identity.ok) return ok({ identity: identity.value, version });
  return refuse(401, identity.failure.type === 'expired-token' ? 'API key has expired' : 'Invalid API key');
}

export type Refusal = { readonly type: 'handshake-refused'; readonly status: RefusalStatus; readonly message: string };

type RefusalStatus = 400 | 401 | 429 | 500;

/** Answers the request for an upgrade as plain HTTP, and closes the socket. */
export function writeRefusal(socket: Duplex, { status, message }: Omit<Refusal, 'type'>): void {
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

const phrases: Readonly<Record<RefusalStatus, string>> = {
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

function refuse(status: RefusalStatus, message: string): Result<never, Refusal> {
  return fail({ type: 'handshake-refused', status, message });
}
