/** With a second step, the password alone gives no access to the list, over the network. */
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinPayload, openRawClient, type RawClient } from '#server/realtime/testing/raw-client.ts';
import { startRealServer } from './real-server.ts';

const server = await startRealServer();
let anonKey = '';
/** Ann has a second step, with a token from before it, one of the password alone, and one of both steps. Bob has none. */
const tokens = { earlier: '', weak: '', strong: '', bob: '' };
let factorId = '';
let openBefore: RawClient;

const configSchema = v.object({ anonKey: v.string() });
const signedInSchema = v.object({ access_token: v.string() });
const enrolledSchema = v.object({ id: v.string(), totp: v.object({ secret: v.string() }) });
const idSchema = v.object({ id: v.string() });

const rows: Readonly<Record<string, object>> = {
  grocery_items: { id: 'ann-milk', name: 'Milk' },
  categories: { id: 'ann-dairy', name: 'Dairy' },
  saved_lists: { id: 'ann-week', name: 'Week', items: [] },
  user_profiles: { username: 'Ann' },
};
const tables = Object.keys(rows);

type Asked = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

function ask(token: string, line: string, { body, headers: more }: Asked = {}) {
  const [method = '', path = ''] = line.split(' ');
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
  return fetch(`${server.origin}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const refusals = () =>
  [tokens.weak, tokens.earlier].map((token) => [token, { code: 'PT403', hint: 'insufficient_aal' }] as const);

const upsert = (token: string, table: string, body: unknown) =>
  ask(token, `POST /rest/v1/${table}?on_conflict=id`, { body, headers: { prefer: 'resolution=merge-duplicates' } });
const read = async (token: string, table: string): Promise<unknown> =>
  (await ask(token, `GET /rest/v1/${table}?select=*`)).json();

async function signIn(line: string, email: string): Promise<string> {
  const answer = await ask(anonKey, line, { body: { email, password: 'correct horse' } });
  return v.parse(signedInSchema, await answer.json()).access_token;
}

/** Subscribes on a socket, and resolves when the channel is live. */
async function listen(token: string): Promise<RawClient> {
  const raw = await openRawClient(`${server.origin.replace('http', 'ws')}/realtime/v1`, `apikey=${anonKey}&vsn=2.0.0`);
  raw.send(
    '1',
    '1',
    'realtime:list',
    'phx_join',
    joinPayload(token, { event: '*', schema: 'public', table: 'grocery_items' }),
  );
  await raw.until('system', 'realtime:list');
  return raw;
}

async function setUpSecondStep(token: string): Promise<string> {
  const begun = await ask(token, 'POST /auth/v1/factors', { body: { factor_type: 'totp', friendly_name: 'App' } });
  const { id, totp } = v.parse(enrolledSchema, await begun.json());
  factorId = id;
  // An unverified factor requires no code.
  expect(await read(token, 'grocery_items')).toHaveLength(1);
  const asked = await ask(token, `POST /auth/v1/factors/${id}/challenge`, { body: {} });
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  const body = { challenge_id: v.parse(idSchema, await asked.json()).id, code };
  const verified = await ask(token, `POST /auth/v1/factors/${id}/verify`, { body });
  return v.parse(signedInSchema, await verified.json()).access_token;
}

beforeAll(async () => {
  anonKey = v.parse(configSchema, await (await fetch(`${server.origin}/config.json`)).json()).anonKey;
  tokens.earlier = await signIn('POST /auth/v1/signup', 'ann@example.org');
  tokens.bob = await signIn('POST /auth/v1/signup', 'bob@example.org');
  for (const [table, row] of Object.entries(rows)) await upsert(tokens.earlier, table, row);
  openBefore = await listen(tokens.earlier);
  tokens.strong = await setUpSecondStep(tokens.earlier);
  tokens.weak = await signIn('POST /auth/v1/token?grant_type=password', 'ann@example.org');
});
afterAll(async () => {
  openBefore.socket.close();
  await server.stop();
});

describe.each(tables)('[A3] of %s', (table) => {
  test('the password alone, or an earlier token, sees and counts no rows', async () => {
    for (const [token, refusal] of refusals()) {
      expect(await read(token, table)).toMatchObject(refusal);
      const counted = await ask(token, `GET /rest/v1/${table}?select=*`, { headers: { prefer: 'count=exact' } });
      expect(await counted.json()).toMatchObject(refusal);
    }
    expect(await read(tokens.strong, table)).toHaveLength(1);
  });

  test('it cannot insert or overwrite rows', async () => {
    const before = await read(tokens.strong, table);
    for (const [token, refusal] of refusals()) {
      const fresh = table === 'user_profiles' ? {} : { id: `new-${table}` };
      for (const answer of [
        await ask(token, `POST /rest/v1/${table}`, { body: fresh }),
        await upsert(token, table, rows[table]),
        await upsert(token, table, fresh),
      ]) {
        expect(await answer.json()).toMatchObject(refusal);
      }
      const patch = table === 'user_profiles' ? { username: 'Eve' } : { name: 'Eve' };
      // Also for a statement that reads no column.
      for (const headers of [{}, { prefer: 'return=representation' }]) {
        const patched = await ask(token, `PATCH /rest/v1/${table}`, { body: patch, headers });
        expect(await patched.json()).toMatchObject(refusal);
      }
    }
    expect(await read(tokens.strong, table)).toEqual(before);
  });

  test('both steps together can write, and other accounts need one', async () => {
    expect((await upsert(tokens.strong, table, rows[table])).status).toBeLessThan(300);
    const bobs = table === 'user_profiles' ? {} : { id: `bob-${table}` };
    expect((await upsert(tokens.bob, table, bobs)).status).toBe(201);
    expect(await read(tokens.bob, table)).toHaveLength(1);
  });
});

test('[A3] a subscriber without the second step receives nothing, also on an earlier channel', async () => {
  const [weak, strong] = [await listen(tokens.weak), await listen(tokens.strong)];
  await upsert(tokens.strong, 'grocery_items', { id: 'ann-tea', name: 'Tea' });
  await upsert(tokens.strong, 'grocery_items', { id: 'ann-tea', name: 'Green tea' });
  expect(JSON.stringify(await strong.until('postgres_changes'))).toContain('ann-tea');
  // Bob's row is written later: when it arrives, Ann's would have arrived before.
  const bobs = await listen(tokens.bob);
  await upsert(tokens.bob, 'grocery_items', { id: 'bob-bread' });
  expect(JSON.stringify(await bobs.until('postgres_changes'))).toContain('bob-bread');
  for (const raw of [weak, openBefore]) {
    expect(JSON.stringify(raw.received)).not.toContain('ann-tea');
    expect(raw.received.filter((frame) => frame[3] === 'postgres_changes')).toEqual([]);
  }
  for (const raw of [weak, strong, bobs]) raw.socket.close();
});

test('[A3] the check cannot be called directly, and runs once per statement', async () => {
  for (const token of [tokens.weak, tokens.strong, anonKey]) {
    expect((await ask(token, 'POST /rest/v1/rpc/has_access', { body: {} })).status).toBe(404);
    const other = await ask(token, 'POST /rest/v1/rpc/has_access', {
      body: {},
      headers: { 'content-profile': 'private' },
    });
    expect(other.status).toBe(406);
  }
  const caller = { role: 'authenticated', claims: { sub: '00000000-0000-4000-8000-000000000000' } };
  const request = { method: 'GET', path: '/', headers: {} };
  const plan = await server.database.runAs(
    { caller, request, readOnly: true },
    (tx) => tx`explain select * from public.grocery_items`,
  );
  const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(text).toContain('InitPlan');
  expect(text).not.toMatch(/Filter:.*has_access/u);
});

test('[A3] after the factor is removed, the password is enough', async () => {
  await ask(tokens.strong, `DELETE /auth/v1/factors/${factorId}`);
  expect(await read(tokens.weak, 'categories')).toHaveLength(1);
  expect((await upsert(tokens.weak, 'categories', rows['categories'])).status).toBeLessThan(300);
});
