/** For tests: a realtime service behind a real HTTP server on loopback, and clients of it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  REALTIME_SUBSCRIBE_STATES,
  RealtimeClient,
  type RealtimeChannel,
  type RealtimePostgresChangesFilter,
  type RealtimeSystemPayload,
} from '@supabase/realtime-js';
import { afterAll } from 'vitest';
import type { Caller, Database } from '#server/database/database.ts';
import { createRealtime, type Realtime, type RealtimeParts } from '#server/realtime/realtime.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';

export type TestRealtime = {
  readonly realtime: Realtime;
  /** `ws://127.0.0.1:PORT/realtime/v1`. */
  readonly address: string;
  /** Creates a realtime-js client. It is disconnected when the service is stopped. */
  readonly createClient: (options?: { readonly token?: string; readonly vsn?: string }) => RealtimeClient;
  readonly stop: () => Promise<void>;
};

export async function startTestRealtime(
  parts: Omit<RealtimeParts, 'clock' | 'settings' | 'addressOf'> & Partial<RealtimeParts>,
): Promise<TestRealtime> {
  const realtime = createRealtime({ settings: {}, clock: Date.now, addressOf: () => '127.0.0.1', ...parts });
  const server = createServer();
  server.on('upgrade', realtime.upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const address = `ws://127.0.0.1:${port}/realtime/v1`;
  const clients: RealtimeClient[] = [];
  return {
    realtime,
    address,
    createClient({ token, vsn = '2.0.0' } = {}) {
      const client = new RealtimeClient(address, { params: { apikey: parts.tokens.anonKey }, vsn, timeout: 30_000 });
      if (token !== undefined) void client.setAuth(token);
      clients.push(client);
      return client;
    },
    async stop() {
      for (const client of clients) void client.disconnect();
      await realtime.close();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts a service with its own database, and with its own tokens unless others are given. It ends after the tests of the calling file. */
export async function openTestRealtime(
  chosen: Partial<Omit<RealtimeParts, 'database'>> = {},
): Promise<TestRealtime & Pick<RealtimeParts, 'database' | 'tokens'>> {
  const database = await createTestDatabase();
  const parts = { ...chosen, database, tokens: chosen.tokens ?? (await createTestTokens()) };
  const service = await startTestRealtime(parts);
  afterAll(async () => {
    await service.stop();
    await database.close();
  });
  return { ...service, ...parts };
}

/** Creates an account with an access token. */
export async function addAccount(
  database: Database,
  tokens: Tokens,
): Promise<{ readonly id: string; readonly caller: Caller; readonly token: string }> {
  const [row] = await database.sql<{ id: string }[]>`insert into auth.users default values returning id`;
  const claims = { sub: row?.id ?? '', role: 'authenticated', aud: 'authenticated' };
  return { id: claims.sub, caller: { role: 'authenticated', claims }, token: await tokens.sign(claims, 3600) };
}

/** Runs a statement as a caller, so that its changes are published. */
export function write(database: Database, caller: Caller, statement: string): Promise<unknown> {
  const request = { method: 'POST', path: '/', headers: {} };
  return database.runAs({ caller, request, readOnly: false }, (tx) => tx.unsafe(statement));
}

/** Subscribes and waits for the system message. Received changes are added to `received`. */
export async function listen(channel: RealtimeChannel, params: SubscriptionParams): Promise<Listening> {
  const received: ReceivedChange[] = [];
  // The client's types differ by event; tests pass any event and omit fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const filter = { event: '*', schema: 'public', ...params } as RealtimePostgresChangesFilter<'*'>;
  channel.on<Row>('postgres_changes', filter, (change) => {
    received.push(change);
  });
  const system = new Promise<RealtimeSystemPayload>((resolve) => {
    channel.on('system', {}, (message: RealtimeSystemPayload) => resolve(message));
  });
  await subscribed(channel);
  return { received, system: await system };
}

/** Subscribes. Rejects if the join is refused. */
export function subscribed(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
      else reject(error ?? new Error(status));
    });
  });
}

export type Listening = { readonly received: readonly ReceivedChange[]; readonly system: RealtimeSystemPayload };

type Row = Readonly<Record<string, unknown>>;

type SubscriptionParams = {
  readonly event?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly filter?: string;
  readonly select?: readonly string[];
};

type ReceivedChange = { readonly eventType: string; readonly new: Row; readonly old: Row };
