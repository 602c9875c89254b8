/** 'Download my data': everything the backend keeps of an account, in one document, and nothing that is secret. */
import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { openAccountParts, sessionOf } from './account-parts.ts';

const parts = await openAccountParts();
const { call, sql } = parts;

const object = v.record(v.string(), v.unknown());
const list = v.array(object);
const rows = { items: list, categories: list, saved_lists: list };
const documentSchema = v.strictObject({
  format: v.literal('checklist-account'),
  version: v.literal(2),
  exported_at: v.string(),
  account: object,
  sessions: list,
  activity: list,
  identities: list,
  second_steps: list,
  passkeys: list,
  profile: v.nullable(object),
  lists: list,
  deleted: v.strictObject(rows),
  ...rows,
});

async function exportAccount(token: string): Promise<v.InferOutput<typeof documentSchema>> {
  const { data, error } = await call(token).rpc('export_account');
  expect(error).toBeNull();
  return v.parse(documentSchema, data);
}

/** An account with something in every place. */
async function openFullAccount() {
  const ann = await parts.join();
  const client = call(ann.access);
  await client.from('user_profiles').insert({ username: 'ann', email: ann.email });
  await client.from('lists').upsert({ id: ann.id, name: 'Recipients' });
  await client.from('categories').insert({ id: `${ann.id}/c1`, name: 'Dairy', device_id: 'phone', device_seq: 1 });
  for (const deleted of [false, true]) {
    await client.from('grocery_items').insert({ id: `${ann.id}/i${Number(deleted)}`, name: 'Müsli "bio"', deleted });
  }
  await client.from('saved_lists').insert({ name: 'Week', items: [{ name: 'Milk', checked: true }] });
  await parts.addFactor(ann.id);
  await sql`insert into auth.security_events (user_id, kind) values (${ann.id}, 'passkey-added')`;
  await sql`insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, aaguid)
    values (${ann.id}, '\\x0102'::bytea, '\\xdeadbeef'::bytea, 'My key', ${ann.id})`;
  return { ...ann, token: await parts.resign(ann.access, { aal: 'aal2' }) };
}

const ann = await openFullAccount();

test("[A3] the download has all the user's data, with live and deleted rows apart", async () => {
  await parts.join();
  const told = await exportAccount(ann.token);
  expect(told.account).toMatchObject({
    id: ann.id,
    email: ann.email,
    has_password: true,
    app_metadata: { provider: 'email' },
  });
  expect(told.profile).toMatchObject({ id: ann.id, username: 'ann', email: ann.email });
  expect(told.items).toEqual([expect.objectContaining({ id: `${ann.id}/i0`, name: 'Müsli "bio"', version: 6 })]);
  expect(told.deleted.items).toEqual([expect.objectContaining({ id: `${ann.id}/i1`, deleted: true })]);
  expect(told.categories).toEqual([expect.objectContaining({ name: 'Dairy', device_id: 'phone' })]);
  expect(told.saved_lists).toEqual([
    expect.objectContaining({ name: 'Week', items: [{ name: 'Milk', checked: true }] }),
  ]);
  expect(told.lists).toMatchObject([
    { id: ann.id, name: 'Recipients', role: 'owner', version: 8, devices: { phone: [1, 5] } },
  ]);
  expect(told.sessions).toEqual([expect.objectContaining({ id: sessionOf(ann.token), is_current: true })]);
  expect(told.identities).toEqual([expect.objectContaining({ provider: 'email', provider_id: ann.id })]);
  expect(told.second_steps).toEqual([expect.objectContaining({ friendly_name: 'my phone', factor_type: 'totp' })]);
  expect(told.passkeys).toEqual([expect.objectContaining({ friendly_name: 'My key', credential_id: '\\x0102' })]);
  expect(Date.parse(told.exported_at)).toBeGreaterThan(Date.now() - 60_000);
});

test('[A3] the download of a new account has every key', async () => {
  const bob = await parts.join();
  const told = await exportAccount(bob.access);
  expect(told).toMatchObject({ items: [], deleted: { items: [], categories: [], saved_lists: [] }, profile: null });
  expect(told).toMatchObject({ lists: [{ id: bob.id, version: 0 }], passkeys: [], second_steps: [] });
});

test('[A3] the download has no secrets', async () => {
  const text = JSON.stringify(await exportAccount(ann.token));
  const [user] = await sql<{ hash: string }[]>`select encrypted_password as hash from auth.users where id = ${ann.id}`;
  for (const secret of [user?.hash, 'TOPSECRETSECRET', 'deadbeef', 'public_key', 'encrypted_password', 'secret']) {
    expect(secret).toBeTruthy();
    expect(text).not.toContain(secret);
  }
});

test('[A3] the download is one snapshot, also during writes', async () => {
  const bob = await parts.join();
  const client = call(bob.access);
  const write = async (): Promise<void> => {
    for (let n = 0; n < 20; n += 1) {
      await parts.database.runAs(
        {
          caller: { role: 'authenticated', claims: { sub: bob.id } },
          request: { method: 'POST', path: '/', headers: {} },
          readOnly: false,
        },
        async (tx) => {
          await tx`insert into public.grocery_items (name) values (${`${n}`})`;
          await tx`insert into public.categories (name) values (${`${n}`})`;
        },
      );
    }
  };
  const writing = write();
  for (let n = 0; n < 20; n += 1) {
    const { data } = await client.rpc('export_account');
    const told = v.parse(documentSchema, data);
    expect(told.items).toHaveLength(told.categories.length);
    expect(Number(told.lists[0]?.['version'])).toBe(told.items.length * 2);
  }
  await writing;
});

/** The field of the download for each column, for auth tables that are included in part. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'auth.users': ['raw_app_meta_data', 'raw_user_meta_data'],
  'auth.sessions': ['refreshed_at'],
};

/** Fields that are left out. docs/my-data.md gives the reasons. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'auth.users': ['encrypted_password', 'email_proved_at'],
  'auth.identities': ['user_id'],
  'auth.sessions': ['user_id', 'amr', 'factor_id'],
  'auth.mfa_factors': ['user_id', 'secret', 'last_step'],
  'auth.security_events': ['id', 'user_id'],
  'auth.webauthn_credentials': ['user_id', 'public_key'],
  'public.grocery_items': ['user_id'],
  'public.categories': ['user_id'],
  'public.saved_lists': ['user_id'],
  'public.lists': ['loaded'],
};

/** Tables that only hold what is under way for minutes or hours, as hashes mostly, or what renews a session. */
const PASSING = [
  'auth.flow_states',
  'auth.mfa_challenges',
  'auth.mfa_recovery_codes',
  'auth.known_devices',
  'auth.one_time_tokens',
  'auth.provider_flows',
  'auth.reauthentications',
  'auth.refresh_tokens',
  'auth.webauthn_challenges',
  'public.ended_sessions',
  'public.former_lists',
  'public.list_invitations',
];

describe('[A3] the download is complete', () => {
  test('every table with account data is in the download or listed as left out', async () => {
    const told = await exportAccount(ann.token);
    const places: Readonly<Record<string, unknown>> = {
      'auth.users': told.account,
      'auth.identities': told.identities[0],
      'auth.sessions': told.sessions[0],
      'auth.mfa_factors': told.second_steps[0],
      'auth.security_events': told.activity[0],
      'auth.webauthn_credentials': told.passkeys[0],
      'public.grocery_items': told.items[0],
      'public.categories': told.categories[0],
      'public.saved_lists': told.saved_lists[0],
      'public.user_profiles': told.profile,
      'public.lists': { user_id: '', device_id: '', device_seq: '', ...told.lists[0] },
      'public.list_members': { list_id: '', user_id: '', ...told.lists[0] },
      'public.sync_state': { list_id: '', seen: '', row_count: '', byte_count: '', authors: '', ...told.lists[0] },
    };
    const owned = await listOwnedTables();
    expect(owned.filter((table) => !(table in places) && !PASSING.includes(table))).toEqual([]);
    for (const [table, place] of Object.entries(places)) {
      const [schema = '', name = ''] = table.split('.');
      const columns = await sql<{ name: string }[]>`
        select column_name as name from information_schema.columns
        where table_schema = ${schema} and table_name = ${name}`;
      const known = [...Object.keys(v.parse(object, place)), ...(TOLD[table] ?? []), ...(LEFT_OUT[table] ?? [])];
      expect([table, columns.map((column) => column.name).filter((column) => !known.includes(column))]).toEqual([
        table,
        [],
      ]);
    }
  });

  test('docs/my-data.md explains every field', async () => {
    const text = await readFile(joinPath(import.meta.dirname, '../../docs/my-data.md'), 'utf8');
    const told = await exportAccount(ann.token);
    const documented = (field: string): boolean => text.includes(`\`${field}\``);
    const inner = [
      told.account,
      told.profile,
      told.lists[0],
      told.sessions[0],
      told.identities[0],
      told.second_steps[0],
    ];
    const rowsOf = [told.items[0], told.categories[0], told.saved_lists[0], told.passkeys[0]];
    const fields = [told, ...inner, ...rowsOf].flatMap((part) => Object.keys(v.parse(object, part)));
    expect(fields.filter((field) => !documented(field))).toEqual([]);
  });
});

/** Every table that refers to auth.users, itself or through another one, each deleting with it. */
async function listOwnedTables(): Promise<readonly string[]> {
  const found = await sql<{ table: string; cascades: boolean }[]>`
    with recursive owned (oid, cascades) as (
      select 'auth.users'::regclass::oid, true
      union
      -- An ended session and a deleted list are remembered without their account, so that devices can learn of the end.
      select c.conrelid, c.confdeltype = 'c' or c.conrelid in ('public.ended_sessions'::regclass, 'public.former_lists'::regclass) from pg_constraint c join owned o on c.confrelid = o.oid
      where c.contype = 'f' and c.conrelid <> c.confrelid
    )
    select n.nspname || '.' || t.relname as "table", cascades
    from owned join pg_class t on t.oid = owned.oid join pg_namespace n on n.oid = t.relnamespace`;
  expect(found.filter(({ cascades }) => !cascades)).toEqual([]);
  return found.map(({ table }) => table);
}
