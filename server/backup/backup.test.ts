/** A restored database equals the saved one, and every device pulls it. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import type { Sql } from '#server/database/database.ts';
import { applyFiles, readMigrationFiles } from '#server/database/migrate.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { ANN, BOB, createSavedDatabases, describeDatabase } from './testing/saved-database.ts';
import { writeBackup } from './write-backup.ts';

const saved = await createSavedDatabases();
afterAll(saved.end);
vi.setConfig({ testTimeout: 15_000 });

let files = 0;

async function save(sql: Sql): Promise<string> {
  files += 1;
  const file = join(saved.folder, `${files}.gz`);
  expect(await writeBackup(sql, file)).toMatchObject({ ok: true });
  return file;
}

const restore = (sql: Sql, file: string, how: { endsSessions?: boolean; now?: () => number } = {}) =>
  restoreBackup({ sql, file, now: Date.now, endsSessions: false, ...how });

test('[spec-9] a restored database has every row of every table, with any content', async () => {
  const { database } = await saved.fill();
  const file = await save(database.sql);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const sql = await saved.open();
  const restored = await restore(sql, file);
  expect(restored).toMatchObject({ ok: true, value: { leftOut: [] } });
  expect(await describeDatabase(sql)).toEqual(await describeDatabase(database.sql));
});

test('[spec-9] a server works on a restored database: sequences, triggers and versions continue', async () => {
  const { database } = await saved.fill();
  const file = await save(database.sql);
  const url = await createTestUrl();
  await restore(await saved.open(url), file);
  const again = await connectDatabase({ url, poolSize: 2 });
  const [latest] = await again.sql<{ id: number }[]>`select max(id)::int as id from auth.refresh_tokens`;
  const [next] = await again.sql<{ id: number }[]>`insert into auth.refresh_tokens (token_hash, nonce, session_id)
    select 'new', 'n', id from auth.sessions returning id::int`;
  expect(next?.id).toBe((latest?.id ?? 0) + 1);
  const ann = {
    caller: { role: 'authenticated', claims: { sub: ANN } },
    request: { method: '', path: '', headers: {} },
  };
  const write = (name: string, seq: number) =>
    again.runAs(
      { ...ann, readOnly: false },
      (tx) => tx`insert into grocery_items (id, name, device_id, device_seq) values ('a-0', ${name}, 'phone', ${seq})
        on conflict (id) do update set name = excluded.name returning name`,
    );
  // A number that was applied before the backup is still skipped.
  expect(await write('a replay', 1)).toEqual([]);
  expect(await write('new', 100)).toEqual([{ name: 'new' }]);
  await again.close();
});

test.each(['this version', 'the version before 0018_limits_of_members.sql'])(
  '[spec-9] a row that only a raised MAX_ROW_KB allowed is restored from a backup of %s',
  async (version) => {
    const { database } = await saved.fill();
    await database.sql.begin(async (tx) => {
      await tx`select set_config('checklist.max_row_bytes', '200000', true)`;
      await tx`insert into saved_lists (id, user_id, name, items) values ('large', ${ANN}, 'Large', ${tx.json(['x'.repeat(100_000)])})`;
    });
    if (version !== 'this version') {
      await database.sql`delete from checklist_server.applied_files where name = '0018_limits_of_members.sql'`;
    }
    const file = await save(database.sql);
    const sql = await saved.open();
    expect(await restore(sql, file)).toMatchObject({ ok: true });
    expect(await sql`select length(items::text) as length from saved_lists where id = 'large'`).toEqual([
      { length: 100_004 },
    ]);
  },
);

test('[spec-9] a token is restored that a vacuumed table has before the token that it replaced', async () => {
  const { database } = await saved.fill();
  // Postgres appends the changed rows, far behind those that refer to them.
  await database.sql`insert into auth.refresh_tokens (token_hash, nonce, session_id)
    select decode(md5(n::text), 'hex'), 'n', (select id from auth.sessions limit 1) from generate_series(1, 4000) n`;
  const chain = database.sql`select id, lag(id) over (order by id) as parent from auth.refresh_tokens where nonce = 'n'`;
  await database.sql`update auth.refresh_tokens t set parent_id = chain.parent from (${chain}) chain where t.id = chain.id`;
  await database.sql`update auth.refresh_tokens set revoked_at = now()
    where id in (select id from auth.refresh_tokens where nonce = 'n' order by id limit 2000)`;
  const file = await save(database.sql);
  const sql = await saved.open();
  expect(await restore(sql, file)).toMatchObject({ ok: true });
  expect(await describeDatabase(sql)).toEqual(await describeDatabase(database.sql));
  const children = sql`insert into auth.refresh_tokens (token_hash, nonce, session_id, parent_id)
    select 'other', 'n', session_id, 0 from auth.refresh_tokens limit 1`;
  await expect(children).rejects.toMatchObject({ code: '23503' });
});

test('[spec-9] of two backups into one file at once, the later one is complete, and the other one says that it was not made', async () => {
  const { database } = await saved.fill();
  const file = join(saved.folder, 'twice.gz');
  const readInode = async () => (await stat(`${file}.part`).catch(() => null))?.ino;
  const written = await database.sql.begin(async (tx) => {
    // Both wait for this table.
    await tx`lock table grocery_items`;
    const first = writeBackup(database.sql, file);
    await expect.poll(readInode).toBeDefined();
    const inode = await readInode();
    const second = writeBackup(database.sql, file);
    await expect.poll(readInode).not.toBe(inode);
    return { first, second };
  });
  expect([await written.first, await written.second]).toMatchObject([
    { failure: { type: 'backup-exists' } },
    { ok: true },
  ]);
  const sql = await saved.open();
  expect(await restore(sql, file)).toMatchObject({ ok: true });
});

test('[spec-9] a write during the backup is included whole or not at all', async () => {
  const { database } = await saved.fill();
  const over = new AbortController();
  const writing = (async () => {
    for (let nth = 0; !over.signal.aborted; nth += 1) {
      await database.sql.begin(async (tx) => {
        await tx`insert into categories (id, user_id) values (${`pair-${nth}`}, ${ANN})`;
        await tx`insert into grocery_items (id, user_id) values (${`pair-${nth}`}, ${ANN})`;
      });
    }
  })();
  const all = await Promise.all([1, 2, 3].map(() => save(database.sql)));
  over.abort();
  await writing;
  for (const file of all) {
    const sql = await saved.open();
    expect(await restore(sql, file)).toMatchObject({ ok: true });
    const odd = await sql`select id from categories full join grocery_items using (id)
      where id like 'pair-%' and (categories.user_id is null or grocery_items.user_id is null)`;
    expect(odd).toEqual([]);
  }
});

test('[Y5] after each restore, every row has a version that no device has seen', async () => {
  const { database } = await saved.fill();
  const file = await save(database.sql);
  // The version that a device has seen since, which is higher than those in the backup.
  await database.sql`update sync_state set version = 5000`;
  let seen = 5000;
  const start = Date.now();
  for (const now of [start, start + 1000, start + 1001]) {
    const sql = await saved.open();
    expect(await restore(sql, file, { now: () => now })).toMatchObject({ ok: true });
    const rows = await sql<{ version: number }[]>`select version::float8 as version from grocery_items
      union all select version::float8 from saved_lists union all select version::float8 from lists union all select version::float8 from list_members
      union all select version::float8 from user_profiles`;
    expect(Math.min(...rows.map(({ version }) => version))).toBeGreaterThan(seen);
    const [state] = await sql<{ version: number }[]>`select max(version)::float8 as version from sync_state`;
    seen = Math.max(...rows.map(({ version }) => version));
    expect(state?.version).toBe(seen);
    expect(Number.isSafeInteger(seen)).toBe(true);
  }
});

test('[Y5] a clock behind the backup lowers no version', async () => {
  const { database } = await saved.fill();
  await database.sql`update sync_state set version = 8000000000000000`;
  await database.sql`update grocery_items set checked = true`;
  const sql = await saved.open();
  await restore(sql, await save(database.sql));
  const [row] = await sql<{ version: number }[]>`select min(version)::float8 as version from grocery_items`;
  expect(row?.version).toBeGreaterThan(8_000_000_000_000_100);
});

test('[A3] sessions and changes of address from before the backup survive unless --end-sessions is given; links in emails do not', async () => {
  const { database } = await saved.fill();
  await database.sql`update auth.users set email_change = 'new@example.org', email_change_confirm_status = 1 where id = ${ANN}`;
  const file = await save(database.sql);
  const count = async (endsSessions: boolean) => {
    const sql = await saved.open();
    await restore(sql, file, { endsSessions });
    const [row] = await sql`select (select count(*)::int from auth.sessions) as sessions,
      (select count(*)::int from auth.refresh_tokens) as tokens, (select count(*)::int from auth.one_time_tokens) as links,
      (select count(*)::int from auth.users where email_change is not null or email_change_confirm_status > 0) as changes`;
    return row;
  };
  expect(await count(false)).toEqual({ sessions: 1, tokens: 3, links: 0, changes: 1 });
  expect(await count(true)).toEqual({ sessions: 0, tokens: 0, links: 0, changes: 0 });
});

test('[spec-9] after a restore, a member who was removed since the backup is a member again, and invitations end', async () => {
  const { database } = await saved.fill();
  await database.sql`insert into list_members (list_id, user_id, role) values (${ANN}, ${BOB}, 'member')`;
  await database.sql`insert into list_invitations (list_id, secret_hash) values (${ANN}, 'secret')`;
  const file = await save(database.sql);
  await database.sql`update list_members set deleted = true where list_id = ${ANN} and user_id = ${BOB}`;
  const sql = await saved.open();
  await restore(sql, file);
  expect(await sql`select deleted from list_members where list_id = ${ANN} and user_id = ${BOB}`).toEqual([
    { deleted: false },
  ]);
  expect(await sql`select from list_invitations`).toHaveLength(0);
});

test('[spec-9] a backup of an older schema is migrated', async () => {
  const old = await saved.open();
  const all = await readMigrationFiles();
  await old.begin((tx) =>
    applyFiles(
      tx,
      all.filter(({ name }) => /^000[1-4]/.test(name)),
    ),
  );
  await old`insert into auth.users (id, email) values (${ANN}, 'ann@example.org')`;
  await old`insert into grocery_items (id, user_id, name) values ('tea', ${ANN}, 'Tea')`;
  const sql = await saved.open();
  expect(await restore(sql, await save(old))).toMatchObject({ ok: true });
  expect(await sql`select name from grocery_items`).toEqual([{ name: 'Tea' }]);
  const applied = await sql`select name from checklist_server.applied_files`;
  expect(applied).toHaveLength(all.length);
});

test('[spec-9] a database owner without superuser rights can save and restore', async () => {
  const admin = await saved.open();
  const { database } = await saved.fill();
  const file = await save(database.sql);
  const [row] = await admin<{ name: string }[]>`select current_database() as name`;
  const role = `owner_${row?.name ?? ''}`;
  await admin.unsafe(`create role ${role} login password 'x' createrole`);
  await admin.unsafe(`grant anon, authenticated, service_role to ${role} with admin option`);
  await admin.unsafe(`alter database ${row?.name ?? ''} owner to ${role}`);
  await admin.unsafe(`alter schema public owner to ${role}`);
  const { host, port } = admin.options;
  const sql = await saved.open(`postgres://${role}:x@${String(host)}:${String(port)}/${row?.name ?? ''}`);
  expect(await restore(sql, file)).toMatchObject({ ok: true });
  expect(await describeDatabase(sql)).toEqual(await describeDatabase(database.sql));
  await save(sql);
});

test('[spec-9] an operator’s own table is saved, and a restore reports that it skipped it', async () => {
  const { database } = await saved.fill();
  await database.sql`create table public.recipes (name text, twice text generated always as (name || name) stored)`;
  await database.sql`insert into recipes (name) values ('Soup')`;
  const file = await save(database.sql);
  expect(gunzipSync(await readFile(file)).toString()).toContain('"name":"recipes","columns":["name"]}}\n["Soup"]\n');
  expect(await restore(await saved.open(), file)).toMatchObject({ ok: true, value: { leftOut: ['public.recipes'] } });
});
