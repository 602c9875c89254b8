/** Limits of what an account can store: the size of a row, the number of rows, and their total size. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import type { Caller, Database } from '#server/database/database.ts';
import { createRestBench } from '#server/rest/testing/test-rest.ts';
import { createTestUrl } from '#server/testing/test-database.ts';

/** A name has at most 200 characters, but these have four bytes each and may be parts of characters. */
const LEMON = '\u{1f34b}';

const sizes = { rowBytes: 2_000, accountRows: 20, accountBytes: 8_000 };
let database: Database;
beforeAll(async () => {
  database = await connectDatabase({ url: await createTestUrl(), poolSize: 2, sizes });
});
afterAll(() => database.close());

async function addUser(): Promise<Caller & { readonly id: string }> {
  const [row] = await database.sql<{ id: string }[]>`insert into auth.users default values returning id`;
  const id = row?.id ?? '';
  return { id, role: 'authenticated', claims: { sub: id } };
}

const run = (caller: Caller, statement: string) =>
  database.runAs({ caller, request: { method: 'POST', path: '/', headers: {} }, readOnly: false }, (tx) =>
    tx.unsafe(statement),
  );

const addItems = (caller: Caller, [from, to]: readonly [number, number], name = 'Milk') =>
  run(
    caller,
    `insert into grocery_items (id, name) select '${String(caller.claims['sub'])}-' || i, '${name}' from generate_series(${from}, ${to}) i
      on conflict (id) do update set name = excluded.name`,
  );

async function readUsage(id: string) {
  const [counted] = await database.sql`select row_count::int as rows, byte_count::int as bytes from sync_state
    where list_id = ${id}`;
  const [actual] = await database.sql`select count(*)::int as rows, sum(content_bytes(to_jsonb(t.*)))::int as bytes
    from grocery_items t where user_id = ${id}`;
  return { counted, actual };
}

test('[wire] a row that is too large is refused with a clear error', async () => {
  const ann = await addUser();
  await expect(addItems(ann, [1, 1], LEMON.repeat(500))).rejects.toMatchObject({
    code: 'PT422',
    message: 'This row is too large.',
    detail: 'A row can have 2000 bytes.',
  });
  await addItems(ann, [1, 1], LEMON.repeat(375));
});

test('[H12] a row as large as the limit can be ticked and deleted, but not get longer', async () => {
  const ann = await addUser();
  const accepts = (length: number) =>
    addItems(ann, [1, 1], LEMON.repeat(length)).then(
      () => true,
      () => false,
    );
  let length = 375;
  while (await accepts(length + 1)) length += 1;
  const update = (fields: string) => run(ann, `update grocery_items set ${fields} returning checked, deleted`);
  const device = `device_id = 'device-1700000000000-0123456789abcdef'`;
  expect(await update(`checked = true, ${device}, device_seq = 100000`)).toEqual([{ checked: true, deleted: false }]);
  await expect(update(`name = name || '${LEMON}'`)).rejects.toMatchObject({ code: 'PT422' });
  expect(await update(`deleted = true, ${device}`)).toEqual([{ checked: true, deleted: true }]);
});

test('[wire] an account that is full refuses more rows and bytes, but not changes or deletions', async () => {
  const ann = await addUser();
  await addItems(ann, [1, 20]);
  await expect(addItems(ann, [21, 21])).rejects.toMatchObject({ code: 'PT413', message: 'This account is full.' });
  await addItems(ann, [1, 20], 'Tea');
  await run(ann, `update grocery_items set checked = true, deleted = true`);
  await expect(addItems(ann, [1, 20], LEMON.repeat(125))).rejects.toMatchObject({
    code: 'PT413',
    detail: 'An account can store 8000 bytes.',
  });
  const bob = await addUser();
  await addItems(bob, [1, 20]);
});

test('[wire] a full account accepts a tick of a device, also of a row that another client wrote', async () => {
  const ann = await addUser();
  await addItems(ann, [1, 1]);
  await database.sql`update sync_state set authors = jsonb_build_object(${ann.id}::text, jsonb_build_array(1, ${sizes.accountBytes}::int))
    where list_id = ${ann.id}`;
  await run(ann, `update grocery_items set checked = true, device_id = 'device-1700000000000-0123456789abcdef'`);
  const [row] = await database.sql`select checked from grocery_items where list_id = ${ann.id}`;
  expect(row).toEqual({ checked: true });
});

test('[wire] usage is counted without a scan, and matches the rows after any statements', async () => {
  const ann = await addUser();
  await addItems(ann, [1, 10]);
  await addItems(ann, [5, 15], 'Bread and butter');
  await run(ann, `update grocery_items set checked = true, name = 'Tea' where id like '%-1'`);
  await database.sql`delete from grocery_items where user_id = ${ann.id} and id like '%-3'`;
  const { counted, actual } = await readUsage(ann.id);
  expect(counted).toEqual(actual);
});

test('[wire] a response is limited by bytes as well as by rows', async () => {
  const bench = await createRestBench(`
    create function public.long_texts(count int, length int) returns setof text language sql stable
      as 'select repeat(''x'', length) from generate_series(1, count)';
  `);
  const ask = (count: number) => bench.ask('/rpc/long_texts', { as: bench.ann, body: { count, length: 1024 * 1024 } });
  const refused = await ask(33);
  expect([refused.status, refused.json]).toMatchObject([413, { code: 'PGRSTX01' }]);
  expect((await ask(2)).status).toBe(200);
  await bench.database.close();
});
