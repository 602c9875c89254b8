/** Publishes the changes of committed transactions to all server processes on one database (architecture section 5). */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { ChangeListener, RowChange } from './database.ts';

export type ChangeFeed = {
  /** Notifies this process at once, and the others through Postgres. */
  readonly publish: (changes: readonly RowChange[]) => void;
  readonly onChanges: (listener: ChangeListener) => () => void;
  readonly close: () => Promise<void>;
};

const CHANNEL = 'realtime';
/** A notification holds less than 8,000 bytes. */
const MAX_BYTES = 7_500;
/** If a change is too large, only values up to this size are kept, as on the hosted service. */
const SHORT_BYTES = 64;

/** @param onFailure called if other processes could not be notified; their clients get the change with the next pull */
export async function createChangeFeed(sql: Sql, onFailure: (error: unknown) => void): Promise<ChangeFeed> {
  const own = randomUUID();
  const listeners = new Set<ChangeListener>();
  const notifyHere = (changes: readonly RowChange[]): void => {
    for (const listener of listeners) listener(changes);
  };
  const outbound = createSender(sql, own, onFailure);
  const listening = await sql.listen(CHANNEL, (payload) => {
    // Skips this process's own messages without parsing them.
    const message = payload.startsWith(openingOf(own)) ? null : parseMessage(payload);
    if (message !== null) notifyHere(message.changes);
  });
  return {
    publish(changes) {
      notifyHere(changes);
      outbound.send(changes);
    },
    onChanges(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await listening.unlisten().catch(() => undefined);
      await outbound.flush();
    },
  };
}

/**
 * Sends one message at a time with all waiting changes, so that other processes receive them in commit order. Writes by
 * psql send their own notifications, which may arrive earlier.
 */
function createSender(sql: Sql, own: string, onFailure: (error: unknown) => void) {
  let waiting: readonly RowChange[] = [];
  let sending: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const payloads = toPayloads(own, waiting);
      waiting = [];
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${[...payloads]}::text[]) payload`.catch(onFailure);
    }
    sending = null;
  };
  return {
    send(changes: readonly RowChange[]): void {
      waiting = [...waiting, ...changes];
      sending ??= run();
    },
    /** Resolves when everything is sent. */
    flush: (): Promise<void> => sending ?? Promise.resolve(),
  };
}

/** Packs changes into as few messages as fit. */
function toPayloads(from: string, changes: readonly RowChange[]): readonly string[] {
  const payloads: string[] = [];
  let texts: string[] = [];
  let size = 0;
  const close = (): void => {
    if (texts.length > 0) payloads.push(`${openingOf(from)}"changes":[${texts.join(',')}]}`);
    texts = [];
    size = 0;
  };
  for (const change of changes) {
    const text = fittingText(change);
    const bytes = Buffer.byteLength(text) + 1;
    if (size + bytes > MAX_BYTES) close();
    texts.push(text);
    size += bytes;
  }
  close();
  return payloads;
}

function fittingText(change: RowChange): string {
  const text = JSON.stringify(change);
  if (Buffer.byteLength(text) < MAX_BYTES) return text;
  return JSON.stringify({
    ...change,
    ...(change.record && { record: shortValues(change.record) }),
    ...(change.old_record && { old_record: shortValues(change.old_record) }),
    errors: ['Error 413: Payload Too Large'],
  });
}

const shortValues = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => Buffer.byteLength(JSON.stringify(value)) <= SHORT_BYTES),
  );

const openingOf = (from: string): string => `{"from":${JSON.stringify(from)},`;

type Message = { readonly changes: readonly RowChange[] };

/** Returns null for an invalid message: any database client can send notifications. */
function parseMessage(payload: string): Message | null {
  try {
    const value: unknown = JSON.parse(payload);
    if (typeof value !== 'object' || value === null || !('changes' in value) || !Array.isArray(value.changes))
      return null;
    return { changes: value.changes.filter(isChange) };
  } catch {
    return null;
  }
}

const isChange = (value: unknown): value is RowChange =>
  typeof value === 'object' &&
  value !== null &&
  ['schema', 'table', 'type', 'commit_timestamp'].every((name) => typeof Reflect.get(value, name) === 'string');
