/** Listens to the account's three tables by the realtime library (spec section 7, Realtime). A chunk of its own. */
import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from '@supabase/realtime-js';
import type { Ring } from '#client/ports/backend.ts';
import { isText, isWith } from '#device/shape.ts';
import type { Config } from './config.ts';
import type { DoorbellParts } from './doorbell.ts';
import { eventToRing } from './event-ring.ts';
import { WIRE_TABLES } from './wire-tables.ts';

const TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 25_000;
/** Waits between attempts; the last one goes on. */
const RECONNECT_MS = [1000, 2000, 5000] as const;
const LAST_RECONNECT_MS = 10_000;
const EVENTS_PER_SECOND = 10;

/** The tables whose changes ring; a profile's do not. */
const TABLES = ['items', 'categories', 'savedLists'] as const;
type RingingTable = (typeof TABLES)[number];

const waitBefore = (attempt: number): number => RECONNECT_MS[attempt - 1] ?? LAST_RECONNECT_MS;

type ListenParts = Omit<DoorbellParts, 'readConfig'> & { readonly config: Config };

/** Rings until the result is called. */
export function listenToTables(parts: ListenParts, onRing: (ring: Ring) => void): () => void {
  const client = createClient(parts);
  const renewToken = (): void => void client.setAuth();
  const look = (): void => {
    if (document.visibilityState === 'hidden') return;
    renewToken();
    void connectAgain(client);
  };
  const joined = new Set<RingingTable>();
  const tell = (table: RingingTable, isJoined: boolean): void => {
    const wasLive = joined.size === TABLES.length;
    if (isJoined) joined.add(table);
    else joined.delete(table);
    // Whatever was missed meanwhile, each table is looked at when it rings again; all three ring, or none counts.
    if (joined.size === TABLES.length) onRing({ type: 'live' });
    else if (wasLive) onRing({ type: 'down' });
  };
  const stopListening = TABLES.map((table) => keepJoined(client, { ...parts, table }, { onRing, tell }));
  const stopRenewals = parts.keeper.onRenewed(renewToken);
  window.addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    stopRenewals();
    window.removeEventListener('online', look);
    document.removeEventListener('visibilitychange', look);
    for (const stop of stopListening) stop();
    void client.removeAllChannels();
  };
}

function createClient({ config, keeper, userId }: ListenParts): RealtimeClient {
  const client: RealtimeClient = new RealtimeClient(`${config.url.replace(/^http/iu, 'ws')}/realtime/v1`, {
    params: { apikey: config.anonKey, eventsPerSecond: EVENTS_PER_SECOND },
    timeout: TIMEOUT_MS,
    heartbeatIntervalMs: HEARTBEAT_MS,
    reconnectAfterMs: waitBefore,
    async accessToken() {
      const token = await keeper.token(userId);
      // Without a new one the old one stays, until the server itself refuses it.
      return token.ok ? token.value : client.accessTokenValue;
    },
  });
  return client;
}

/** Connects now instead of when the library's patience ends; it does not let itself be connected twice without a farewell. */
async function connectAgain(client: RealtimeClient): Promise<void> {
  if (client.isConnected() || client.isConnecting() || client.getChannels().length === 0) return;
  await client.disconnect();
  if (client.getChannels().length > 0) client.connect();
}

type Bells = {
  readonly onRing: (ring: Ring) => void;
  /** Whether changes of a table reach this client. */
  readonly tell: (table: RingingTable, isJoined: boolean) => void;
};

type JoinParts = ListenParts & { readonly table: RingingTable };

/** Keeps the channel of a table joined: the server closes it with an expired token, and the library leaves it at that. */
function keepJoined(client: RealtimeClient, parts: JoinParts, { onRing, tell }: Bells): () => void {
  const { clock, keeper, table, userId } = parts;
  let attempt = 0;
  let isOver = false;
  let cancel: (() => void) | null = null;
  const joinLater = (): void => {
    if (isOver) return;
    attempt += 1;
    cancel?.();
    cancel = clock.after(waitBefore(attempt), () => void join());
  };
  const join = async (): Promise<void> => {
    const token = await keeper.token(userId);
    if (isOver) return;
    if (!token.ok) {
      joinLater();
      return;
    }
    // It takes effect before the call returns: the join below carries it.
    void client.setAuth(token.value);
    subscribe(client, parts, {
      onJoined() {
        attempt = 0;
        tell(table, true);
      },
      onEvent: (event) => onRing(eventToRing(table, event, userId)),
      onLost: () => tell(table, false),
      onClosed() {
        tell(table, false);
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

type Heard = {
  readonly onJoined: () => void;
  readonly onEvent: (event: unknown) => void;
  /** The library joins again by itself. */
  readonly onLost: () => void;
  readonly onClosed: () => void;
};

const isSystemMessage = isWith({ status: isText, extension: isText });

function subscribe(client: RealtimeClient, { table, userId }: JoinParts, heard: Heard): void {
  const wireTable = WIRE_TABLES[table];
  const changes = { event: '*', schema: 'public', table: wireTable, filter: `user_id=eq.${userId}` } as const;
  client
    .channel(`${wireTable}:${userId}`)
    .on('system', {}, (message: unknown) => {
      // Only now do changes reach this channel: joining alone says nothing (supabase-js issue 1599).
      if (isSystemMessage(message) && message.extension === 'postgres_changes' && message.status === 'ok')
        heard.onJoined();
    })
    .on('postgres_changes', changes, heard.onEvent)
    .subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.CLOSED) heard.onClosed();
      else if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) heard.onLost();
    });
}
