/**
 * Step 2 of docs/guides/hosted-supabase.md, on databases set up like projects of the hosted service: today's projects, which grant
 * nothing by default, and earlier ones, which grant everything. The role that runs the files is not a superuser, and can't create
 * anything in auth, storage and realtime.
 */
import { exec } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import type { Sql, TransactionSql } from '#server/database/database.ts';
import { BASELINE } from '#server/database/migrate.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { readCatalog } from './read-catalog.ts';

const root = join(import.meta.dirname, '../..');
const readText = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

const ANN = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';

type Kind = 'new' | 'earlier';
type Project = { readonly sql: Sql; readonly owner: string };

/** The roles of the service have separate names here, because roles belong to the cluster that all tests share. */
async function createProject(kind: Kind, users: readonly string[]): Promise<Project> {
  const sql = postgres(await createTestUrl(), { max: 1, onnotice: () => undefined });
  const owner = `project_${randomUUID().replaceAll('-', '')}`;
  const [admin, realtime] = [`${owner}_admin`, `${owner}_realtime`];
  onTestFinished(async () => {
    await sql.unsafe(`reset session authorization; reset role`);
    for (const role of [owner, admin, realtime]) await sql.unsafe(`drop owned by ${role} cascade`);
    for (const role of [owner, admin, realtime]) await sql.unsafe(`drop role ${role}`);
    await sql.end();
  });
  for (const file of ['bootstrap/0001_roles.sql', 'bootstrap/0006_private_channels.sql']) {
    await sql.unsafe(await readText(`server/database/${file}`));
  }
  await sql.unsafe(await readText('test/backend/hosted-tables.sql'));
  const [named] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql.unsafe(`
    drop table realtime.processes, realtime.presences;
    create role ${admin} nologin;
    create role ${realtime} nologin noinherit;
    create role ${owner} login createrole bypassrls;
    create schema storage;
    create table storage.objects (id uuid primary key);
    alter schema auth owner to ${admin};
    alter schema realtime owner to ${admin};
    alter schema storage owner to ${admin};
    alter schema extensions owner to ${admin};
    alter table realtime.messages owner to ${realtime};
    grant usage on schema realtime to ${realtime};
    grant ${realtime} to ${owner};
    grant anon, authenticated, service_role to ${owner};
    grant create on database ${named?.name ?? ''} to ${owner};
    grant usage, create on schema public to ${owner};
    grant usage on schema auth, storage, realtime, extensions to ${owner};
    grant select, insert, update, delete, references, trigger on all tables in schema auth to ${owner};
    alter publication supabase_realtime owner to ${owner};
  `);
  if (kind === 'earlier') {
    await sql.unsafe(`alter default privileges for role ${owner} in schema public
        grant all on tables to anon, authenticated, service_role;
      alter default privileges for role ${owner} in schema public
        grant all on functions to anon, authenticated, service_role;
      alter default privileges for role ${owner} in schema public
        grant all on sequences to anon, authenticated, service_role;`);
  }
  for (const id of users) await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.org`})`;
  await sql.unsafe(`set session authorization ${owner}`);
  return { sql, owner };
}

async function readFiles(folder: string, after = ''): Promise<readonly string[]> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.sql') && name > after).toSorted();
  return Promise.all(names.map((name) => readText(`${folder}/${name}`)));
}

/** Runs the command of the guide up to `psql`, and returns what psql would read. */
async function readPiped(): Promise<string> {
  const guide = await readText('docs/guides/hosted-supabase.md');
  const command = /^ *(?<command>cat .*) \| psql /mu.exec(guide)?.groups?.['command'] ?? '';
  return (await promisify(exec)(command, { cwd: root, maxBuffer: 10_000_000 })).stdout;
}

type Way = 'the SQL editor' | 'psql in one transaction' | 'the command line';

/** The three ways in the guide. The SQL editor and the command line run each file separately. */
async function install(sql: Sql, way: Way): Promise<void> {
  if (way === 'psql in one transaction') {
    const text = await readPiped();
    await sql.begin((tx) => tx.unsafe(text));
    return;
  }
  const baseline = way === 'the SQL editor' ? await readFiles('supabase/baseline') : [];
  const migrations = await readFiles('supabase/migrations', way === 'the SQL editor' ? BASELINE.last : '');
  for (const file of [...baseline, ...migrations]) await sql.unsafe(file);
}

/** The catalog without the names of the project's roles, and without its default privileges, which the files leave alone. */
async function describeProject({ sql, owner }: Project): Promise<readonly string[]> {
  await sql.unsafe('reset session authorization');
  const lines = await sql.begin(readCatalog);
  return lines.filter((line) => !line.includes('default privileges')).map((line) => line.replaceAll(owner, 'postgres'));
}

/** Calls the database like a signed-in user of the API. */
const asUser = <T>({ sql }: Project, id: string, work: (tx: TransactionSql) => Promise<T>): Promise<T> =>
  sql.begin(async (tx) => {
    const claims = { sub: id, session_id: id, role: 'authenticated', aal: 'aal1' };
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    return work(tx);
  }) as Promise<T>;

test('[wire] in a project set up like the service’s, the owner can create nothing in the schemas of the service', async () => {
  const { sql } = await createProject('new', []);
  for (const schema of ['auth', 'storage', 'realtime']) {
    await expect(sql.unsafe(`create table ${schema}.mine (id int)`)).rejects.toMatchObject({ code: '42501' });
  }
  const [row] = await sql`select rolsuper, has_schema_privilege('public', 'create') as creates
    from pg_roles where rolname = current_user`;
  expect(row).toEqual({ rolsuper: false, creates: true });
});

test.each<[Way, Kind, readonly string[]]>([
  ['the SQL editor', 'new', []],
  ['the SQL editor', 'new', [ANN]],
  ['psql in one transaction', 'new', [ANN]],
  ['the command line', 'new', []],
  ['the command line', 'new', [ANN]],
  ['the command line', 'earlier', [ANN]],
])(
  '[wire] by %s, in a %s project with the users %j, every user has a list and works on it',
  async (way, kind, users) => {
    const project = await createProject(kind, users);
    await install(project.sql, way);
    await project.sql.unsafe('reset session authorization');
    const { sql } = project;
    const before = users.map((id) => ({ user_id: id }));
    expect([...(await sql`select user_id from public.lists order by user_id`)]).toEqual(before);
    for (const id of [...users, BEN]) {
      if (id === BEN) await sql`insert into auth.users (id, email) values (${id}, 'ben@example.org')`;
      await sql`insert into auth.sessions (id, user_id, created_at, aal) values (${id}, ${id}, now(), 'aal1')`;
      const names = await asUser(project, id, async (tx) => {
        await tx`insert into public.grocery_items (id, name) values (${`milk-${id}`}, ${`Milk of ${id}`})`;
        return tx`select name from public.grocery_items`;
      });
      expect([...names]).toEqual([{ name: `Milk of ${id}` }]);
    }
    await expect(
      sql.begin(async (tx) => {
        await tx`set local role anon`;
        await tx`select * from public.grocery_items`;
      }),
    ).rejects.toMatchObject({ code: '42501' });
  },
);

test('[wire] all ways, in new and in earlier projects, lead to the same database', async () => {
  const first = await createProject('new', []);
  await install(first.sql, 'the SQL editor');
  const expected = await describeProject(first);
  expect(expected.length).toBeGreaterThan(400);
  for (const [way, kind] of [
    ['the command line', 'new'],
    ['psql in one transaction', 'new'],
    ['the SQL editor', 'earlier'],
  ] as const) {
    const other = await createProject(kind, [ANN]);
    await install(other.sql, way);
    expect(await describeProject(other)).toEqual(expected);
  }
});
