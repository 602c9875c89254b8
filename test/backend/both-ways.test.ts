/** Shared lists on a new database and on one that was upgraded from migration 8, for a superuser and for an owner without superuser rights. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Sql, TransactionSql } from '#server/database/database.ts';
import { connectDatabase } from '#server/database/connect-database.ts';
import { applyFiles, migrate, readMigrationFiles, readSchema } from '#server/database/migrate.ts';
import { createTestUrl } from '#server/testing/test-database.ts';

const connect = (url: string): Sql => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  return sql;
};

/** Makes another role the owner of a database, and returns its address. */
async function createOwner(url: string): Promise<string> {
  const admin = connect(await createTestUrl());
  // Makes the roles of the cluster, if this is its first database.
  await migrate(admin);
  const owner = `owner_${randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create role ${owner} login password 'word'; grant anon, authenticated, service_role to ${owner};
    alter database ${new URL(url).pathname.slice(1)} owner to ${owner}`);
  onTestFinished(async () => {
    const own = postgres(url, { max: 1, onnotice: () => undefined });
    await own.unsafe(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`);
    await own.end();
  });
  return Object.assign(new URL(url), { username: owner, password: 'word' }).href;
}

/** Runs statements as a signed-in account. */
const runAs = <T>(sql: Sql, account: string, work: (tx: TransactionSql) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true), set_config('request.method', 'POST', true),
      set_config('search_path', 'public', true), set_config('request.jwt.claims', ${JSON.stringify({ sub: account })}, true)`;
    return work(tx);
  });

type Page = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[] | null>>;

async function pull(sql: Sql, account: string, list: string): Promise<Page> {
  const cursors = { grocery_items: -1, categories: -1, saved_lists: -1, lists: -1, list_members: -1 };
  const [row] = await runAs(
    sql,
    account,
    (tx) => tx<{ page: Page }[]>`select pull_rows(${JSON.stringify(cursors)}::text::jsonb, 1000, ${list}) as page`,
  );
  return row?.page ?? {};
}

/** Ann shares a list with Bob, and both write to it. */
async function share(sql: Sql): Promise<{ readonly ann: string; readonly bob: string; readonly list: string }> {
  const [ann, bob, list] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into auth.users ${sql([{ id: ann }, { id: bob }])}`;
  const secret = await runAs(sql, ann, async (tx) => {
    await tx`select create_list(${list}, 'Party')`;
    await tx`insert into categories (id, list_id, name) values (${`c-${list}`}, ${list}, 'Fruit')`;
    await tx`insert into saved_lists (id, list_id, name, items) values (${`s-${list}`}, ${list}, 'Week', '[{"name": "Tea"}]')`;
    await tx`insert into grocery_items (id, list_id, name, amount, unit, device_id, device_seq)
      values (${`pear-${list}`}, ${list}, 'Pears', 2.50, 'kg', 'phone', 1), (${`tea-${list}`}, ${list}, 'Tea', null, null, 'phone', 2)`;
    await tx`insert into grocery_items (id, name) values (${`own-${ann}`}, 'Soap')`;
    const [invited] = await tx<{ answer: { secret: string } }[]>`select create_invitation(${list}) as answer`;
    return invited?.answer.secret ?? '';
  });
  await runAs(sql, bob, async (tx) => {
    await tx`select accept_invitation(${secret})`;
    await tx`update grocery_items set checked = true where id = ${`tea-${list}`}`;
    await tx`update grocery_items set deleted = true where id = ${`pear-${list}`}`;
  });
  return { ann, bob, list };
}

describe.each(['a superuser', 'an owner without superuser rights'])('[P6] for %s', (who) => {
  test.each([
    ['a new database', Infinity],
    ['an upgraded one', 8],
  ])('%s keeps shared lists, their members and versions, and accepts writes', async (_, last) => {
    const own = await createTestUrl();
    const url = who === 'a superuser' ? own : await createOwner(own);
    const sql = connect(url);
    const files = await readMigrationFiles();
    const first = files.filter(({ kind, name }) => kind === 'bootstrap' || Number.parseInt(name, 10) <= last);
    await sql.begin((tx) => applyFiles(tx, first));
    const { ann, bob, list } = await share(sql);
    const before = await pull(sql, bob, list);

    const database = await connectDatabase({ url, poolSize: 2 });
    await database.close();
    expect(`${await readSchema(sql)}.sql`).toBe(files.at(-1)?.name);
    const after = await pull(sql, bob, list);
    for (const table of ['grocery_items', 'categories', 'saved_lists', 'lists'])
      expect(after[table]).toMatchObject(before[table] ?? []);
    expect(after['grocery_items']).toMatchObject([
      { name: 'Tea', checked: true, added_by: ann, ticked_by: bob, device_id: 'phone' },
      { name: 'Pears', amount: 2.5, unit: 'kg', deleted: true, added_by: ann },
    ]);
    expect(after['list_members']).toMatchObject([
      { id: bob, members: [{ id: bob }] },
      { id: list, name: 'Party', role: 'member', members: [{ id: ann, role: 'owner' }, { id: bob }] },
    ]);

    const [added] = await runAs(
      sql,
      bob,
      (tx) => tx<
        { version: number }[]
      >`insert into grocery_items (id, list_id, name) values (${`ham-${list}`}, ${list}, 'Ham')
        returning version::int`,
    );
    expect(added?.version).toBeGreaterThan(Number(after['grocery_items']?.at(-1)?.['version']));
    expect((await pull(sql, ann, ann))['grocery_items']).toMatchObject([{ name: 'Soap' }]);
    await expect(pull(sql, bob, ann)).rejects.toMatchObject({ code: 'PT403' });
  });
});
