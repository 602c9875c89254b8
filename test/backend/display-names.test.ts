/** Names that members see of each other, and who loaded a saved list: no address, and nothing that a member can forge. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { connectDatabase } from '#server/database/connect-database.ts';
import { applyFiles, readMigrationFiles } from '#server/database/migrate.ts';
import type { Database } from '#server/database/database.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import postgres from 'postgres';
import { openListParts } from './list-parts.ts';

const parts = await openListParts();
const { call, createList, invite, membershipOf, memberships, pull, rpc, share, upsert } = parts;

type Account = Awaited<ReturnType<typeof parts.join>>;

const named = (account: Account, name: string | null) =>
  upsert(account, 'user_profiles', { id: account.id, display_name: name });

describe('[A7] a display name', () => {
  test('is what members and invited people see, also after it changes', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    expect(await named(ann, 'Anna')).toMatchObject({ data: [{ display_name: 'Anna' }], error: null });
    const list = await createList(ann);
    const { secret } = await invite(ann, list);
    expect(await rpc(bob, 'show_invitation', { secret })).toMatchObject({ data: { owner_name: 'Anna' } });
    await rpc(bob, 'accept_invitation', { secret });
    const before = await membershipOf(bob, list);
    expect(before?.members).toMatchObject([{ name: 'Anna' }, { name: null }]);
    await call(ann.access).from('user_profiles').update({ display_name: 'Anne' }).eq('id', ann.id);
    const changed = await memberships(bob, before?.version);
    expect(changed).toMatchObject([{ id: list, members: [{ name: 'Anne' }, { name: null }] }]);
  });

  test.each([
    ['  Anna \n Maria\u0000\u0007 ', 'Anna Maria'],
    ['\u202eannA\u2066\u200b\ufeff', 'annA'],
    ['x'.repeat(70), 'x'.repeat(60)],
    ['\u{1f469}\u200d\u{1f9b0} Zoë', '\u{1f469}\u200d\u{1f9b0} Zoë'],
    ['\u200d\u200f \u3164', ''],
    [null, null],
  ])('%j is stored as %j', async (given, stored) => {
    const ann = await parts.join();
    const clean = given?.replaceAll('\0', '') ?? null;
    expect(await named(ann, clean)).toMatchObject({ data: [{ display_name: stored }], error: null });
  });

  test('that was never set is empty, and no one else receives the address or its first part', async () => {
    const [ann, eve] = [await parts.join(), await parts.join()];
    const local = ann.email.split('@')[0] ?? '';
    // As earlier versions of the app wrote the profile.
    await upsert(ann, 'user_profiles', { id: ann.id, username: local, email: ann.email });
    const list = await createList(ann);
    const { secret } = await invite(ann, list);
    await upsert(ann, 'grocery_items', { id: `milk-${list}`, list_id: list, name: 'Milk', checked: true });
    const told: unknown[] = [(await rpc(eve, 'show_invitation', { secret })).data];
    await rpc(eve, 'accept_invitation', { secret });
    await rpc(ann, 'hand_over_list', { list_id: list, member_id: eve.id });
    const cursors = {
      grocery_items: -1,
      categories: -1,
      saved_lists: -1,
      lists: -1,
      user_profiles: -1,
      list_members: -1,
    };
    told.push(await pull(eve, list, cursors), (await rpc(eve, 'export_account', {})).data);
    for (const table of ['grocery_items', 'categories', 'saved_lists', 'lists', 'list_members', 'user_profiles']) {
      told.push((await call(eve.access).from(table).select('*')).data);
    }
    for (const name of ['list_sessions', 'list_activity']) told.push((await rpc(eve, name, {})).data);
    told.push((await rpc(eve, 'create_invitation', { list_id: list })).data);
    told.push((await rpc(eve, 'list_invitations', { list_id: list })).data);
    const text = JSON.stringify(told);
    expect(text).toContain(eve.email);
    expect(text).toContain(ann.id);
    expect(text).not.toContain(ann.email);
    expect(text).not.toContain(local);
  });

  test('can be read and set only by its owner', async () => {
    const [ann, eve] = [await parts.join(), await parts.join()];
    await named(ann, 'Anna');
    await share(ann, ann.id, eve);
    expect((await call(eve.access).from('user_profiles').select('*').eq('id', ann.id)).data).toEqual([]);
    expect((await upsert(eve, 'user_profiles', { id: ann.id, display_name: 'Eve' })).error).not.toBeNull();
    await call(eve.access).from('user_profiles').update({ display_name: 'Eve' }).eq('id', ann.id);
    for (const name of ['name_of', 'clean_text', 'announce_display_name']) {
      expect((await rpc(eve, name, { account: ann.id })).status).toBe(404);
    }
    expect((await membershipOf(eve, ann.id))?.members).toMatchObject([{ name: 'Anna' }, {}]);
  });
});

const loadedSchema = v.nullable(v.object({ id: v.string(), name: v.string(), by: v.string() }));

/** What the members' devices read. */
const loadedIn = async (account: Account, list: string) => {
  const [row] = (await pull(account, list, { lists: -1 })).lists ?? [];
  return v.parse(loadedSchema, row?.['loaded']);
};

test('[S5] the members read who loaded which saved list, and no member can name another', async () => {
  const [ann, ben] = [await parts.join(), await parts.join()];
  const list = await createList(ann);
  await share(ann, list, ben);
  const load = (account: Account, loaded: unknown) => upsert(account, 'lists', { id: list, loaded });
  await load(ben, { id: 'one', name: '\u202eBBQ\n', by: ann.id, more: 'x' });
  expect(await loadedIn(ann, list)).toEqual({ id: 'one', name: 'BBQ', by: ben.id });
  // The same load again, by another member; none; and values of other shapes.
  for (const again of [{ id: 'one', name: 'Eve' }, null, 'text', [], { name: 'x' }]) await load(ann, again);
  expect(await loadedIn(ann, list)).toEqual({ id: 'one', name: 'BBQ', by: ben.id });
  await load(ann, { id: 'two', name: 'x'.repeat(300) });
  expect(await loadedIn(ben, list)).toEqual({ id: 'two', name: 'x'.repeat(200), by: ann.id });
});

describe('the migration', () => {
  const [ANN, BOB, CAT] = ['a', 'b', 'c'].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [
    string,
    string,
    string,
  ];
  let database: Database;
  beforeAll(async () => {
    const url = await createTestUrl();
    const earlier = postgres(url, { max: 1, onnotice: () => undefined });
    const files = await readMigrationFiles();
    await earlier.begin((tx) =>
      applyFiles(
        tx,
        files.filter(({ kind, name }) => kind === 'bootstrap' || name < '0009'),
      ),
    );
    await earlier`insert into auth.users (id, email) values (${ANN}, 'ann@example.org'), (${BOB}, 'bob@example.org'), (${CAT}, 'cat@example.org')`;
    await earlier`insert into user_profiles (id, username, email) values (${ANN}, 'ann', 'ann@example.org')`;
    await earlier`insert into list_members (list_id, user_id) values (${ANN}, ${BOB})`;
    await earlier.end();
    database = await connectDatabase({ url, poolSize: 2 });
  });
  afterAll(() => database.close());

  test('[A7] gives existing memberships a new version, without a name taken from the address', async () => {
    const rows = await database.sql<{ list: string; account: string; version: number }[]>`
      select list_id as list, user_id as account, version::int from list_members order by user_id, version`;
    expect(rows).toEqual([
      { list: ANN, account: ANN, version: 2 },
      { list: BOB, account: BOB, version: 1 },
      { list: ANN, account: BOB, version: 3 },
      { list: CAT, account: CAT, version: 1 },
    ]);
    const [shown] = await database.sql`select private.name_of(${ANN}) as ann, private.name_of(${BOB}) as bob`;
    expect(shown).toEqual({ ann: null, bob: null });
  });
});
