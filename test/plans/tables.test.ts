/** Queries for the list's rows use an index, even with thousands of other accounts. */
import type { Notice } from 'postgres';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createTestAuth } from '#server/auth/testing/test-auth.ts';
import { createTables, tableKey } from '#server/realtime/subscriptions/tables.ts';
import { findVisible } from '#server/realtime/delivery/recipients.ts';
import { createRest } from '#server/rest/rest.ts';
import { sessionOf } from '#test/backend/account-parts.ts';
import { watchPlans } from './watch-plans.ts';

const notices = vi.hoisted((): Notice[] => []);
vi.mock(import('postgres'), async (load) => {
  const { default: real, ...rest } = await load();
  const listen = (url: string, options: object) =>
    real(url, { ...options, onnotice: (notice) => notices.push(notice) });
  return { ...rest, default: Object.assign(listen, real) };
});

const { database, see, seeWithout } = await watchPlans(notices);
const auth = await createTestAuth({}, { database });
const settings = { schemas: ['public'], anonRole: 'anon', maxRows: 1000, connections: 10, maxBodyBytes: 5_000_000 };
const rest = createRest({ database, tokens: auth.tokens, settings });
const { id, access } = await auth.join();
afterAll(() => database.close());

/** Sends a signed-in request several times, because a statement is prepared at the second one. */
async function ask(line: string, body?: unknown): Promise<void> {
  const [method = '', path = ''] = line.split(' ');
  const prefer = 'return=representation,resolution=merge-duplicates,missing=default';
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json', prefer };
  for (let round = 0; round < 3; round += 1) {
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await rest.request(path, sent);
    if (!answer.ok) throw new Error(await answer.text());
  }
}

const push = (table: string) => {
  const row = { id: `own-${table}`, user_id: id, name: 'Milk', device_id: 'd', device_seq: Date.now() };
  return ask(`POST /${table}?on_conflict=id&select=*`, [row]);
};

const SESSION_INDEXES = ['sessions_by_user', 'mfa_factors_by_user'];

const LISTS = ['grocery_items', 'categories', 'saved_lists'];

describe.each(LISTS)('%s', (table) => {
  const rows = `GET /${table}?select=*&user_id=eq.${id}`;
  const byVersion = `${table}_by_version`;
  const pull = () => ask(`${rows}&version=gt.0&order=version.asc&limit=1000`);
  const firstPull = () => ask(`${rows}&version=gte.0&order=version.asc,id.asc&offset=0&limit=1000`);

  test('[arch-5] a push finds its rows, the account and the session by an index', async () => {
    const { indexes, wholeTables } = await see(() => push(table));
    expect(wholeTables).toEqual([]);
    expect(indexes).toEqual(expect.arrayContaining([`${table}_pkey`, 'sync_state_pkey', ...SESSION_INDEXES]));
  });

  test.each([
    ['a pull', pull],
    ['a first pull', firstPull],
  ])('[arch-5] %s finds the rows above a version, and needs the index for it', async (_, work) => {
    const { indexes, wholeTables } = await see(work);
    expect(wholeTables).toEqual([]);
    expect(indexes).toEqual(expect.arrayContaining([byVersion, ...SESSION_INDEXES]));
    expect(await seeWithout(byVersion, work)).toMatchObject({ wholeTables: [table] });
  });

  test('[arch-5] the visibility check of a subscriber reads only its own rows', async () => {
    const published = await createTables(database.sql, Date.now).load('authenticated');
    const known = published.get(tableKey('public', table));
    if (known === undefined) throw new Error(`${table} is not published.`);
    const claims = { sub: id, role: 'authenticated', session_id: sessionOf(access), aal: 'aal1' };
    const identity = { caller: { role: 'authenticated', claims }, key: '', expiresAt: Number.POSITIVE_INFINITY };
    const row = { id: `own-${table}`, user_id: id, list_id: id };
    const work = () => findVisible(database, { identity, table: known, rows: [row] });
    const { indexes, wholeTables } = await see(async () => expect(await work()).toEqual(new Set([0])));
    expect(wholeTables).toEqual([]);
    expect(indexes).toEqual(expect.arrayContaining(SESSION_INDEXES));
  });
});

test.each(SESSION_INDEXES)('[arch-5] only %s prevents a table scan when the session is checked', async (index) => {
  const work = () => ask(`GET /grocery_items?select=*&user_id=eq.${id}&version=gt.0&order=version.asc`);
  expect(await see(work)).toMatchObject({ wholeTables: [] });
  expect(await seeWithout(index, work)).toMatchObject({ wholeTables: [index.replace('_by_user', '')] });
});

test.each([
  ['user_profiles', { username: 'ann' }],
  ['lists', { name: 'Party' }],
])('[arch-5] the row of %s with the id of the account is found by an index', async (table, row) => {
  const write = () => ask(`POST /${table}?on_conflict=id&select=*`, [{ id, ...row }]);
  const read = () => ask(`GET /${table}?select=*&id=eq.${id}&limit=1000`);
  for (const work of [write, read]) {
    const { indexes, wholeTables } = await see(work);
    expect(wholeTables).toEqual([]);
    expect(indexes).toContain(`${table}_pkey`);
  }
});

test('[arch-5] a pull of several tables finds the rows of each above its version', async () => {
  const cursors = { grocery_items: 0, categories: 0, saved_lists: 0, lists: 0, list_members: 0 };
  const work = async () => {
    // Postgres uses generic plans for the statements of a function after several runs.
    for (let round = 0; round < 5; round += 1) await ask('POST /rpc/pull_rows', { cursors });
  };
  const { indexes, wholeTables } = await see(work);
  expect(wholeTables).toEqual([]);
  expect(indexes).toEqual(expect.arrayContaining([...LISTS.map((table) => `${table}_by_version`), ...SESSION_INDEXES]));
  for (const table of LISTS) {
    expect(await seeWithout(`${table}_by_version`, work)).toMatchObject({ wholeTables: [table] });
  }
});

test('[arch-5] the lists of the caller are found by an index', async () => {
  const work = async () => {
    for (let round = 0; round < 5; round += 1) await ask('POST /rpc/pull_rows', { cursors: { list_members: 0 } });
  };
  const { indexes, wholeTables } = await see(work);
  expect([wholeTables, indexes]).toEqual([[], expect.arrayContaining(['list_members_by_version', 'lists_pkey'])]);
});

test('[arch-5] the members of a list are found by an index', async () => {
  const work = () => ask('POST /lists?on_conflict=id', [{ id, name: `Party ${Date.now()}` }]);
  expect(await see(work)).toMatchObject({ wholeTables: [] });
  expect(await seeWithout('list_members_by_list', work)).toMatchObject({ wholeTables: ['list_members'] });
});

test.each(['list_sessions', 'export_account'])('[arch-5] %s reads only the rows of the account', async (name) => {
  expect(await see(() => ask(`POST /rpc/${name}`, {}))).toMatchObject({ wholeTables: [] });
});

test('[arch-5] deleting an account with all its rows scans no table', async () => {
  const remove = async () => {
    const gone = await auth.join();
    const headers = { authorization: `Bearer ${gone.access}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ confirmation: gone.email });
    expect((await rest.request('/rpc/delete_account', { method: 'POST', headers, body })).ok).toBe(true);
  };
  const { indexes, wholeTables } = await see(remove);
  expect(wholeTables).toEqual([]);
  for (const index of [...BY_USER, 'refresh_tokens_by_session']) {
    expect(indexes).toContain(index);
    const [table] = index.split('_by_');
    expect(await seeWithout(index, remove)).toMatchObject({ wholeTables: expect.arrayContaining([table]) });
  }
});

const PROOFS = ['identities', 'sessions', 'one_time_tokens', 'flow_states', 'mfa_factors', 'provider_flows'];
const PASSKEYS = ['webauthn_credentials', 'webauthn_challenges'];
const BY_USER = [
  ...LISTS.map((table) => `${table}_by_version`),
  ...[...PROOFS, ...PASSKEYS].map((table) => `${table}_by_user`),
];

test('[arch-5] every foreign key has an index that starts with its columns', async () => {
  const without = await database.sql`
    select conrelid::regclass::text as table_name, conname from pg_constraint
     where contype = 'f' and not exists (
       select from pg_index where indrelid = conrelid and indisvalid and indkey[0] = conkey[1]
     )`;
  expect([...without]).toEqual([]);
});
