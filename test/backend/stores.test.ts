/**
 * The stores of a list on the backend: writes merge key by key, none is refused for its data, and no member can remove another's by
 * adding some (product O2, O3).
 */
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { notAMember, openListParts, tooLong, type Account } from './list-parts.ts';

const parts = await openListParts();
const { sql, upsert, pull, createList, share } = parts;

const ROWS = v.array(v.object({ stores: v.record(v.string(), v.nullable(v.string())) }));
const CATEGORIES = v.array(v.object({ ranks: v.record(v.string(), v.nullable(v.number())) }));

/** Writes stores as the account, and returns those of the row. */
async function write(account: Account, list: string, stores: unknown) {
  const { data, error } = await upsert(account, 'lists', { id: list, stores });
  expect(error).toBeNull();
  return v.parse(ROWS, data)[0]?.stores ?? {};
}

/** What the members' devices read. */
const storesIn = async (account: Account, list: string) =>
  v.parse(ROWS, (await pull(account, list, { lists: -1 })).lists)[0]?.stores;

const many = <T>(prefix: string, count: number, value: T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${String(at).padStart(2, '0')}`, value]));

const count = (stores: object, isRemoved: boolean): number =>
  Object.values(stores).filter((name) => (name === null) === isRemoved).length;

test('[O2] a write sets the stores that it names, other writes keep them, and a removed one stays as null', async () => {
  const ann = await parts.join();
  expect(await write(ann, ann.id, { a: 'Market' })).toEqual({ a: 'Market' });
  expect(await write(ann, ann.id, { b: 'Bakery' })).toEqual({ a: 'Market', b: 'Bakery' });
  expect(await write(ann, ann.id, { a: 'Farmers’ market' })).toEqual({ a: 'Farmers’ market', b: 'Bakery' });
  const { data } = await upsert(ann, 'lists', { id: ann.id, name: 'Week' });
  expect(data).toMatchObject([{ name: 'Week', stores: { a: 'Farmers’ market', b: 'Bakery' } }]);
  expect(await write(ann, ann.id, { b: null })).toEqual({ a: 'Farmers’ market', b: null });
  expect(await storesIn(ann, ann.id)).toEqual({ a: 'Farmers’ market', b: null });
});

test('[O2] [Y4] values that the app could not have written are dropped or cut, and the write is not refused', async () => {
  const ann = await parts.join();
  const keys = { '': 'x', 'a b': 'x', a_b: 'x', ['k'.repeat(49)]: 'x', unknown: null };
  const values = {
    number: 1,
    flag: true,
    list: ['x'],
    row: {},
    blank: ' \u200b',
    long: 'x'.repeat(300),
    lines: 'a\nb',
  };
  expect(await write(ann, ann.id, { ...keys, ...values })).toEqual({ long: 'x'.repeat(200), lines: 'a b' });
  for (const stores of [null, [], 'a', 7])
    expect(await write(ann, ann.id, stores)).toEqual({ long: 'x'.repeat(200), lines: 'a b' });
});

test('[O2] [H12] a member can neither push out the stores of others nor fill the row, by adding or by removing', async () => {
  const [ann, eve] = [await parts.join(), await parts.join()];
  const list = await createList(ann);
  await share(ann, list, eve);
  await write(ann, list, { 'z-market': 'Market' });
  const flooded = await write(eve, list, many('a', 60, 'x'.repeat(200)));
  expect(flooded).toMatchObject({ 'z-market': 'Market', a00: 'x'.repeat(200) });
  expect(count(flooded, false)).toBe(30);
  const emptied = await write(eve, list, many('a', 60, null));
  expect([count(emptied, false), count(emptied, true)]).toEqual([1, 29]);
  for (const prefix of ['b', 'c']) {
    await write(eve, list, many(prefix, 29, 'x'));
    await write(eve, list, many(prefix, 29, null));
  }
  expect(await write(ann, list, { bakery: 'Bakery' })).toMatchObject({ 'z-market': 'Market', bakery: 'Bakery' });
  const removed = await write(ann, list, { 'z-market': null });
  expect(removed['z-market']).toBeNull();
  expect(count(removed, true)).toBe(30);
});

test('[O2] [H10] strangers and former members neither read nor write stores', async () => {
  const { ann, eve, list } = await parts.openShared();
  await write(eve, list, { a: 'Market' });
  await parts.rpc(ann, 'remove_member', { list_id: list, member_id: eve.id });
  const stranger = await parts.join();
  for (const account of [eve, stranger]) {
    expect(await upsert(account, 'lists', { id: list, stores: { a: 'Mine' } })).toMatchObject(notAMember);
    const { data } = await parts.call(account.access).from('lists').select('stores').eq('id', list);
    expect(data).toEqual([]);
  }
  expect(await storesIn(ann, list)).toEqual({ a: 'Market' });
});

test('[O2] the devices of all members learn of changed stores, and of no other change to the list', async () => {
  const { ann, eve, list } = await parts.openShared();
  const version = async () => (await parts.membershipOf(ann, list))?.version ?? 0;
  const before = await version();
  await write(eve, list, { a: 'Market' });
  const after = await version();
  expect(after).toBeGreaterThan(before);
  await write(eve, list, { a: 'Market' });
  expect(await version()).toBe(after);
});

test('[O2] [H12] ranks in the list’s stores stay, however many other keys a member writes', async () => {
  const ann = await parts.join();
  await write(ann, ann.id, { z1: 'Market', z2: 'Bakery' });
  const rank = async (ranks: object) => {
    const { data, error } = await upsert(ann, 'categories', { id: `deli-${ann.id}`, name: 'Deli', ranks });
    expect(error).toBeNull();
    return v.parse(CATEGORIES, data)[0]?.ranks ?? {};
  };
  await rank({ list: 1, store_z1: 2 });
  await rank({ ...many('a', 64, 5), ...many('store_y', 20, 5) });
  const kept = await rank({ start: 3, store_z1: 4, start_z2: 5, store_z2: 6 });
  expect(kept).toMatchObject({ list: 1, start: 3, store_z1: 4, start_z2: 5, store_z2: 6 });
  expect(Object.keys(kept)).toHaveLength(64);
});

test('[O3] an item’s store is stored, its length is limited, and an item without one counts as before', async () => {
  const { ann, list, write: writeItem } = await parts.openShared();
  const id = `milk-${list}`;
  expect(await writeItem(ann, { id, name: 'Milk', store: 'a' })).toMatchObject({ data: [{ store: 'a' }] });
  expect(await writeItem(ann, { id, checked: true })).toMatchObject({ data: [{ store: 'a', checked: true }] });
  expect(await writeItem(ann, { id, store: 'x'.repeat(201) })).toMatchObject(tooLong);
  const sizes = async () => {
    const [row] =
      await sql`select content_bytes(to_jsonb(i.*)) as bytes, content_bytes(to_jsonb(i.*) - 'store') as without
      from grocery_items i where i.id = ${id}`;
    return v.parse(v.object({ bytes: v.number(), without: v.number() }), row);
  };
  const tied = await sizes();
  expect(tied.bytes).toBeGreaterThan(tied.without);
  await writeItem(ann, { id, store: null });
  const untied = await sizes();
  expect(untied.bytes).toBe(untied.without);
});

test('[O2] [A3] the data download has the stores of the account’s own lists', async () => {
  const { ann, eve, list } = await parts.openShared();
  await write(ann, list, { a: 'Market' });
  const listsOf = async (account: Account) => {
    const { data } = await parts.rpc(account, 'export_account', {});
    return v.parse(v.object({ lists: v.array(v.looseObject({ id: v.string() })) }), data).lists;
  };
  expect((await listsOf(ann)).find(({ id }) => id === list)).toMatchObject({ stores: { a: 'Market' } });
  expect((await listsOf(eve)).find(({ id }) => id === list)).not.toHaveProperty('stores');
});

test('[O2] operators may restore any stores, and the app ignores invalid ones', async () => {
  const ann = await parts.join();
  await sql`update lists set stores = '{"a": "Market", "the shop": 1}' where id = ${ann.id}`;
  const [row] = await sql`select stores from lists where id = ${ann.id}`;
  expect(row).toEqual({ stores: { a: 'Market', 'the shop': 1 } });
});
