/** Deleting an account over REST: permissions, the deleted rows, and no data afterwards. */
import { describe, expect, test } from 'vitest';
import { openAccountParts, sessionOf } from './account-parts.ts';

const parts = await openAccountParts();
const { call, join, sql } = parts;

const daysAgo = (days: number): number => Math.floor(Date.now() / 1000) - days * 24 * 3600;

describe('[A3] deleting an account', () => {
  const fill = async (token: string): Promise<void> => {
    const client = call(token);
    await client.from('grocery_items').insert([
      { name: 'Milk', deleted: false },
      { name: 'Gone', deleted: true },
    ]);
    await client.from('categories').insert({ name: 'Dairy' });
    await client.from('saved_lists').insert({ name: 'Week' });
    await client.from('user_profiles').insert({ username: 'ann' });
  };

  test('removes everything that belongs to it, and nothing else', async () => {
    const [ann, bob] = [await join(), await join()];
    await fill(ann.access);
    await fill(bob.access);
    await parts.addFactor(bob.id);
    const before = await countRows(bob.id);
    const told = await call(ann.access).rpc('delete_account', { confirmation: ` ${ann.email.toUpperCase()}\n` });
    expect(told).toMatchObject({ error: null, status: 204 });
    expect(Object.values(await countRows(ann.id)).every((count) => count === 0)).toBe(true);
    expect(await countRows(bob.id)).toEqual(before);
    expect(Object.entries(before).filter(([table]) => table.startsWith('public.'))).toEqual([
      ['public.categories', 1],
      ['public.ended_sessions', 0],
      ['public.former_lists', 0],
      ['public.grocery_items', 2],
      ['public.list_members', 1],
      ['public.lists', 1],
      ['public.saved_lists', 1],
      ['public.sync_state', 1],
      ['public.user_profiles', 1],
    ]);
  });

  test('requires the address of the account as confirmation', async () => {
    const [ann, bob] = [await join(), await join()];
    const refused = { status: 400, error: { code: 'PT400', hint: 'confirmation_mismatch' } };
    for (const confirmation of ['', bob.email, 'delete', `${ann.email}x`, '%', null]) {
      expect(await call(ann.access).rpc('delete_account', { confirmation })).toMatchObject(refused);
    }
    expect((await parts.request('GET /user', { token: ann.access })).status).toBe(200);
  });

  test('requires a sign-in within a day, and a second step of today does not count as one', async () => {
    const ann = await join();
    await sql`update auth.sessions set created_at = now() - interval '2 days' where id = ${sessionOf(ann.access)}`;
    const confirmation = ann.email;
    const refused = { status: 403, error: { code: 'PT403', hint: 'reauthentication_needed' } };
    const renewed = { method: 'token_refresh', timestamp: daysAgo(0) };
    const added = ['totp', 'mfa/phone'].map((method) => ({ method, timestamp: daysAgo(0) }));
    const password = { method: 'password', timestamp: daysAgo(2) };
    for (const amr of [[password, renewed], [password, ...added], ['pwd'], 'pwd', [], null]) {
      const old = await parts.resign(ann.access, { amr });
      expect(await call(old).rpc('delete_account', { confirmation })).toMatchObject(refused);
    }
    const proven = await parts.resign(ann.access, {
      amr: [
        { method: 'password', timestamp: daysAgo(2) },
        { method: 'otp', timestamp: daysAgo(0) },
      ],
    });
    expect(await call(proven).rpc('delete_account', { confirmation })).toMatchObject({ status: 204 });
  });

  test('a token that is still valid cannot bring anything back', async () => {
    const ann = await join();
    const phone = await parts.signIn(ann.email);
    await fill(ann.access);
    await call(ann.access).rpc('delete_account', { confirmation: ann.email });
    const sessionless = await parts.resign(ann.access, { session_id: undefined });
    for (const token of [ann.access, phone, sessionless]) {
      const client = call(token);
      const refused = { error: { code: token === sessionless ? '42501' : 'PT401' } };
      expect((await client.from('grocery_items').select()).data ?? []).toEqual([]);
      expect(await client.from('grocery_items').insert({ name: 'Milk' })).toMatchObject(refused);
      expect(await client.from('user_profiles').upsert({ id: ann.id })).toMatchObject(refused);
      expect(await client.rpc('delete_account', { confirmation: ann.email })).toMatchObject({ status: 401 });
      expect((await parts.request('GET /user', { token })).json).toMatchObject({ code: 'user_not_found' });
    }
    expect(Object.values(await countRows(ann.id)).every((count) => count === 0)).toBe(true);
    const again = await parts.request('POST /token?grant_type=refresh_token', { body: { refresh_token: ann.refresh } });
    expect(again.status).toBe(400);
  });

  test('notifies no realtime subscriber of the rows', async () => {
    const [ann, bob] = [await join(), await join()];
    await fill(ann.access);
    await parts.untilPublished(ann.id);
    const heard: string[] = [];
    const stop = parts.database.onChanges((changes) => heard.push(...changes.map(({ table }) => table)));
    await call(ann.access).rpc('delete_account', { confirmation: ann.email });
    await parts.untilPublished(bob.id);
    stop();
    expect(heard).toEqual(['categories']);
  });

  test('works once, while all of its devices write and delete', async () => {
    const ann = await join();
    const work = Array.from({ length: 12 }, (_, n) =>
      n % 4 === 3
        ? call(ann.access).rpc('delete_account', { confirmation: ann.email })
        : call(ann.access)
            .from('grocery_items')
            .insert({ name: `n${n}` }),
    );
    const told = await Promise.all(work);
    expect(told.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(told.filter(({ status }) => ![201, 204, 401, 403].includes(status))).toEqual([]);
    expect(Object.values(await countRows(ann.id)).every((count) => count === 0)).toBe(true);
  });

  test('frees its address for a new user', async () => {
    const ann = await join();
    await call(ann.access).rpc('delete_account', { confirmation: ann.email });
    const { status, json } = await parts.request('POST /signup', {
      body: { email: ann.email, password: 'another one' },
    });
    expect(status).toBe(200);
    expect(json.user?.id).not.toBe(ann.id);
  });

  test('takes only seconds with 10,000 rows', async () => {
    const ann = await join();
    await sql`insert into public.grocery_items (user_id, name) select ${ann.id}, n::text from generate_series(1, 10000) n`;
    const begun = performance.now();
    const told = await call(ann.access).rpc('delete_account', { confirmation: ann.email });
    expect(told.status).toBe(204);
    expect(performance.now() - begun).toBeLessThan(8_000);
  });
});

/** Counts the rows of an account in each table that references auth.users, and of its personal list. */
async function countRows(userId: string): Promise<Readonly<Record<string, number>>> {
  const references = await sql<{ place: string; column: string }[]>`
    select conrelid::regclass::text as place, a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('auth.users'::regclass, 'public.lists'::regclass)
      and conrelid <> 'public.list_invitations'::regclass`;
  const counts: Record<string, number> = {};
  for (const { place, column } of references) {
    const [row] = await sql.unsafe<{ count: number }[]>(
      `select count(*)::int as count from ${place} where ${column} = $1`,
      [userId],
    );
    const name = place.includes('.') ? place : `public.${place}`;
    counts[name] = row?.count ?? 0;
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
