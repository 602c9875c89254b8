/** Brings broadcasts to the members who are connected to another server process, through Postgres. */
import { randomUUID } from 'node:crypto';
import type { Sql } from '#server/database/database.ts';
import type { Message } from '#server/realtime/protocol/broadcast-frame.ts';
import { isObject, parseJson } from '#server/realtime/protocol/frame.ts';

export type BroadcastFeed = {
  /** Tells the other processes. What is too long for a notification, or too much at once, stays in this process. */
  readonly publish: (topic: string, message: Message) => void;
  readonly close: () => Promise<void>;
};

/** Listens for what other processes publish. */
export function createBroadcastFeed({ sql, onMessage, onGap, onFailure }: FeedParts): BroadcastFeed {
  const own = randomUUID();
  const waiting: string[] = [];
  let sending: Promise<void> | null = null;
  const receive = (payload: string): void => {
    const said = readNotice(payload);
    if (said !== null && said.from !== own) onMessage(said.topic, said.message);
  };
  let hasListened = false;
  const listening = sql.listen(CHANNEL, receive, () => {
    if (hasListened) onGap();
    hasListened = true;
  });
  listening.catch((error: unknown) => {
    // The driver listens again by itself; what others said until then is lost, as in any gap.
    hasListened = true;
    onFailure(error);
  });
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const payloads = waiting.splice(0, MOST_AT_ONCE);
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.catch(onFailure);
    }
    sending = null;
  };
  return {
    publish(topic, message) {
      const notice = writeNotice(own, topic, message);
      if (Buffer.byteLength(notice) > MAX_BYTES || waiting.length >= MOST_WAITING) return;
      waiting.push(notice);
      sending ??= send();
    },
    async close() {
      waiting.length = 0;
      await listening.then((heard) => heard.unlisten()).catch(() => undefined);
      await sending;
    },
  };
}

type FeedParts = {
  readonly sql: Sql;
  readonly onMessage: (topic: string, message: Message) => void;
  /** Told when the connection that listens was lost and is there again: all that was said between went unheard. */
  readonly onGap: () => void;
  /** Told when others could not be told or heard: broadcasts are promised to nobody. */
  readonly onFailure: (error: unknown) => void;
};

const CHANNEL = 'realtime_broadcast';
/** A notification holds less than 8,000 bytes. */
const MAX_BYTES = 7_900;
const MOST_AT_ONCE = 100;
const MOST_WAITING = 1_000;

function writeNotice(from: string, topic: string, { event, payload, isJson }: Message): string {
  return JSON.stringify({ from, topic, event, isJson, payload: payload.toString(isJson ? 'utf8' : 'base64') });
}

/** Anybody who can notify can write here: what is no notice of ours is passed over. */
function readNotice(
  text: string,
): { readonly from: unknown; readonly topic: string; readonly message: Message } | null {
  const notice = parseJson(text);
  if (!isObject(notice)) return null;
  const { from, topic, event, isJson, payload } = notice;
  if (typeof topic !== 'string' || typeof event !== 'string' || typeof payload !== 'string') return null;
  const bytes = Buffer.from(payload, isJson === true ? 'utf8' : 'base64');
  return { from, topic, message: { event, payload: bytes, isJson: isJson === true } };
}
