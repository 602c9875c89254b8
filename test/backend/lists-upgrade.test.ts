/** The migration to lists keeps the rows, versions and devices of existing accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import { applyFiles, readMigrationFiles } from '#server/database/migrate.ts';
import type { Database } from '#server/database/database.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import postgres from 'postgres';

const ANN = '00000000-0000-4000-8000-00000000000a';
const BOB = '00000000-0000-4000-8000-00000000000b';

let database: Database;
beforeAll(async () => {
  const url = await createTestUrl();
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const files = await readMigrationFiles();
  const isEarlier = ({ kind, name }: (typeof files)[number]): boolean => kind === 'bootstrap' || name < '0006';
  await sql.begin((tx) => applyFiles(tx, files.filter(isEarlier)));
  await sql`insert into auth.users (id) values (${ANN}), (${BOB})`;
  await sql`insert into grocery_items (id, user_id, name, device_id, device_seq)
    values ('milk', ${ANN}, 'Milk', 'phone', 1), ('tea', ${ANN}, 'Tea', 'phone', 2)`;
  await sql`insert into user_profiles (id, list_name) values (${ANN}, 'Home')`;
  await sql.end();
  database = await connectDatabase({ url, poolSize: 2 });
});
afterAll(() => database.close());

const request = { method: 'POST', path: '/', headers: {} };
const ann = { caller: { role: 'authenticated', claims: { sub: ANN } }, request, readOnly: false };

test('[H1] every account has a personal list with its name, rows and versions', async () => {
  const lists = await database.sql`select id, user_id, name, version::int from lists order by id`;
  expect(lists).toEqual([
    { id: ANN, user_id: ANN, name: 'Home', version: 3 },
    { id: BOB, user_id: BOB, name: 'My List', version: 1 },
  ]);
  const rows = await database.sql`select id, list_id, version::int from grocery_items order by id`;
  expect(rows).toEqual([
    { id: 'milk', list_id: ANN, version: 1 },
    { id: 'tea', list_id: ANN, version: 2 },
  ]);
  const members = await database.sql`select list_id, role, deleted from list_members where user_id = ${BOB}`;
  expect(members).toEqual([{ list_id: BOB, role: 'owner', deleted: false }]);
});

test('[Y1] versions continue, and numbers that were applied before are skipped', async () => {
  const write = (id: string, seq: number) =>
    database.runAs(
      ann,
      (tx) => tx`insert into grocery_items (id, name, device_id, device_seq) values (${id}, 'x', 'phone', ${seq})
        on conflict (id) do update set name = excluded.name returning id, version::int`,
    );
  expect(await write('milk', 2)).toEqual([]);
  expect(await write('ham', 3)).toEqual([{ id: 'ham', version: 4 }]);
  const [usage] = await database.sql`select row_count::int as rows from sync_state where list_id = ${ANN}`;
  expect(usage).toEqual({ rows: 3 });
});
