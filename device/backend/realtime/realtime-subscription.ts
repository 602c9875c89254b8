/**
 * Subscribes to the changes of a list's tables through the realtime library (spec section 7, Realtime).
 * Loaded as a separate chunk.
 */
import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from '@supabase/realtime-js';
import type { ListRef } from '#core/account/list-ref.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { TableName } from '#core/list/row.ts';
import { retryDelay } from '#core/sync/retry-delay.ts';
import type { ChangeEvent } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import { type Guard, isObject, isText, isWith, isWord } from '#device/shape.ts';
import type { Config } from '#device/backend/connection/config.ts';
import { MEMBERSHIPS } from '#device/backend/tables/memberships.ts';
import { readRow, readVersion, type WireRow } from '#device/backend/tables/wire-rows.ts';
import { followPresence } from './presence.ts';
import type { RealtimeParts } from './realtime.ts';
import { readMissingColumns } from '#device/local-storage/missing-details.ts';
import { hasAllDetails, isRowOf, listColumn, ROW_COLUMNS, WIRE_TABLES } from '#device/backend/tables/backend-schema.ts';

const TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 25_000;
const EVENTS_PER_SECOND = 10;

/** The tables that have change events. The list's own row has none. */
const REALTIME_TABLES = ['items', 'categories', 'savedLists'] as const;
type PublishedTable = (typeof REALTIME_TABLES)[number];

/** The delay in milliseconds before an attempt to reconnect, the first of which is 1. */
const reconnectDelay = (attempt: number, { random }: Clock): number => retryDelay({ before: attempt - 1 }, random());

type SubscriptionParts = Omit<RealtimeParts, 'readConfig'> & { readonly config: Config };

/**
 * Subscribes to all published tables of the list, and to what happens in the account's other lists.
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
  const setJoined =
    (table: PublishedTable) =>
    (isJoined: boolean): void => {
      const wasLive = joined.size === REALTIME_TABLES.length;
      if (isJoined) joined.add(table);
      else joined.delete(table);
      // Only a subscription to all tables counts as live. Every 'live' makes the sync pull what it missed.
      if (joined.size === REALTIME_TABLES.length) onEvent({ type: 'live' });
      else if (wasLive) onEvent({ type: 'down' });
    };
  const stopChannels = [
    ...REALTIME_TABLES.map((table) =>
      keepJoined(client, parts, tableChannel(table, parts.list, { onEvent, setJoined: setJoined(table) })),
    ),
    followOtherLists(client, parts, () => onEvent({ type: 'resync' })),
  ];
  const stopPresence = followPresence(client, parts);
  const stopRenewals = parts.sessions.onRenewed(renewToken);
  window.addEventListener('online', reconnectIfVisible);
  document.addEventListener('visibilitychange', reconnectIfVisible);
  return () => {
    stopRenewals();
    stopPresence();
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
  const hasColumns = ROW_COLUMNS[table].every((column) => wire[column] !== undefined && wire[column] !== null);
  const isWhole = hasColumns && (table !== 'items' || hasAllDetails(wire, readMissingColumns(list.userId)));
  // A row without a version cannot be compared.
  return isWhole && isRowOf(list, wire) && readVersion(wire) ? readRow(table, wire) : null;
}

/**
 * Whether another account wrote the row last. A device skips its own writes, so another member who sends this device's id must
 * not hide a change from it (product H12).
 */
const isOfOther = (wire: WireRow, { userId }: ListRef): boolean =>
  isText(wire['written_by']) && wire['written_by'] !== userId;

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
  return row ? { type: 'rows', rows: [isOfOther(wire, list) ? { ...row, deviceId: null } : row] } : { type: 'resync' };
}

function createClient({ config, sessions, list, clock }: SubscriptionParts): RealtimeClient {
  const client: RealtimeClient = new RealtimeClient(`${config.url.replace(/^http/iu, 'ws')}/realtime/v1`, {
    params: { apikey: config.anonKey, eventsPerSecond: EVENTS_PER_SECOND },
    timeout: TIMEOUT_MS,
    heartbeatIntervalMs: HEARTBEAT_MS,
    reconnectAfterMs: (attempt: number) => reconnectDelay(attempt, clock),
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

/** One channel: what it subscribes to, and what it reports. */
type Channel = {
  readonly topic: string;
  readonly changes: readonly { readonly table: string; readonly filter: string }[];
  /** Receives the events of the realtime protocol. */
  readonly onEvent: (event: unknown) => void;
  /** Reports whether changes reach this client. */
  readonly setJoined: (isJoined: boolean) => void;
};

/** Keeps a channel joined. The server closes it when its token expires, and the library does not rejoin. */
function keepJoined(client: RealtimeClient, parts: SubscriptionParts, channel: Channel): () => void {
  const { clock, sessions, list } = parts;
  let attempt = 0;
  let isOver = false;
  let cancel: (() => void) | null = null;
  let leave: (() => void) | null = null;
  const joinLater = (): void => {
    if (isOver) return;
    attempt += 1;
    cancel?.();
    cancel = clock.after(reconnectDelay(attempt, clock), () => void join());
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
    leave = joinChannel(client, channel, {
      onJoined() {
        attempt = 0;
        channel.setJoined(true);
      },
      onLost: () => channel.setJoined(false),
      onClosed() {
        channel.setJoined(false);
        joinLater();
      },
    });
  };
  void join();
  return () => {
    isOver = true;
    cancel?.();
    leave?.();
  };
}

type ChannelListeners = {
  readonly onJoined: () => void;
  /** The connection was lost; the library rejoins without help. */
  readonly onLost: () => void;
  readonly onClosed: () => void;
};

const isSystemMessage = isWith({ status: isText, extension: isText });

/** @returns a function that leaves the channel */
function joinChannel(
  client: RealtimeClient,
  { topic, changes, onEvent }: Channel,
  listeners: ChannelListeners,
): () => void {
  const channel = client.channel(topic).on('system', {}, (message: unknown) => {
    // Changes reach the channel only after this message. A joined channel alone is not enough (supabase-js issue 1599).
    if (isSystemMessage(message) && message.extension === 'postgres_changes' && message.status === 'ok')
      listeners.onJoined();
  });
  for (const { table, filter } of changes)
    channel.on('postgres_changes', { event: '*', schema: 'public', table, filter }, onEvent);
  channel.subscribe((status) => {
    if (status === REALTIME_SUBSCRIBE_STATES.CLOSED) listeners.onClosed();
    else if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) listeners.onLost();
  });
  return () => void client.removeChannel(channel);
}

/** The channel of one table of the open list. */
function tableChannel(
  table: PublishedTable,
  list: ListRef,
  listeners: { readonly onEvent: (event: ChangeEvent) => void; readonly setJoined: Channel['setJoined'] },
): Channel {
  const { column, value } = listColumn(table, list, false);
  return {
    topic: `${WIRE_TABLES[table]}:${value}`,
    changes: [{ table: WIRE_TABLES[table], filter: `${column}=eq.${value}` }],
    onEvent(event) {
      const change = wireEventToChangeEvent(table, event, list);
      if (change !== null) listeners.onEvent(change);
    },
    setJoined: listeners.setJoined,
  };
}

/** The names of a list row or of an item in an event; an event of a deleted row has neither. */
const isOfList = isWith({ new: isWith({ list_id: isText, user_id: isText }) });
const isMembershipEvent = isWith({ table: isWord(MEMBERSHIPS) });

/**
 * The channel of what happens outside of the open list: the account's memberships, and changes in its other lists (product H7).
 * It follows the set of lists.
 * @param onMemberships called when a membership changed
 * @returns a function that leaves it
 */
function followOtherLists(client: RealtimeClient, parts: SubscriptionParts, onMemberships: () => void): () => void {
  const { list, listChanges } = parts;
  let joined = '';
  let joins = 0;
  let leave: (() => void) | null = null;
  const follow = (): void => {
    const ids = listChanges.ids();
    // A backend that has only the specification's tables has no memberships (product H11).
    const wanted = ids === null ? '' : ids.join(',');
    if (ids === null || (leave !== null && wanted === joined)) return;
    joined = wanted;
    leave?.();
    joins += 1;
    leave = keepJoined(client, parts, {
      // A new topic each time, because the library returns a channel that it is still leaving.
      topic: `lists:${list.userId}:${joins}`,
      changes: [
        { table: MEMBERSHIPS, filter: `user_id=eq.${list.userId}` },
        ...(ids.length === 0
          ? []
          : REALTIME_TABLES.map((table) => ({ table: WIRE_TABLES[table], filter: `list_id=in.(${wanted})` }))),
      ],
      onEvent(event) {
        if (isMembershipEvent(event)) onMemberships();
        else if (isOfList(event)) listChanges.changed(event.new.list_id);
      },
      setJoined: (isJoined) => {
        if (isJoined) listChanges.changedAll();
      },
    });
  };
  const stop = listChanges.onChange(follow);
  follow();
  return () => {
    stop();
    leave?.();
  };
}
