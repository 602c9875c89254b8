/**
 * Subscribes to the changes of a list's tables through the realtime library (spec section 7, Realtime).
 * Loaded as a separate chunk.
 */
import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from '@supabase/realtime-js';
import type { ListRef } from '#core/account/list-ref.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { TableName } from '#core/list/row.ts';
import type { ChangeEvent } from '#client/ports/backend.ts';
import { isObject, isText, isWith, isWord } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';
import type { Config } from '#device/backend/connection/config.ts';
import { readRow, readVersion } from '#device/backend/tables/read-row.ts';
import type { WireRow } from '#device/backend/tables/read-row.ts';
import type { RealtimeParts } from './realtime.ts';
import { isRowOf, listColumn, ROW_COLUMNS, WIRE_TABLES } from '#device/backend/tables/wire-tables.ts';

const TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 25_000;
/** Delays before the first attempts to reconnect; later attempts use the last delay. */
const RECONNECT_MS = [1000, 2000, 5000] as const;
const LAST_RECONNECT_MS = 10_000;
const EVENTS_PER_SECOND = 10;

/** The tables that have change events. The profile has none. */
const REALTIME_TABLES = ['items', 'categories', 'savedLists'] as const;
type PublishedTable = (typeof REALTIME_TABLES)[number];

const reconnectDelay = (attempt: number): number => RECONNECT_MS[attempt - 1] ?? LAST_RECONNECT_MS;

type SubscriptionParts = Omit<RealtimeParts, 'readConfig'> & { readonly config: Config };

/**
 * Subscribes to all published tables of the list.
 * @returns a function that unsubscribes
 */
export function subscribeToTables(parts: SubscriptionParts, onEvent: (event: ChangeEvent) => void): () => void {
  const client = createClient(parts);
  const renewToken = (): void => void client.setAuth();
  const reconnectIfVisible = (): void => {
    if (document.visibilityState === 'hidden') return;
    renewToken();
    void reconnectNow(client);
  };
  const joined = new Set<PublishedTable>();
  const setJoined = (table: PublishedTable, isJoined: boolean): void => {
    const wasLive = joined.size === REALTIME_TABLES.length;
    if (isJoined) joined.add(table);
    else joined.delete(table);
    // Only a subscription to all tables counts as live. Every 'live' makes the sync pull what it missed.
    if (joined.size === REALTIME_TABLES.length) onEvent({ type: 'live' });
    else if (wasLive) onEvent({ type: 'down' });
  };
  const stopChannels = REALTIME_TABLES.map((table) => keepJoined(client, { ...parts, table }, { onEvent, setJoined }));
  const stopRenewals = parts.sessions.onRenewed(renewToken);
  window.addEventListener('online', reconnectIfVisible);
  document.addEventListener('visibilitychange', reconnectIfVisible);
  return () => {
    stopRenewals();
    window.removeEventListener('online', reconnectIfVisible);
    document.removeEventListener('visibilitychange', reconnectIfVisible);
    for (const stop of stopChannels) stop();
    void client.removeAllChannels();
  };
}

const hasNoErrors: Guard<unknown> = (errors): errors is unknown =>
  errors === null || errors === undefined || (Array.isArray(errors) && errors.length === 0);

const isWrite = isWith({ eventType: isWord('INSERT', 'UPDATE'), new: isObject });

/** Reads a row with all its columns. Even if the server's filter fails, another list's row must be ignored. */
function readWholeRow(table: TableName, wire: WireRow, list: ListRef): VersionedRow | null {
  const isWhole = ROW_COLUMNS[table].every((column) => wire[column] !== undefined && wire[column] !== null);
  // A row without a version cannot be compared.
  return isWhole && isRowOf(list, wire) && readVersion(wire) ? readRow(table, wire) : null;
}

/**
 * Converts an event of the realtime protocol (product Y5).
 * @returns the row if the event carries all of it; null for a row of another list; otherwise a request to resync. The
 *   server leaves out long columns, with or without an error beside them, and sends at most the id of a deleted row
 */
export function wireEventToChangeEvent(table: TableName, event: unknown, list: ListRef): ChangeEvent | null {
  if (!isWrite(event) || !hasNoErrors('errors' in event ? event.errors : null)) return { type: 'resync' };
  const wire = event.new;
  // The owner's subscription reports all lists of the account.
  if (isText(wire['list_id']) && wire['list_id'] !== list.listId) return null;
  const row = readWholeRow(table, wire, list);
  return row ? { type: 'rows', rows: [row] } : { type: 'resync' };
}

function createClient({ config, sessions, list }: SubscriptionParts): RealtimeClient {
  const client: RealtimeClient = new RealtimeClient(`${config.url.replace(/^http/iu, 'ws')}/realtime/v1`, {
    params: { apikey: config.anonKey, eventsPerSecond: EVENTS_PER_SECOND },
    timeout: TIMEOUT_MS,
    heartbeatIntervalMs: HEARTBEAT_MS,
    reconnectAfterMs: reconnectDelay,
    async accessToken() {
      const token = await sessions.token(list.userId);
      // If no new token is available, keep the old one until the server refuses it.
      return token.ok ? token.value : client.accessTokenValue;
    },
  });
  return client;
}

/** Reconnects without waiting for the library's next attempt. The library has to disconnect before it connects again. */
async function reconnectNow(client: RealtimeClient): Promise<void> {
  if (client.isConnected() || client.isConnecting() || client.getChannels().length === 0) return;
  await client.disconnect();
  if (client.getChannels().length > 0) client.connect();
}

type TableListeners = {
  readonly onEvent: (event: ChangeEvent) => void;
  /** Reports whether changes of a table reach this client. */
  readonly setJoined: (table: PublishedTable, isJoined: boolean) => void;
};

type ChannelParts = SubscriptionParts & { readonly table: PublishedTable };

/** Keeps the channel of a table joined. The server closes it when its token expires, and the library does not rejoin. */
function keepJoined(client: RealtimeClient, parts: ChannelParts, { onEvent, setJoined }: TableListeners): () => void {
  const { clock, sessions, table, list } = parts;
  let attempt = 0;
  let isOver = false;
  let cancel: (() => void) | null = null;
  const joinLater = (): void => {
    if (isOver) return;
    attempt += 1;
    cancel?.();
    cancel = clock.after(reconnectDelay(attempt), () => void join());
  };
  const join = async (): Promise<void> => {
    const token = await sessions.token(list.userId);
    if (isOver) return;
    if (!token.ok) {
      joinLater();
      return;
    }
    // Takes effect before the call returns, so the join below carries the token.
    void client.setAuth(token.value);
    joinChannel(client, parts, {
      onJoined() {
        attempt = 0;
        setJoined(table, true);
      },
      onEvent,
      onLost: () => setJoined(table, false),
      onClosed() {
        setJoined(table, false);
        joinLater();
      },
    });
  };
  void join();
  return () => {
    isOver = true;
    cancel?.();
  };
}

type ChannelListeners = {
  readonly onJoined: () => void;
  readonly onEvent: (event: ChangeEvent) => void;
  /** The connection was lost; the library rejoins without help. */
  readonly onLost: () => void;
  readonly onClosed: () => void;
};

const isSystemMessage = isWith({ status: isText, extension: isText });

function joinChannel(client: RealtimeClient, { table, list }: ChannelParts, listeners: ChannelListeners): void {
  const wireTable = WIRE_TABLES[table];
  const { column, value } = listColumn(table, list, false);
  const changes = { event: '*', schema: 'public', table: wireTable, filter: `${column}=eq.${value}` } as const;
  client
    .channel(`${wireTable}:${value}`)
    .on('system', {}, (message: unknown) => {
      // Changes reach the channel only after this message. A joined channel alone is not enough (supabase-js issue 1599).
      if (isSystemMessage(message) && message.extension === 'postgres_changes' && message.status === 'ok')
        listeners.onJoined();
    })
    .on('postgres_changes', changes, (event: unknown) => {
      const change = wireEventToChangeEvent(table, event, list);
      if (change !== null) listeners.onEvent(change);
    })
    .subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.CLOSED) listeners.onClosed();
      else if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) listeners.onLost();
    });
}
