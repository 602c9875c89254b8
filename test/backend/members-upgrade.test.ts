/** The migration to limits for members (supabase/migrations/0010_members.sql), on a database that holds shared lists. */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import type { Database } from '#server/database/database.ts';
import { applyFiles, readMigrationFiles } from '#server/database/migrate.ts';
import { createTestUrl } from '#server/testing/test-database.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const BOB = '00000000-0000-4000-8000-00000000000b';
const LONG = 'x'.repeat(60_000);

let database: Database;
beforeAll(async () => {
  const url = await createTestUrl();
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const files = await readMigrationFiles();
  const isEarlier = ({ kind, name }: (typeof files)[number]): boolean => kind === 'bootstrap' || name < '0010';
  await sql.begin((tx) => applyFiles(tx, files.filter(isEarlier)));
  await sql`insert into auth.users (id) values (${ANN}), (${BOB})`;
  await sql`insert into list_members (list_id, user_id) values (${ANN}, ${BOB})`;
  for (const [account, id, note] of [
    [ANN, 'milk', 'ripe'],
    [BOB, 'tea', LONG],
  ] as const) {
    await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: account })}, true)`;
      await tx`insert into grocery_items (id, list_id, user_id, name, note, device_id, device_seq)
        values (${id}, ${ANN}, ${ANN}, ${id}, ${note}, 'phone', 1)`;
    });
  }
  await sql`insert into saved_lists (id, user_id, name, created_at) values ('old', ${ANN}, 'Week', '2026-01-01'),
    ('never', ${ANN}, 'Week', '9999-01-01')`;
  await sql.end();
  database = await connectDatabase({ url, poolSize: 2 });
});
afterAll(() => database.close());

const request = { method: 'POST', path: '/', headers: {} };
const ann = { caller: { role: 'authenticated', claims: { sub: ANN } }, request, readOnly: false };

test('[H12] what members have added before counts toward them', async () => {
  const [state] = await database.sql<{ rows: number; bytes: number; authors: Record<string, [number, number]> }[]>`
    select row_count::int as rows, byte_count::int as bytes, authors from sync_state where list_id = ${ANN}`;
  expect(state?.rows).toBe(4);
  const [anns = [0, 0], bobs = [0, 0]] = [state?.authors[ANN], state?.authors[BOB]];
  expect([anns[0], bobs[0]]).toEqual([3, 1]);
  expect(anns[1] + bobs[1]).toBe(state?.bytes);
  expect(bobs[1]).toBeGreaterThan(60_000);
});

test('[H12] saved lists from the future get the time of the upgrade, and a new version', async () => {
  const dates = await database.sql<{ id: string; age: number }[]>`
    select id, extract(epoch from now() - created_at)::int as age from saved_lists order by version`;
  expect(dates.map(({ id }) => id)).toEqual(['old', 'never']);
  expect(dates[1]?.age).toBeLessThan(600);
});

test('[H12] earlier rows can be pulled, changed and restored, and replays are still skipped', async () => {
  const pulled = await database.runAs(
    ann,
    (tx) => tx<{ page: { grocery_items: { id: string; note: string }[] } }[]>`
      select pull_rows('{"grocery_items": -1}') as page`,
  );
  const notes = pulled[0]?.page.grocery_items.map(({ id, note }) => [id, note.length]);
  expect(notes).toEqual([
    ['milk', 4],
    ['tea', 2000],
  ]);
  const write = (seq: number) =>
    database.runAs(
      ann,
      (
        tx,
      ) => tx`insert into grocery_items (id, list_id, checked, device_id, device_seq) values ('tea', ${ANN}, true, 'phone', ${seq})
        on conflict (id) do update set checked = true, device_seq = ${seq} returning note`,
    );
  expect(await write(1)).toEqual([]);
  expect(await write(2)).toEqual([{ note: LONG }]);
});
