/** Exchanges broadcasts with other server processes through Postgres notifications. */
import { randomUUID } from 'node:crypto';
import type { Sql } from '#server/database/database.ts';
import type { Message } from '#server/realtime/protocol/broadcast-frame.ts';
import { isObject, parseJson } from '#server/realtime/protocol/frame.ts';

export type BroadcastFeed = {
  /** Sends a broadcast to the other processes, unless it is too long for a notification or too many are queued. */
  readonly publish: (topic: string, message: Message) => void;
  readonly close: () => Promise<void>;
};

/** Listens for broadcasts of other processes. */
export function createBroadcastFeed({ sql, onMessage, onGap, onFailure }: FeedParts): BroadcastFeed {
  const own = randomUUID();
  const waiting: string[] = [];
  let sending: Promise<void> | null = null;
  const receive = (payload: string): void => {
    const notice = parseNotice(payload);
    if (notice !== null && notice.from !== own) onMessage(notice.topic, notice.message);
  };
  let hasListened = false;
  const listening = sql.listen(CHANNEL, receive, () => {
    if (hasListened) onGap();
    hasListened = true;
  });
  listening.catch((error: unknown) => {
    // The driver reconnects. Broadcasts sent until then are lost, as in any gap.
    hasListened = true;
    onFailure(error);
  });
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const payloads = waiting.splice(0, BATCH_SIZE);
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.catch(onFailure);
    }
    sending = null;
  };
  return {
    publish(topic, message) {
      const notice = writeNotice(own, topic, message);
      if (Buffer.byteLength(notice) > MAX_BYTES || waiting.length >= MAX_WAITING) return;
      waiting.push(notice);
      sending ??= send();
    },
    async close() {
      waiting.length = 0;
      await listening.then((listener) => listener.unlisten()).catch(() => undefined);
      await sending;
    },
  };
}

type FeedParts = {
  readonly sql: Sql;
  readonly onMessage: (topic: string, message: Message) => void;
  /** Called after the listening connection was lost and restored. Messages in between are lost. */
  readonly onGap: () => void;
  /** Called when broadcasts could not be sent or received. Delivery is not guaranteed. */
  readonly onFailure: (error: unknown) => void;
};

const CHANNEL = 'realtime_broadcast';
/** A Postgres notification holds less than 8,000 bytes. */
const MAX_BYTES = 7_900;
const BATCH_SIZE = 100;
const MAX_WAITING = 1_000;

function writeNotice(from: string, topic: string, { event, payload, isJson }: Message): string {
  return JSON.stringify({ from, topic, event, isJson, payload: payload.toString(isJson ? 'utf8' : 'base64') });
}

/** Returns null for an invalid notice: any database client can send notifications. */
function parseNotice(
  text: string,
): { readonly from: unknown; readonly topic: string; readonly message: Message } | null {
  const notice = parseJson(text);
  if (!isObject(notice)) return null;
  const { from, topic, event, isJson, payload } = notice;
  if (typeof topic !== 'string' || typeof event !== 'string' || typeof payload !== 'string') return null;
  const bytes = Buffer.from(payload, isJson === true ? 'utf8' : 'base64');
  return { from, topic, message: { event, payload: bytes, isJson: isJson === true } };
}
