/** A suspended account reads and writes nothing, although its token is still valid and its session still exists. */
import { expect, test } from 'vitest';
import { openAccountParts } from './account-parts.ts';

const parts = await openAccountParts();
const { call, join, sql } = parts;

/** Suspends the account as hosted Supabase does, which keeps its sessions. */
const suspend = (id: string, hours: number) =>
  sql`update auth.users set banned_until = now() + make_interval(hours => ${hours}) where id = ${id}`;

const REFUSED = {
  status: 401,
  error: { code: 'PT401', hint: 'session_not_found', message: 'This account is suspended.' },
};

test('[A9] a suspended account cannot read, write or call anything until the suspension ends', async () => {
  const ann = await join();
  const tables = call(ann.access);
  expect((await tables.from('grocery_items').insert({ id: 'suspended-milk', name: 'Milk' })).status).toBe(201);
  await suspend(ann.id, 1);
  const answers = [
    await tables.from('grocery_items').select(),
    await tables.from('grocery_items').insert({ id: 'suspended-tea', name: 'Tea' }),
    await tables.from('grocery_items').update({ name: 'Oat milk' }).eq('id', 'suspended-milk'),
    await tables.from('user_profiles').insert({ id: ann.id, username: 'ann' }),
    await tables.rpc('pull_rows', { cursors: { grocery_items: 0 }, most: 100 }),
    await tables.rpc('create_list', { list_id: crypto.randomUUID(), name: 'Party' }),
  ];
  for (const answer of answers) expect(answer).toMatchObject(REFUSED);
  await suspend(ann.id, -1);
  expect((await tables.from('grocery_items').select('id, name')).data).toEqual([
    { id: 'suspended-milk', name: 'Milk' },
  ]);
});

test('[A9] a suspension concerns one account only', async () => {
  const [ann, bob] = [await join(), await join()];
  await suspend(ann.id, 1);
  expect((await call(bob.access).from('grocery_items').select()).data).toEqual([]);
});
