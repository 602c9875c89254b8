/** Attackers on the network against the server program and the schema in supabase/migrations. */
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinPayload, openRawClient } from '#server/realtime/testing/raw-client.ts';
import { makeKey, startGuardedServer, type Account, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;
let ann: Account;
let eve: Account;

beforeAll(async () => {
  server = await startGuardedServer(makeKey());
  ann = await server.signUp('ann@example.org');
  // Whatever one says of oneself is never believed.
  const claims = { role: 'service_role', sub: ann.id, app_metadata: { role: 'service_role' } };
  eve = await server.signUp('eve@example.org', claims);
  for (const [table, body] of Object.entries(rowsOfAnn)) await ask(ann.token, `POST /rest/v1/${table}`, { body });
});
afterAll(() => server.stop());

const ask: GuardedServer['ask'] = (...asked) => server.ask(...asked);

const rowsOfAnn: Readonly<Record<string, object>> = {
  grocery_items: { id: 'ann-milk', name: 'Milk' },
  categories: { id: 'ann-dairy', name: 'Dairy' },
  saved_lists: { id: 'ann-week', name: 'Week', items: [] },
  user_profiles: { username: 'Ann', email: 'ann@example.org' },
};
const tables = Object.keys(rowsOfAnn);

const ownerOf = (table: string): string => (table === 'user_profiles' ? 'id' : 'user_id');
const idOfAnn = (table: string): string => {
  const row = rowsOfAnn[table] ?? {};
  return 'id' in row ? String(row.id) : ann.id;
};
const readAll = async (account: Account, table: string): Promise<unknown> =>
  (await ask(account.token, `GET /rest/v1/${table}?select=*`)).json();

describe('[Y9] accounts are isolated', () => {
  test.each(tables)('no other user reads or counts rows of %s', async (table) => {
    expect(await readAll(ann, table)).toHaveLength(1);
    expect(await readAll(eve, table)).toEqual([]);
    for (const filter of [`${ownerOf(table)}=eq.${ann.id}`, 'id=not.is.null']) {
      const answer = await ask(eve.token, `GET /rest/v1/${table}?${filter}`, { prefer: 'count=exact' });
      expect([answer.headers.get('content-range'), await answer.json()]).toEqual(['*/0', []]);
    }
    expect((await ask(server.anonKey, `GET /rest/v1/${table}`)).status).toBe(401);
  });

  test.each(tables)('no other user changes, takes over, gives away or deletes rows of %s', async (table) => {
    const owner = ownerOf(table);
    const before = await readAll(ann, table);
    const id = idOfAnn(table);
    const change = table === 'user_profiles' ? { username: 'Eve' } : { name: 'Eve' };
    const attempts: [number, Promise<Response>][] = [
      [204, ask(eve.token, `PATCH /rest/v1/${table}?id=eq.${id}`, { body: change })],
      [
        403,
        ask(eve.token, `POST /rest/v1/${table}`, {
          body: { ...change, [owner]: ann.id, ...(owner !== 'id' && { id: 'x' }) },
        }),
      ],
      [
        403,
        ask(eve.token, `POST /rest/v1/${table}?on_conflict=id`, {
          body: { ...change, id },
          prefer: 'resolution=merge-duplicates',
        }),
      ],
      [403, ask(eve.token, `DELETE /rest/v1/${table}?id=eq.${id}`)],
      [403, ask(ann.token, `DELETE /rest/v1/${table}?id=eq.${id}`)],
      [403, ask(ann.token, `PATCH /rest/v1/${table}?id=eq.${id}`, { body: { [owner]: eve.id } })],
    ];
    for (const [status, attempt] of attempts) expect((await attempt).status).toBe(status);
    expect(await readAll(ann, table)).toEqual(before);
  });

  test.each(['grocery_items', 'categories', 'saved_lists'])(
    'no user takes an id in %s that the app derives from the id of another account',
    async (table) => {
      const write = (id: string) =>
        ask(eve.token, `POST /rest/v1/${table}?on_conflict=id`, {
          body: { ...rowsOfAnn[table], id, user_id: eve.id },
          prefer: 'resolution=merge-duplicates',
        });
      for (const id of [`default-1-${ann.id}`, `7-${ann.id}`, ann.id]) expect((await write(id)).status).toBe(403);
      const strangers = crypto.randomUUID();
      for (const id of [`7-${eve.id}`, `7-${strangers}`, 'short']) expect((await write(id)).status).toBe(201);
      const moved = await ask(eve.token, `PATCH /rest/v1/${table}?id=eq.short`, { body: { id: `8-${ann.id}` } });
      expect(moved.status).toBe(403);
    },
  );

  test('no user reads or writes the sync state, the accounts, or the secrets', async () => {
    for (const token of [ann.token, server.anonKey]) {
      expect([401, 403]).toContain((await ask(token, 'GET /rest/v1/sync_state')).status);
      expect([401, 403]).toContain(
        (await ask(token, 'PATCH /rest/v1/sync_state?version=gt.0', { body: { version: 0 } })).status,
      );
      for (const table of ['users', 'secrets', 'refresh_tokens', 'auth.users', 'applied_files']) {
        expect((await ask(token, `GET /rest/v1/${table}`)).status).toBe(404);
      }
      for (const call of ['assign_version', 'lock_account', 'save_version', 'count_usage', 'pg_sleep', 'set_config']) {
        expect((await ask(token, `POST /rest/v1/rpc/${call}`, { body: {} })).status).toBe(404);
      }
      const usage = { list: ann.id, more_rows: 1, more_bytes: 1 };
      const limits = { account: ann.id, more_rows: 1, more_bytes: 1 };
      const internal = { save_count: {}, begin_count: { list: ann.id }, add_usage: usage, check_usage: limits };
      for (const [call, body] of Object.entries(internal)) {
        const { status } = await ask(token, `POST /rest/v1/rpc/${call}`, { body });
        expect([call, status]).toEqual([call, token === ann.token ? 403 : 401]);
      }
    }
    const other = await fetch(`${server.address}/rest/v1/secrets`, {
      headers: { apikey: server.anonKey, 'accept-profile': 'auth' },
    });
    expect(other.status).toBe(406);
  });

  test("a user who sets the operator's role in their metadata has no more rights", async () => {
    expect((await ask(eve.token, 'GET /auth/v1/admin/users')).status).toBe(403);
    expect(await (await ask(eve.token, 'GET /auth/v1/user')).json()).toMatchObject({
      id: eve.id,
      role: 'authenticated',
    });
  });

  test('a subscription to another account receives nothing', async () => {
    const all = { event: '*', schema: 'public', table: 'grocery_items' };
    const raw = await openRawClient(server.socketAddress, `apikey=${server.anonKey}&vsn=2.0.0`);
    const params = [all, { ...all, filter: `user_id=eq.${ann.id}` }, { ...all, table: 'sync_state' }];
    raw.send('1', '1', 'realtime:spy', 'phx_join', joinPayload(eve.token, ...params.slice(0, 2)));
    raw.send('2', '2', 'realtime:state', 'phx_join', joinPayload(eve.token, ...params.slice(2)));
    expect((await raw.until('system', 'realtime:spy'))[4]).toMatchObject({ status: 'ok' });
    expect((await raw.until('system', 'realtime:state'))[4]).toMatchObject({ status: 'error' });
    await ask(ann.token, 'POST /rest/v1/grocery_items', { body: { id: 'ann-tea', name: 'Tea' } });
    await ask(ann.token, 'PATCH /rest/v1/grocery_items?id=eq.ann-tea', { body: { deleted: true } });
    // Eve's own row comes after Ann's: when it is there, Ann's would have been.
    await ask(eve.token, 'POST /rest/v1/grocery_items', { body: { id: 'eve-1', name: 'Mine' } });
    const change = await raw.until('postgres_changes');
    expect(JSON.stringify(change)).toContain('eve-1');
    expect(JSON.stringify(raw.received)).not.toContain('ann-tea');
    raw.socket.close();
  });
});

describe('[wire] size', () => {
  test('a body that is too long is refused, and the server keeps working', async () => {
    const huge = JSON.stringify({ email: 'x'.repeat(30_000_000), password: 'x' });
    for (const path of ['/auth/v1/signup', '/rest/v1/grocery_items']) {
      const sent = fetch(`${server.address}${path}`, {
        method: 'POST',
        headers: { apikey: server.anonKey, authorization: `Bearer ${ann.token}` },
        body: huge,
      });
      // The connection may be cut while the body is still under way.
      expect([413, 'cut off']).toContain(
        await sent.then(
          ({ status }) => status,
          () => 'cut off',
        ),
      );
    }
    expect((await fetch(`${server.address}/health`)).status).toBe(200);
  });

  test('a body without a length is limited, too', async () => {
    const { port } = new URL(server.address);
    for (const path of ['/auth/v1/signup', '/rest/v1/grocery_items']) {
      const sent = http.request({ port, path, method: 'POST', headers: { apikey: server.anonKey } });
      let bytes = 0;
      const sending = setInterval(() => {
        bytes += 1_000_000;
        sent.write(Buffer.alloc(1_000_000, 'x'));
      }, 2);
      const end = await new Promise((resolve) => {
        sent.once('response', ({ statusCode }) => resolve(statusCode));
        sent.once('error', () => resolve('cut off'));
      });
      clearInterval(sending);
      sent.destroy();
      expect([path, ['413', 'cut off'].includes(String(end)), bytes < 200_000_000]).toEqual([path, true, true]);
    }
    expect((await fetch(`${server.address}/health`)).status).toBe(200);
  });

  test('a URL or header that is too long is refused', async () => {
    expect((await ask(ann.token, `GET /rest/v1/grocery_items?id=eq.${'x'.repeat(20_000)}`)).status).toBe(431);
    expect((await ask('x'.repeat(20_000), 'GET /auth/v1/user')).status).toBe(431);
  });

  test('a body that is nested too deeply is refused', async () => {
    const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    for (const path of ['/auth/v1/signup', '/rest/v1/saved_lists']) {
      const answer = await fetch(`${server.address}${path}`, {
        method: 'POST',
        headers: { apikey: server.anonKey, authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
        body: nested,
      });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });
});
