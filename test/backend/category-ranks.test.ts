/** The ranks of categories on the backend: writes merge key by key, and none is refused for its data (product O1). */
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { openListParts, type Account } from './list-parts.ts';

const parts = await openListParts();
const { sql, upsert } = parts;

const ROWS = v.array(v.object({ ranks: v.unknown() }));

const many = (prefix: string, count: number, rank: number | null) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${String(at).padStart(2, '0')}`, rank]));

/** Writes ranks as the account, and returns those of the row. */
async function write(account: Account, row: object): Promise<unknown> {
  const { data, error } = await upsert(account, 'categories', { id: `deli-${account.id}`, ...row });
  expect(error).toBeNull();
  return v.parse(ROWS, data)[0]?.ranks;
}

test('[O1] a write sets the keys that it names, and a write without ranks keeps them', async () => {
  const ann = await parts.join();
  expect(await write(ann, { name: 'Deli' })).toEqual({});
  expect(await write(ann, { ranks: { start: 3, list: -0.5 } })).toEqual({ start: 3, list: -0.5 });
  expect(await write(ann, { ranks: { list: 123_456_789.123_456_7 } })).toEqual({
    start: 3,
    list: 123_456_789.123_456_7,
  });
  expect(await write(ann, { color: '#10b981', in_list: false })).toMatchObject({ start: 3 });
  expect(await write(ann, { ranks: { list: null } })).toEqual({ start: 3, list: null });
  expect(await write(ann, { ranks: {} })).toEqual({ start: 3, list: null });
});

test('[O1] [Y4] values that the app could not have written are dropped, and the write is not refused', async () => {
  const ann = await parts.join();
  const keys = { '': 1, 'a b': 1, 'a\u0001': 1, ['k'.repeat(65)]: 1, 'bread/1': 1 };
  const values = { text: '1', flag: true, far: 1e9, long: 1e-300, list: 2, inner: { a: 1 }, rows: [1] };
  expect(await write(ann, { ranks: { ...keys, ...values } })).toEqual({ list: 2 });
  for (const ranks of [null, [], 'list', 7]) expect(await write(ann, { ranks })).toEqual({ list: 2 });
});

test('[O1] a row keeps at most 64 ranks: removed ones are dropped first, and the ones it already had stay', async () => {
  const ann = await parts.join();
  await write(ann, { name: 'Deli' });
  await write(ann, { ranks: { ...many('old', 30, null), list: 1, start: 2 } });
  const kept = await write(ann, { ranks: many('a', 60, 5) });
  expect(kept).toMatchObject({ list: 1, start: 2, a59: 5 });
  expect(Object.keys(Object(kept))).toHaveLength(64);
  expect(await write(ann, { ranks: many('b', 20, 5) })).toMatchObject({ list: 1, start: 2, ...many('a', 60, 5) });
});

test('[O1] [H12] a member cannot fill a row with ranks so that there is no room for those of the list', async () => {
  const [ann, bob] = [await parts.join(), await parts.join()];
  const junk = many('a', 64, 5);
  await write(ann, { name: 'Deli', ranks: { list: 1, start: 2 } });
  await write(ann, { ranks: { list: null, start: null, ...junk } });
  const kept = await write(ann, { ranks: { list: 7, start: 3 } });
  expect(kept).toMatchObject({ list: 7, start: 3 });
  expect(Object.keys(Object(kept))).toHaveLength(64);
  const created = await write(bob, { name: 'Deli', ranks: { ...many('a', 99, 5), list: 1 } });
  expect(created).toMatchObject({ list: 1 });
  expect(Object.keys(Object(created))).toHaveLength(64);
});

test('[O1] operators may restore any ranks, which the app ignores where they mean nothing', async () => {
  const ann = await parts.join();
  await write(ann, { name: 'Deli' });
  await sql`update categories set ranks = '{"list": 1, "the shop": "x"}' where id = ${`deli-${ann.id}`}`;
  const [row] = await sql`select ranks from categories where id = ${`deli-${ann.id}`}`;
  expect(row).toEqual({ ranks: { list: 1, 'the shop': 'x' } });
});

test('[O1] [H12] ranks count toward the size of the account, and a category without ranks counts as before', async () => {
  const ann = await parts.join();
  const bytes = async () => {
    const [state] = await sql`select byte_count::int from sync_state where list_id = ${ann.id}`;
    return Number(state?.['byte_count']);
  };
  await write(ann, { name: 'Deli' });
  const [row] = await sql`select content_bytes(to_jsonb(c.*)) = content_bytes(to_jsonb(c.*) - 'ranks') as same
    from categories c where c.id = ${`deli-${ann.id}`}`;
  expect(row).toEqual({ same: true });
  const before = await bytes();
  await write(ann, { ranks: { list: 1 } });
  expect(await bytes()).toBeGreaterThan(before);
});

test('[O1] [A3] the data download has the ranks', async () => {
  const ann = await parts.join();
  await write(ann, { name: 'Deli', ranks: { list: 4 } });
  const { data } = await parts.rpc(ann, 'export_account', {});
  expect(data).toMatchObject({ categories: expect.arrayContaining([expect.objectContaining({ ranks: { list: 4 } })]) });
});
