/** Broadcasts over HTTP: POST /api/broadcast with many, /api/broadcast/TOPIC/events/EVENT with one. */
import { Hono } from 'hono';
import type { Context } from 'hono';
import { groupAddress } from '#server/rate-limit/group-address.ts';
import { isOwnMachine } from '#server/rate-limit/is-own-machine.ts';
import { reportBug } from '#server/report-bug.ts';
import type { Message } from './broadcast-frame.ts';
import { payloadToMessage, tellEverywhere } from './broadcasts.ts';
import { TOPIC_PREFIX } from './connection.ts';
import type { Identity } from './connection.ts';
import { isObject, parseJson } from './frame.ts';
import type { Hub } from './hub.ts';
import { identify } from './identity.ts';
import { MAX_MESSAGE_BYTES } from './limits.ts';
import { isTooDeep } from './nesting.ts';

/** Gives the routes. Answers 202 without a body; 401, 413, 422, 429 with `{"error"}` or `{"message"}`, which the client reads. */
export function createBroadcastRoutes(hub: Hub): Hono {
  const app = new Hono();
  app.post('/api/broadcast', async (c) => {
    const speaker = await findSpeaker(hub, c);
    return speaker === null ? unauthorized(c) : broadcastMany(hub, c, speaker);
  });
  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const speaker = await findSpeaker(hub, c);
    if (speaker === null) return unauthorized(c);
    if (!hub.broadcastRate.take(speaker, 1)) return tooMany(c);
    return broadcastOne(hub, c, { topic: c.req.param('topic'), event: c.req.param('event') });
  });
  app.all('*', (c) => c.json({ message: 'Not found' }, 404));
  app.onError((error, c) => {
    reportBug(error);
    return c.json({ message: 'Internal server error' }, 500);
  });
  return app;
}

/** Who tells: the subjects whose broadcasts are counted. An operator's are not, nor are those of this machine. */
type Speaker = readonly string[];

/** Gives null for whoever shows no key. */
async function findSpeaker({ tokens, addressOf }: Hub, c: Context): Promise<Speaker | null> {
  const bearer = c.req.header('authorization')?.replace(/^bearer\s+/i, '');
  const identity = await identify(tokens, bearer ?? c.req.header('apikey') ?? '');
  return identity.ok ? listSubjects(identity.value, addressOf(c.req.raw)) : null;
}

function listSubjects({ caller }: Identity, address: string): Speaker {
  if (caller.role === 'service_role') return [];
  const account = typeof caller.claims['sub'] === 'string' ? [`account ${caller.claims['sub']}`] : [];
  return isOwnMachine(address) ? account : [...account, `address ${groupAddress(address)}`];
}

async function broadcastMany(hub: Hub, c: Context, speaker: Speaker): Promise<Response> {
  const body = await readBody(c);
  if (body === null) return tooLarge(c);
  const entries = readEntries(readJson(body));
  if (entries === null) return wrong(c, `messages must be an array of at most ${MOST_MESSAGES} entries`);
  const messages = entries.map(readEntry);
  if (!messages.every((message) => message !== null)) return wrong(c, 'each message needs a topic and an event');
  if (!hub.broadcastRate.take(speaker, messages.length)) return tooMany(c);
  // Nobody may write to a private topic: there are no policies for them here.
  for (const { topic, message } of messages.filter(({ isPrivate }) => !isPrivate)) {
    tellEverywhere(hub, topic, { message, sender: null });
  }
  return c.body(null, 202);
}

function readEntries(value: unknown): readonly unknown[] | null {
  const entries: unknown = isObject(value) ? value['messages'] : null;
  return Array.isArray(entries) && entries.length <= MOST_MESSAGES ? entries : null;
}

const MOST_MESSAGES = 100;

type Entry = { readonly topic: string; readonly message: Message; readonly isPrivate: boolean };

function readEntry(entry: unknown): Entry | null {
  if (!isObject(entry) || typeof entry['topic'] !== 'string' || entry['topic'] === '') return null;
  const message = payloadToMessage(entry);
  return message && { topic: TOPIC_PREFIX + entry['topic'], message, isPrivate: entry['private'] === true };
}

type Place = { readonly topic: string; readonly event: string };

async function broadcastOne(hub: Hub, c: Context, { topic, event }: Place): Promise<Response> {
  if (c.req.query('private') === 'true') return c.json({ message: 'Private channels are not available' }, 403);
  const payload = await readBody(c);
  if (payload === null) return tooLarge(c);
  const isJson = !(c.req.header('content-type') ?? '').startsWith('application/octet-stream');
  if (isJson && readJson(payload) === undefined) return wrong(c, 'the body is not JSON');
  tellEverywhere(hub, TOPIC_PREFIX + topic, { message: { event, payload, isJson }, sender: null });
  return c.body(null, 202);
}

/** Gives null for a body that is too long, without reading it to its end. */
async function readBody({ req }: Context): Promise<Buffer | null> {
  const stream: ReadableStream<Uint8Array> | null = req.raw.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > MAX_MESSAGE_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readJson(body: Buffer): unknown {
  const text = body.toString();
  return isTooDeep(text) ? undefined : parseJson(text);
}

function unauthorized(c: Context): Response {
  return c.json({ message: 'Unauthorized' }, 401);
}

function tooMany(c: Context): Response {
  return c.json({ message: 'Too many broadcasts per second' }, 429, { 'retry-after': '1' });
}

function tooLarge(c: Context): Response {
  return c.json({ message: 'The body is too large' }, 413);
}

function wrong(c: Context, reason: string): Response {
  return c.json({ message: `Unprocessable: ${reason}` }, 422);
}
