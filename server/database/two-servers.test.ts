/** Two server programs on one database behave as one. */
import { RealtimeClient } from '@supabase/realtime-js';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '#server/realtime/testing/test-realtime.ts';
import { createServerPrograms, type ServerPrograms } from '#server/testing/server-programs.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';

const sample = await writeSampleWebRoot();
let programs: ServerPrograms;
let a: string;
let b: string;
let anonKey: string;
const clients: RealtimeClient[] = [];

afterAll(() => sample.remove());

beforeEach(async () => {
  programs = createServerPrograms({
    WEB_DIR: sample.folder,
    DATA_DIR: sample.folder,
    DATABASE_URL: await createTestUrl(),
    DATABASE_POOL: '3',
  });
  // At once, on an empty database: each wants to make the schema and the secrets.
  [a = '', b = ''] = (await Promise.all([programs.start({}), programs.start({})])).map(({ address }) => address);
  anonKey = v.parse(configSchema, await (await fetch(`${a}/config.json`)).json()).anonKey;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.disconnect()));
  await programs.end();
});

const configSchema = v.object({ anonKey: v.string() });
const sessionSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.object({ id: v.string(), email: v.string() }),
});
type Session = v.InferOutput<typeof sessionSchema>;

function post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function readSession(answer: Response): Promise<Session> {
  expect(answer.status).toBe(200);
  return v.parse(sessionSchema, await answer.json());
}

const signUp = async (server: string): Promise<Session> =>
  readSession(await post(`${server}/auth/v1/signup`, { email: 'ann@example.org', password: 'correct horse' }));

const refresh = async (server: string, { refresh_token }: Session): Promise<Session> =>
  readSession(await post(`${server}/auth/v1/token?grant_type=refresh_token`, { refresh_token }));

const bearer = ({ access_token: token }: Session) => ({ authorization: `Bearer ${token}` });

test('[arch-5] two servers share keys and accounts: a user who signs up at one is known at the other', async () => {
  const [configs, keys] = await Promise.all(
    ['/config.json', '/auth/v1/.well-known/jwks.json'].map((path) =>
      Promise.all([a, b].map(async (server) => (await fetch(`${server}${path}`)).json() as Promise<unknown>)),
    ),
  );
  expect(configs?.[0]).toEqual(configs?.[1]);
  expect(keys?.[0]).toEqual(keys?.[1]);

  const session = await signUp(a);
  const user = await fetch(`${b}/auth/v1/user`, { headers: { apikey: anonKey, ...bearer(session) } });
  expect(await user.json()).toMatchObject({ id: session.user.id });
  expect((await post(`${b}/auth/v1/signup`, { email: 'ann@example.org', password: 'correct horse' })).status).toBe(422);
});

test('[arch-5] a session can be refreshed at either server, and ends at both', async () => {
  const first = await signUp(a);
  const second = await refresh(b, first);
  // The answer of B was lost, say: within ten seconds the old token is good for the same new one.
  expect((await refresh(a, first)).refresh_token).toBe(second.refresh_token);
  const third = await refresh(a, second);
  expect((await post(`${b}/auth/v1/logout?scope=global`, {}, bearer(third))).status).toBe(204);
  const user = await fetch(`${a}/auth/v1/user`, { headers: { apikey: anonKey, ...bearer(third) } });
  expect([user.status, await user.json()]).toMatchObject([403, { error_code: 'session_not_found' }]);
  const renewed = await post(`${a}/auth/v1/token?grant_type=refresh_token`, { refresh_token: third.refresh_token });
  expect(renewed.status).toBe(400);
});

test('[arch-5] a write at one server is delivered to subscribers at the other', async () => {
  const session = await signUp(a);
  const client = new RealtimeClient(`${b.replace('http', 'ws')}/realtime/v1`, { params: { apikey: anonKey } });
  clients.push(client);
  await client.setAuth(session.access_token);
  const filter = `user_id=eq.${session.user.id}`;
  const { received } = await listen(client.channel('items'), { table: 'grocery_items', filter });
  const upsert = (name: string): Promise<Response> =>
    post(`${a}/rest/v1/grocery_items?on_conflict=id`, [{ id: 'milk', name }], {
      ...bearer(session),
      prefer: 'resolution=merge-duplicates',
    });
  expect((await upsert('Milk')).status).toBe(201);
  expect((await upsert('Oat milk')).status).toBe(200);
  await vi.waitFor(() => expect(received.map((change) => change.new['name'])).toEqual(['Milk', 'Oat milk']));
});

test('[arch-5] two servers count rate limits together', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    const server = n % 2 === 0 ? a : b;
    statuses.push((await post(`${server}/auth/v1/verify`, { type: 'recovery', token_hash: `guess-${n}` })).status);
  }
  expect(new Set(statuses.slice(0, 30))).toEqual(new Set([403]));
  expect(statuses[30]).toBe(429);
});
