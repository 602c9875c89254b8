/** The database functions on a database that looks like hosted Supabase: other types, other columns, no superuser. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#server/database/database.ts';
import { createTestUrl } from '#server/testing/test-database.ts';

const root = join(import.meta.dirname, '../..');
const owner = `hosted_${Date.now()}_${process.pid}`;
let sql: Sql;

const ANN = '00000000-0000-4000-8000-00000000000a';
const PHONE = '00000000-0000-4000-8000-0000000000aa';
const TABLET = '00000000-0000-4000-8000-0000000000ab';

const readText = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

beforeAll(async () => {
  sql = postgres(await createTestUrl(), { max: 1, onnotice: () => undefined });
  await sql.unsafe(await readText('server/database/bootstrap/0001_roles.sql'));
  await sql.unsafe(await readText('server/database/bootstrap/0006_private_channels.sql'));
  await sql.unsafe(await readText('test/backend/hosted-tables.sql'));
  const [named] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql.unsafe(`
    create role ${owner} nologin bypassrls;
    grant create on database ${named?.name ?? ''} to ${owner};
    grant usage, create on schema public to ${owner};
    grant usage on schema auth to ${owner};
    grant select, insert, update, delete, references, trigger on all tables in schema auth to ${owner};
    alter publication supabase_realtime owner to ${owner};
    alter table realtime.messages owner to ${owner};
    grant usage on schema realtime to ${owner};
    alter default privileges for role ${owner} in schema public grant all on functions to anon, authenticated, service_role;
    set role ${owner};
  `);
  const migrations = (await readdir(join(root, 'supabase/migrations'))).filter((name) => name.endsWith('.sql'));
  for (const name of migrations.toSorted()) await sql.unsafe(await readText(`supabase/migrations/${name}`));
  await sql.unsafe('reset role');
  // Neither the database's nor a caller's time zone may shift what has none.
  await sql.unsafe("set timezone = 'Asia/Tokyo'");
});

afterAll(async () => {
  // Roles belong to the cluster that all tests share.
  await sql.unsafe(`reset role; drop owned by ${owner} cascade; drop role ${owner}`);
  await sql.end();
});

/** Calls a function as a token of Ann's phone would. */
async function call(statement: string, claims: object = {}, role = 'authenticated'): Promise<unknown> {
  const token = { sub: ANN, session_id: PHONE, aal: 'aal1', role, ...claims };
  const [row] = await sql.begin(async (tx) => {
    await tx`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(token)}, true)`;
    return tx.unsafe<{ told: unknown }[]>(`select ${statement} as told`);
  });
  return row?.told;
}

async function addAnn(): Promise<void> {
  await sql`insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at)
    values (${ANN}, 'ann@example.org', 'the hash', '{"provider": "email"}', '{}', now())`;
  await sql`insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
    values (${ANN}, ${ANN}, '{"email": "Ann@example.org"}', 'email', now())`;
  await sql`insert into auth.sessions (id, user_id, created_at, aal, refreshed_at, user_agent, ip) values
    (${PHONE}, ${ANN}, now(), 'aal1', null, 'A phone', '2001:db8::1'),
    (${TABLET}, ${ANN}, '2026-01-01 00:00:00Z', null, '2026-01-02 03:04:05', null, '192.0.2.7/32')`;
  await sql`insert into public.grocery_items (user_id, name) values (${ANN}, 'Milk')`;
}

test('[wire] hosted: devices, the download, and deleting everything', async () => {
  await addAnn();
  expect(await call('public.list_sessions()')).toEqual([
    expect.objectContaining({ id: PHONE, ip: '2001:db8::1', user_agent: 'A phone', aal: 'aal1', is_current: true }),
    {
      id: TABLET,
      ip: '192.0.2.7',
      user_agent: '',
      aal: 'aal1',
      is_current: false,
      created_at: '2026-01-01T00:00:00+00:00',
      last_used_at: '2026-01-02T03:04:05+00:00',
    },
  ]);
  const told = await call('public.export_account()');
  expect(told).toMatchObject({
    account: { id: ANN, email: 'ann@example.org', phone: null, has_password: true },
    identities: [{ email: 'ann@example.org', provider: 'email' }],
    items: [{ name: 'Milk' }],
    passkeys: [],
    second_steps: [],
    sessions: [{ id: PHONE }, { id: TABLET }],
  });
  expect(JSON.stringify(told)).not.toMatch(/a secret of mails|the hash|_token/u);
  expect(await call(`public.end_session('${TABLET}')`)).toBe(true);
  await expect(call("public.delete_account('bob@example.org')")).rejects.toMatchObject({ code: 'PT400' });
  // A session with an unknown start does not count as recent.
  await sql`update auth.sessions set created_at = null where id = ${PHONE}`;
  const typed = "public.delete_account('ANN@example.org')";
  await expect(call(typed)).rejects.toMatchObject({ code: 'PT403', hint: 'reauthentication_needed' });
  await call(typed, { amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] });
  const [left] = await sql`select
    (select count(*)::int from auth.users) as users, (select count(*)::int from auth.sessions) as sessions,
    (select count(*)::int from public.grocery_items) as items, (select count(*)::int from public.sync_state) as counts`;
  expect(left).toEqual({ users: 0, sessions: 0, items: 0, counts: 0 });
});

test('[Y9] hosted: a device that was logged out and a deleted account are remembered, without a token', async () => {
  await addAnn();
  const endOf = (session: string) => call(`public.read_session_end('${session}')`, {}, 'anon');
  await call(`public.end_session('${TABLET}')`);
  expect([await endOf(TABLET), await endOf(PHONE)]).toEqual(['logged-out', null]);
  // As the project's own dashboard deletes it.
  await sql`delete from auth.users where id = ${ANN}`;
  expect(await endOf(PHONE)).toBe('account-deleted');
  await sql`delete from public.ended_sessions`;
});

test('[wire] hosted: the second step, and who may call the functions', async () => {
  await addAnn();
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
    values (${PHONE}, ${ANN}, 'totp', 'verified', 'a secret')`;
  const everything = [
    'list_sessions()',
    `end_session('${TABLET}')`,
    'export_account()',
    'has_password()',
    "delete_account('')",
  ];
  for (const statement of everything) {
    await expect(call(`public.${statement}`)).rejects.toMatchObject({ code: 'PT403', hint: 'insufficient_aal' });
    // A hosted project may grant new functions to all its roles.
    for (const role of ['anon', 'service_role'])
      await expect(call(`public.${statement}`, {}, role)).rejects.toMatchObject({ code: '42501' });
  }
  // The token alone says nothing.
  await expect(call('public.export_account()', { aal: 'aal2' })).rejects.toMatchObject({ hint: 'insufficient_aal' });
  await sql`update auth.sessions set aal = 'aal2' where id = ${PHONE}`;
  const full = await call('public.export_account()', { aal: 'aal2' });
  expect(full).toMatchObject({ second_steps: [{ factor_type: 'totp', status: 'verified' }] });
  expect(JSON.stringify(full)).not.toContain('a secret');
});

test('[A9] hosted: the database tells whether an account of a provider has set a password', async () => {
  const full = { aal: 'aal2' };
  expect(await call('public.has_password()', full)).toBe(true);
  await sql`update auth.users set encrypted_password = '' where id = ${ANN}`;
  expect(await call('public.has_password()', full)).toBe(false);
});

test('[A9] hosted: a suspended account has no access, and gets it back when the suspension ends', async () => {
  const full = { aal: 'aal2' };
  const hasAccess = (): Promise<unknown> => call('private.has_access()', full);
  expect(await hasAccess()).toBe(true);
  await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${ANN}`;
  expect(await hasAccess()).toBe(false);
  await expect(call('public.export_account()', full)).rejects.toMatchObject({ code: 'PT403' });
  await sql`update auth.users set banned_until = now() - interval '1 hour' where id = ${ANN}`;
  expect(await hasAccess()).toBe(true);
});
