/** The schema of supabase/migrations: on a database like hosted Supabase, with many writers, for pulls and for operators. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import type { Caller, Sql, TransactionSql } from '#server/database/database.ts';
import { createTestDatabase, createTestUrl } from '#server/testing/test-database.ts';

const root = join(import.meta.dirname, '../..');
const database = await createTestDatabase();
afterAll(() => database.close());

async function addAccount(sql: Sql = database.sql): Promise<Caller & { readonly id: string }> {
  const [row] = await sql<{ id: string }[]>`insert into auth.users default values returning id`;
  const id = row?.id ?? '';
  return { id, role: 'authenticated', claims: { sub: id } };
}

const runAs = <T>(caller: Caller, work: (tx: TransactionSql) => Promise<T>, method = 'POST'): Promise<T> =>
  database.runAs({ caller, request: { method, path: '/', headers: {} }, readOnly: false }, work);

async function runFiles(sql: Sql, folder: string, wanted: (name: string) => boolean): Promise<void> {
  const names = (await readdir(join(root, folder))).filter(wanted).toSorted();
  for (const name of names) await sql.unsafe(await readFile(join(root, folder, name), 'utf8'));
}

test('[wire] the migrations apply unchanged to hosted Supabase, without superuser rights', async () => {
  const sql = postgres(await createTestUrl(), { max: 1, onnotice: () => undefined });
  await runFiles(sql, 'server/database/bootstrap', (name) => /^000[1256]/u.test(name));
  const owner = `owner_${Date.now()}`;
  const [named] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql.unsafe(`
    create role ${owner} nologin;
    grant create on database ${named?.name ?? ''} to ${owner};
    grant usage, create on schema public to ${owner};
    grant usage on schema auth to ${owner};
    grant select, references, trigger on auth.users to ${owner};
    grant select on auth.mfa_factors, auth.sessions to ${owner};
    create type auth.factor_status as enum ('unverified', 'verified');
    alter table auth.mfa_factors drop constraint mfa_factors_status_check, alter status drop default,
      alter status type auth.factor_status using status::auth.factor_status;
    alter publication supabase_realtime owner to ${owner};
    -- supautils lets the owner of hosted Supabase create policies on this table (supautils.policy_grants).
    alter table realtime.messages owner to ${owner};
    grant usage on schema realtime to ${owner};
    set role ${owner};
  `);
  try {
    await runFiles(sql, 'supabase/migrations', (file) => file.endsWith('.sql') && file < '0010');
    // A project that is in use.
    await sql.unsafe('reset role');
    const bob = await addAccount(sql);
    await sql`insert into public.grocery_items (user_id, name, note, deleted) values (${bob.id}, 'Tea', 'green', true)`;
    await sql`insert into public.saved_lists (user_id, name, created_at) values (${bob.id}, 'Week', '9999-01-01')`;
    await sql.unsafe(`set role ${owner}`);
    await runFiles(sql, 'supabase/migrations', (file) => file.endsWith('.sql') && file >= '0010');
    await sql.unsafe('reset role');
    const ann = await addAccount(sql);
    const insertAsAnn = (claims = ann.claims) =>
      sql.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
        return tx`insert into public.grocery_items (name) values ('Milk') returning version::int, user_id`;
      });
    expect(await insertAsAnn()).toEqual([{ version: 1, user_id: ann.id }]);
    await sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${ann.id}, 'totp', 'verified')`;
    await expect(insertAsAnn()).rejects.toMatchObject({ code: '42501' });
    expect(await insertAsAnn({ ...ann.claims, aal: 'aal2' })).toHaveLength(1);
    expect(
      await sql`select tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 1`,
    ).toEqual(['categories', 'grocery_items', 'list_members', 'saved_lists'].map((tablename) => ({ tablename })));
  } finally {
    // All tests share one cluster and its roles.
    await sql.unsafe(`reset role; drop owned by ${owner} cascade; drop role ${owner}`);
    await sql.end();
  }
});

test('[Y9] the API roles may execute the functions for clients and no internal function', async () => {
  const found = await database.sql<{ grant: string }[]>`
    select role || ' ' || p.oid::regprocedure as "grant"
      from pg_proc p, unnest(array['anon', 'authenticated']) role
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and has_function_privilege(role, p.oid, 'execute')`;
  expect(found.map(({ grant }) => grant).toSorted()).toEqual(
    [
      ...[...FOR_CLIENTS, ...FOR_POLICIES, ...FOR_EVERYONE].map((name) => `authenticated ${name}`),
      ...FOR_EVERYONE.map((name) => `anon ${name}`),
    ].toSorted(),
  );
});

/** A device calls it when its token was refused. */
const FOR_EVERYONE = ['read_session_end(uuid)'];

const FOR_CLIENTS = [
  'accept_invitation(text)',
  'create_invitation(uuid)',
  'create_list(uuid,text)',
  'delete_account(text)',
  'delete_list(uuid)',
  'end_session(uuid)',
  'export_account()',
  'hand_over_list(uuid,uuid)',
  'has_password()',
  'leave_list(uuid)',
  'list_activity()',
  'list_invitations(uuid)',
  'list_sessions()',
  'pull_rows(jsonb,integer,uuid)',
  'remove_member(uuid,uuid)',
  'revoke_invitation(uuid)',
  'show_invitation(text)',
];

/** Policies and pull_rows call these as the caller. The API does not expose their schema. */
const FOR_POLICIES = [
  'private.has_access()',
  'private.is_id_of_other_list(text,uuid)',
  'private.memberships_above(bigint)',
  'private.my_lists()',
  'private.refuse(text,text,text)',
  'private.require_caller()',
  'private.read_page(regclass,uuid,bigint,integer)',
];

test.each(['grocery_items', 'categories', 'saved_lists'])(
  '[Y5] a pull of %s uses its index, however many rows other accounts have',
  async (table) => {
    const [ann, bob] = [await addAccount(), await addAccount()];
    for (const { id } of [ann, bob]) {
      await database.sql.unsafe(
        `insert into public.${table} (user_id, name) select $1, n::text from generate_series(1, 3000) n`,
        [id],
      );
    }
    await database.sql.unsafe(`analyze public.${table}`);
    const plan = await runAs(ann, (tx) =>
      tx.unsafe(
        `explain select * from public.${table} where user_id = $1 and version > 2500 order by version limit 1000`,
        [ann.id],
      ),
    );
    const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(text).toMatch(new RegExp(`${table}_by_version.*\\n *Index Cond: \\(\\(list_id = .*version > 2500`, 'u'));
    expect(text).not.toContain('Seq Scan');
  },
);

describe('[Y5] many writers of one account', () => {
  test('a cursor that only advances meets every row', async () => {
    const ann = await addAccount();
    const write = async (writer: string): Promise<void> => {
      for (let n = 0; n < 40; n += 1) {
        await runAs(ann, async (tx) => {
          await tx`insert into public.grocery_items (id) values (${`${ann.id}/${writer}/${n}`})`;
          // Commits some time after the version was assigned.
          await tx`select pg_sleep(random() * 0.004)`;
        });
      }
    };
    const writers = { areDone: false };
    const met: string[] = [];
    const pull = async (cursor: number): Promise<number> => {
      const rows = await runAs(
        ann,
        (tx) =>
          tx<{ id: string; version: number }[]>`select id, version::int from public.grocery_items
          where user_id = ${ann.id} and version > ${cursor} order by version limit 7`,
      );
      met.push(...rows.map(({ id }) => id));
      return rows.at(-1)?.version ?? cursor;
    };
    const reading = (async () => {
      let cursor = 0;
      for (let quiet = 0; quiet < 2; quiet = writers.areDone ? quiet + 1 : 0) {
        const next = await pull(cursor);
        if (next !== cursor) quiet = 0;
        cursor = next;
      }
    })();
    await Promise.all(['a', 'b', 'c'].map(write));
    writers.areDone = true;
    await reading;
    expect(met.length).toBe(120);
    expect(new Set(met).size).toBe(120);
  });

  test('upserts in any order and plain updates never deadlock', { timeout: 60_000 }, async () => {
    const ann = await addAccount();
    const ids = Array.from({ length: 12 }, (_, n) => `${ann.id}/${n}`);
    const upsert = (order: readonly string[]): Promise<unknown> =>
      runAs(
        ann,
        (tx) =>
          tx`insert into public.grocery_items (id, name)
          select id, 'upserted' from unnest(${[...order]}::text[]) id
          on conflict (id) do update set name = excluded.name`,
      );
    const patch = (): Promise<unknown> =>
      runAs(ann, (tx) => tx`update public.grocery_items set checked = not checked where user_id = ${ann.id}`, 'PATCH');
    const replace = (): Promise<unknown> =>
      runAs(ann, (tx) => tx`update public.grocery_items set name = 'one' where id = ${ids[3] ?? ''}`, 'PATCH');
    for (let round = 0; round < 60; round += 1) {
      const writes = [upsert(ids), upsert(ids.toReversed()), patch(), upsert(ids.slice(4)), replace(), patch()];
      const outcomes = await Promise.allSettled(writes);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
    const rows = await database.sql`select distinct version from public.grocery_items where user_id = ${ann.id}`;
    expect(rows).toHaveLength(ids.length);
  });

  test('accounts do not block each other', async () => {
    const [ann, bob] = [await addAccount(), await addAccount()];
    await runAs(ann, async (tx) => {
      await tx`insert into public.grocery_items (id) values (${`${ann.id}/slow`})`;
      // Bob's write ends while Ann's is still open.
      await runAs(bob, (other) => other`insert into public.grocery_items (id) values (${`${bob.id}/fast`})`);
    });
    expect(await database.sql`select id from public.grocery_items where user_id = ${bob.id}`).toHaveLength(1);
  });
});

test('[wire] an operator reads and writes the rows of every account', async () => {
  const [ann, bob] = [await addAccount(), await addAccount()];
  const operator = { role: 'service_role', claims: {} };
  for (const { id } of [ann, bob]) {
    await runAs(operator, (tx) => tx`insert into public.grocery_items (id, user_id) values (${`${id}/gift`}, ${id})`);
  }
  const seen = await runAs(operator, (tx) => tx`select id from public.grocery_items where id like '%/gift'`);
  expect(seen).toHaveLength(2);
  expect(await runAs(ann, (tx) => tx`select id from public.grocery_items`)).toEqual([{ id: `${ann.id}/gift` }]);
});

test('[Y9] deleting an account deletes its rows and no others', async () => {
  const [ann, bob] = [await addAccount(), await addAccount()];
  for (const account of [ann, bob]) {
    await runAs(account, (tx) => tx`insert into public.grocery_items (id) values (${`${account.id}/x`})`);
    await runAs(account, (tx) => tx`insert into public.user_profiles (username) values ('x')`);
  }
  await database.sql`delete from auth.users where id = ${ann.id}`;
  const left = await database.sql`select user_id from public.grocery_items where id like '%/x'
    union all select id from public.user_profiles union all select list_id from public.sync_state where list_id in (${ann.id}, ${bob.id})`;
  expect(new Set(left.map((row) => String(row['user_id'])))).toEqual(new Set([bob.id]));
});
