/** The bundled server's parts behind a port, on a separate database; some tests also run with the real PostgREST in place of its REST API. */
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { inject } from 'vitest';
import { createAuth } from '#server/auth/auth.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { defaultAuthSettings } from '#server/auth/testing/default-settings.ts';
import type { Database } from '#server/database/database.ts';
import type { AccountEmail } from '#server/mail/mail.ts';
import { createRealtime } from '#server/realtime/realtime.ts';
import { createRest } from '#server/rest/rest.ts';
import type { TextMessage } from '#server/text-messages/create-sms-sender.ts';
import { startPostgrest } from '#test/postgrest/postgrest.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';

/** Starts it on a free port of loopback. What it would send out is kept. */
export async function startRealServer(chosen: Partial<AuthSettings> = {}, made?: Database) {
  const sentEmails: AccountEmail[] = [];
  const texts: TextMessage[] = [];
  const database = made ?? (await createTestDatabase());
  const tokens = await createTestTokens();
  const realtime = createRealtime({ database, tokens, settings: {}, clock: Date.now, addressOf: () => '192.0.2.1' });
  const app = new Hono();
  const server = createAdaptorServer({ fetch: app.fetch });
  server.on('upgrade', realtime.upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const origin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  app.get('/config.json', (c) => c.json({ url: '', anonKey: tokens.anonKey }));
  app.route(
    '/auth/v1',
    createAuth({
      sql: database.sql,
      tokens,
      mailer: { send: keepIn(sentEmails) },
      smsSender: { send: keepIn(texts) },
      settings: { ...defaultAuthSettings, siteUrl: origin, ...chosen },
      clock: { now: Date.now },
      addressOf: () => '192.0.2.1',
    }),
  );
  const stopRest = await addRest(app, { database, tokens });

  return {
    origin,
    database,
    sentEmails,
    texts,
    serviceKey: tokens.serviceRoleKey,
    stop: async (): Promise<void> => {
      await realtime.close();
      await stopRest();
      server.close();
      await database.close();
    },
  };
}

type RestParts = { readonly database: Database; readonly tokens: Tokens };

/** Adds the REST API of this run: the bundled one, or the real PostgREST. @returns stops it */
async function addRest(app: Hono, { database, tokens }: RestParts): Promise<() => Promise<void>> {
  if (inject('rest') === 'bundled') {
    const settings = { schemas: ['public'], anonRole: 'anon', maxRows: 1000, connections: 10, maxBodyBytes: 5_000_000 };
    app.route('/rest/v1', createRest({ database, tokens, settings }));
    return () => Promise.resolve();
  }
  const postgrest = await startPostgrest({ database, tokens, schemas: 'public', maxRows: 1000 });
  app.all('/rest/v1/*', async ({ req }) => {
    const headers = new Headers(req.raw.headers);
    // PostgREST knows the anonymous role by the missing token.
    if (headers.get('authorization') === `Bearer ${tokens.anonKey}`) headers.delete('authorization');
    const body = ['GET', 'HEAD'].includes(req.method) ? null : await req.arrayBuffer();
    return fetch(req.url.replace(/^.*\/rest\/v1/u, postgrest.origin), { method: req.method, headers, body });
  });
  return postgrest.stop;
}

/** Something that sends nothing: it keeps what it is given. */
const keepIn =
  <T>(kept: T[]) =>
  async (sent: T) => {
    kept.push(sent);
    return { ok: true, value: null } as const;
  };
