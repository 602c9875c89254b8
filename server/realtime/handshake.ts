/** Authenticates the upgrade request of a WebSocket, and writes HTTP error responses. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Version } from '#server/realtime/protocol/frame.ts';
import { fail, ok, type Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import { identify, type Identity } from './identity.ts';

export type Client = { readonly identity: Identity; readonly version: Version };

/** Reads the API key (`?apikey=` or a header) and the protocol version (`?vsn=`, 1.0.0 by default). */
export async function authenticateClient(
  tokens: Tokens,
  request: IncomingMessage,
): Promise<Result<Client, HandshakeFailure>> {
  const query = readQuery(request);
  const version = query.get('vsn') ?? '1.0.0';
  if (version !== '1.0.0' && version !== '2.0.0') return refuse(400, 'The serializer version is not supported');
  const key = [query.get('apikey'), request.headers['apikey'], request.headers['x-api-key']].find(isFilled);
  if (key === undefined) return refuse(401, 'API key is missing');
  const identity = await identify(tokens, key);
  if (identity.ok) return ok({ identity: identity.value, version });
  return refuse(401, identity.failure.type === 'expired-token' ? 'API key has expired' : 'Invalid API key');
}

export type HandshakeFailure = {
  readonly type: 'handshake-refused';
  readonly status: ErrorStatus;
  readonly message: string;
};

type ErrorStatus = 400 | 401 | 429 | 500;

/** Writes a plain HTTP response to an upgrade request, and closes the socket. */
export function writeErrorResponse(socket: Duplex, { status, message }: Omit<HandshakeFailure, 'type'>): void {
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
