/** The baseline (supabase/baseline) makes the same database as the migrations that it stands for, wherever it runs. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Sql } from '#server/database/database.ts';
import { applyFiles, BASELINE, readBaseline, readMigrationFiles } from '#server/database/migrate.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { readCatalog } from './read-catalog.ts';

const root = join(import.meta.dirname, '../..');

/** The two ways to the schema, each as the texts to run. */
async function readWays(): Promise<{ readonly old: readonly string[]; readonly baseline: readonly string[] }> {
  const files = (await readMigrationFiles()).filter(({ kind }) => kind === 'migration');
  return {
    old: files.filter(({ name }) => name <= BASELINE.last).map(({ text }) => text),
    baseline: [await readBaseline()],
  };
}

async function connect(url?: string): Promise<Sql> {
  const sql = postgres(url ?? (await createTestUrl()), { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  return sql;
}

/** Builds the schema as the server does. Without the last migration of the baseline at first, it takes the old ones. */
async function migrateTo(sql: Sql, way: 'old' | 'baseline'): Promise<void> {
  const files = await readMigrationFiles();
  await sql.begin(async (tx) => {
    if (way === 'old') {
      await applyFiles(
        tx,
        files.filter(({ name, kind }) => kind === 'bootstrap' || name < BASELINE.last),
      );
    }
    await applyFiles(tx, files);
  });
}

const nameOwner = (): string => `owner_${randomUUID().replaceAll('-', '')}`;

describe('[P6] the baseline and the old migrations make the same database', () => {
  test('on a plain Postgres, which the server migrates', async () => {
    const [old, baseline] = [await connect(), await connect()];
    await migrateTo(old, 'old');
    await migrateTo(baseline, 'baseline');
    const [expected, found] = [await old.begin(readCatalog), await baseline.begin(readCatalog)];
    expect(expected.length).toBeGreaterThan(500);
    expect(found).toEqual(expected);
    const applied = (sql: Sql) => sql`select kind, name from checklist_server.applied_files order by kind, name`;
    expect([...(await applied(baseline))]).toEqual([...(await applied(old))]);
  });

  test('for an owner without superuser rights', async () => {
    // Makes the roles of the cluster, if this is its first database.
    await migrateTo(await connect(), 'baseline');
    const owner = nameOwner();
    const admin = await connect();
    await admin.unsafe(
      `create role ${owner} login password 'word'; grant anon, authenticated, service_role to ${owner}`,
    );
    const catalogs: (readonly string[])[] = [];
    for (const way of ['old', 'baseline'] as const) {
      const url = new URL(await createTestUrl());
      await admin.unsafe(`alter database ${url.pathname.slice(1)} owner to ${owner}`);
      const own = await connect(Object.assign(new URL(url), { username: owner, password: 'word' }).href);
      await migrateTo(own, way);
      catalogs.push(await own.begin(readCatalog));
      await own.end();
      // Cheaper than dropping the database, which waits for a checkpoint.
      await (await connect(url.href)).unsafe(`reassign owned by ${owner} to current_user; drop owned by ${owner}`);
    }
    await admin.unsafe(`drop role ${owner}`);
    expect(catalogs[1]).toEqual(catalogs[0]);
  });

  test('on a hosted project that grants all functions by default and has an account, which gets its list', async () => {
    const ways = await readWays();
    const owner = nameOwner();
    const admin = await connect();
    const built: { readonly catalog: readonly string[]; readonly rows: readonly object[] }[] = [];
    await admin.unsafe(await readFile(join(root, 'server/database/bootstrap/0001_roles.sql'), 'utf8'));
    await admin.unsafe(`create role ${owner} nologin bypassrls`);
    for (const texts of [ways.old, ways.baseline]) {
      const sql = await connect();
      await makeHosted(sql, owner);
      await sql.begin(async (tx) => {
        for (const text of texts) await tx.unsafe(text);
      });
      await sql.unsafe('reset role');
      built.push({ catalog: await sql.begin(readCatalog), rows: await readLists(sql) });
      await sql.unsafe(`drop owned by ${owner} cascade`);
    }
    await admin.unsafe(`drop owned by ${owner} cascade; drop role ${owner}`);
    expect(built[1]).toEqual(built[0]);
    expect(built[0]?.rows).toHaveLength(1);
  });
});

/** A database like hosted Supabase, with an account from before it has our tables. The connection becomes the owner. */
async function makeHosted(sql: Sql, owner: string): Promise<void> {
  const files = await readMigrationFiles();
  for (const name of ['0001_roles.sql', '0006_private_channels.sql'])
    await sql.unsafe(files.find((file) => file.kind === 'bootstrap' && file.name === name)?.text ?? '');
  await sql.unsafe(await readFile(join(root, 'test/backend/hosted-tables.sql'), 'utf8'));
  await sql`insert into auth.users (id) values ('00000000-0000-4000-8000-00000000000a')`;
  const [named] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql.unsafe(`
    grant create on database ${named?.name ?? ''} to ${owner};
    grant usage, create on schema public to ${owner};
    grant usage on schema auth, realtime to ${owner};
    grant select, insert, update, delete, references, trigger on all tables in schema auth to ${owner};
    alter publication supabase_realtime owner to ${owner};
    alter table realtime.messages owner to ${owner};
    alter default privileges for role ${owner} in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges for role ${owner} in schema public grant all on tables to anon, authenticated, service_role;
    set role ${owner};
  `);
}

const readLists = async (sql: Sql): Promise<readonly object[]> => [
  ...(await sql`
    select l.id, l.user_id, l.name, l.version::int, m.role, m.deleted, m.version::int as member_version, s.version::int as synced, s.seen,
           s.row_count::int, s.byte_count::int, s.authors
      from public.lists l join public.list_members m on m.list_id = l.id join public.sync_state s on s.list_id = l.id`),
];

/** What a change of one object looks like; each has to be seen. */
const CHANGES: readonly (readonly [string, string])[] = [
  ['a column', 'alter table public.grocery_items add column price numeric'],
  ['a default', "alter table public.lists alter column name set default 'List'"],
  ['a constraint', 'alter table public.list_members drop constraint list_members_role_check'],
  ['an index', 'drop index public.lists_by_owner'],
  [
    'the body of a function',
    "create or replace function public.save_version() returns trigger language plpgsql security definer set search_path = '' as $$ begin return null; end $$",
  ],
  ['the rights of a function', 'alter function private.my_lists() security invoker'],
  ['the callers of a function', 'grant execute on function private.is_member(uuid, uuid) to anon'],
  ['the privileges of a table', 'grant delete on public.grocery_items to authenticated'],
  ['the privileges of a column', 'grant update (version) on public.lists to authenticated'],
  ['the privileges of a schema', 'grant usage on schema private to anon'],
  ['default privileges', 'alter default privileges in schema public grant select on tables to anon'],
  ['row level security', 'alter table public.former_lists disable row level security'],
  ['a policy', 'alter policy my_lists on public.lists using (true)'],
  ['a policy of realtime', 'drop policy presences_of_my_lists on realtime.messages'],
  ['a trigger', 'alter table public.lists disable trigger keep_id'],
  ['a published table', 'alter publication supabase_realtime drop table public.list_members'],
  ['the replica identity', 'alter table public.categories replica identity default'],
  ['a comment', "comment on function public.end_session(uuid) is 'Ends it.'"],
  ['a sequence', 'create sequence public.counter'],
  ['a type', "create type public.color as enum ('red')"],
  ['an owner', 'alter table public.lists owner to service_role'],
];

describe('[P6] the comparison of databases', () => {
  let sql: Sql;
  let before: readonly string[];

  beforeAll(async () => {
    sql = postgres(await createTestUrl(), { max: 1, onnotice: () => undefined });
    await migrateTo(sql, 'baseline');
    before = await sql.begin(readCatalog);
  }, 60_000);
  afterAll(() => sql.end());

  test.each(CHANGES)('sees a change of %s', async (_, change) => {
    let after: readonly string[] = [];
    const changing = sql.begin(async (tx) => {
      await tx.unsafe(change);
      after = await readCatalog(tx);
      throw new Error('Undo the change.');
    });
    await expect(changing).rejects.toThrow('Undo the change.');
    expect(after).not.toEqual(before);
  });
});
