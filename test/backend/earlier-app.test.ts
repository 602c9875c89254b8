/** An app from before there were several lists, which stays open during an upgrade of the server. */
import { expect, test } from 'vitest';
import { openListParts } from './list-parts.ts';

const parts = await openListParts();
const { call, membershipOf, rpc, share, upsert } = parts;

test('[Y7] it reads and writes the name of the personal list in the profile', async () => {
  const [ann, bob] = [await parts.join(), await parts.join()];
  await share(ann, ann.id, bob);
  await call(ann.access).from('user_profiles').insert({ id: ann.id, username: 'ann' });
  const number = { device_id: 'phone', device_seq: 1 };
  const written = await upsert(ann, 'user_profiles', { id: ann.id, list_name: 'Home', ...number });
  expect(written).toMatchObject({ error: null, data: [{ list_name: 'Home' }] });
  expect(await membershipOf(ann, ann.id)).toMatchObject({ name: 'Home' });
  expect(await upsert(bob, 'lists', { id: ann.id, name: 'Ours' })).toMatchObject({ error: null });
  const cursors = { grocery_items: 0, user_profiles: 1 };
  const { data } = await rpc(ann, 'pull_rows', { cursors, most: 2500 });
  expect(data).toMatchObject({ user_profiles: [{ id: ann.id, list_name: 'Ours' }] });
  const selected = await call(ann.access).from('user_profiles').select('*').eq('id', ann.id).gt('version', 0);
  expect(selected.data).toMatchObject([{ list_name: 'Ours' }]);
  // A repeated request counts once.
  expect(await upsert(ann, 'user_profiles', { id: ann.id, list_name: 'Home', ...number })).toMatchObject({ data: [] });
});

test('[Y7] a profile that is added later has the name of the list', async () => {
  const ann = await parts.join();
  await upsert(ann, 'lists', { id: ann.id, name: 'Home' });
  expect(await upsert(ann, 'user_profiles', { id: ann.id, username: 'ann' })).toMatchObject({ error: null });
  const selected = await call(ann.access).from('user_profiles').select('list_name');
  expect(selected.data).toEqual([{ list_name: 'Home' }]);
  const bob = await parts.join();
  await upsert(bob, 'user_profiles', { id: bob.id, list_name: 'Cabin' });
  expect(await membershipOf(bob, bob.id)).toMatchObject({ name: 'Cabin' });
});

test('[Q6] it keeps the amounts and notes that other devices set, and they count toward the size of the account', async () => {
  const ann = await parts.join();
  const details = { amount: 1.5, unit: 'kg', note: 'ripe' };
  const usage = async (): Promise<number> => {
    const [row] = await parts.database.sql`select byte_count from sync_state where list_id = ${ann.id}`;
    return Number(row?.['byte_count']);
  };
  await upsert(ann, 'grocery_items', { id: `${ann.id}-milk`, name: 'Milk' });
  const before = await usage();
  await upsert(ann, 'grocery_items', { id: `${ann.id}-milk`, ...details });
  expect(await usage()).toBeGreaterThan(before);
  await upsert(ann, 'grocery_items', { id: `${ann.id}-milk`, name: 'Tea', checked: true });
  const { data } = await rpc(ann, 'pull_rows', { cursors: { grocery_items: 0 } });
  expect(data).toMatchObject({ grocery_items: [{ name: 'Tea', checked: true, ...details }] });
  await upsert(ann, 'grocery_items', { id: `${ann.id}-milk`, name: 'Milk', amount: null, unit: null, note: null });
  expect(await usage()).toBe(before);
});
