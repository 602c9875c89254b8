/** Several lists of an account, and what members and owners can do with a shared one (product H1, H5, H8). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refused, openListParts, type Account } from './list-parts.ts';

const parts = await openListParts();
const { call, createList, invite, membershipOf, memberships, pull, rpc, share, sql, upsert } = parts;

describe('[H1] every account', () => {
  test('has a personal list with its id, which it can rename but not delete, leave or hand over', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    expect(await memberships(ann)).toMatchObject([{ id: ann.id, name: 'My List', role: 'owner', deleted: false }]);
    expect(await upsert(ann, 'lists', { id: ann.id, name: 'Home' })).toMatchObject({ error: null });
    expect(await membershipOf(ann, ann.id)).toMatchObject({ name: 'Home' });
    await share(ann, ann.id, bob);
    expect(await rpc(ann, 'delete_list', { list_id: ann.id })).toMatchObject(refused(409, 'personal_list'));
    expect(await rpc(ann, 'leave_list', { list_id: ann.id })).toMatchObject(refused(409, 'personal_list'));
    const handing = { list_id: ann.id, member_id: bob.id };
    expect(await rpc(ann, 'hand_over_list', handing)).toMatchObject(refused(409, 'personal_list'));
  });

  test('creates lists, and a repeated request creates no second one', async () => {
    const ann = await parts.join();
    const list = await createList(ann, 'Party');
    expect(await rpc(ann, 'create_list', { list_id: list, name: 'Again' })).toMatchObject({ error: null });
    expect(await memberships(ann)).toMatchObject([{ id: ann.id }, { id: list, name: 'Party', role: 'owner' }]);
    const bob = await parts.join();
    expect(await rpc(bob, 'create_list', { list_id: list, name: 'Mine' })).toMatchObject(refused(409, 'list_exists'));
    expect(await rpc(bob, 'create_list', { list_id: ann.id, name: 'Mine' })).toMatchObject(refused(409, 'list_exists'));
  });

  test('can have 50 lists, and no 51st by creating or joining one', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    for (let n = 2; n <= 50; n += 1) await createList(ann);
    const full = refused(409, 'too_many_lists');
    expect(await rpc(ann, 'create_list', { list_id: randomUUID(), name: 'x' })).toMatchObject(full);
    const { secret } = await invite(bob, bob.id);
    expect(await rpc(ann, 'accept_invitation', { secret })).toMatchObject(full);
    expect(await memberships(ann)).toHaveLength(50);
  });
});

describe('[H5] members', () => {
  test('change the items, categories, saved lists and the name of the list, which belong to its owner', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    for (const table of ['grocery_items', 'categories', 'saved_lists']) {
      const id = `${table}-${list}`;
      expect(await upsert(ann, table, { id, list_id: list, name: 'Milk' })).toMatchObject({ error: null });
      const changed = await upsert(bob, table, { id, list_id: list, name: 'Oat milk' });
      expect(changed).toMatchObject({ error: null, data: [{ name: 'Oat milk', user_id: ann.id, list_id: list }] });
      const added = await upsert(bob, table, { id: `bob-${id}`, list_id: list, name: 'Tea' });
      expect(added).toMatchObject({ error: null, data: [{ user_id: ann.id }] });
    }
    expect(await upsert(bob, 'lists', { id: list, name: 'Ours' })).toMatchObject({ error: null });
    expect(await membershipOf(ann, list)).toMatchObject({ name: 'Ours' });
    const { grocery_items: items, lists } = await pull(ann, list);
    expect(items?.map(({ name }) => name)).toEqual(['Oat milk', 'Tea']);
    expect(lists).toMatchObject([{ id: list, name: 'Ours' }]);
  });

  test('cannot invite, remove members, hand the list over or delete it', async () => {
    const [ann, bob, cem] = [await parts.join(), await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob, cem);
    const { id: invitation } = await invite(ann, list);
    const forbidden = refused(403, 'not_the_owner');
    for (const [name, args] of [
      ['create_invitation', { list_id: list }],
      ['list_invitations', { list_id: list }],
      ['revoke_invitation', { invitation_id: invitation }],
      ['remove_member', { list_id: list, member_id: cem.id }],
      ['hand_over_list', { list_id: list, member_id: bob.id }],
      ['delete_list', { list_id: list }],
    ] as const) {
      expect([name, await rpc(bob, name, args)]).toMatchObject([name, forbidden]);
    }
    expect(await membershipOf(ann, list)).toMatchObject({ members: [{ id: ann.id }, { id: bob.id }, { id: cem.id }] });
  });

  test('leave, and the owner has to hand the list over first', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    expect(await rpc(ann, 'leave_list', { list_id: list })).toMatchObject(refused(409, 'owner_cannot_leave'));
    const handed = await rpc(ann, 'hand_over_list', { list_id: list, member_id: bob.id });
    expect(handed).toMatchObject({ error: null });
    expect(await membershipOf(bob, list)).toMatchObject({ role: 'owner' });
    expect(await rpc(ann, 'leave_list', { list_id: list })).toMatchObject({ error: null });
    expect(await membershipOf(ann, list)).toMatchObject({ deleted: true, name: null, members: null });
    expect(await membershipOf(bob, list)).toMatchObject({ members: [{ id: bob.id, role: 'owner' }] });
  });

  test('keep their cursors when the list is handed over, and its rows belong to the new owner', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    await upsert(ann, 'grocery_items', { id: `milk-${list}`, list_id: list, name: 'Milk' });
    const [before] = (await pull(bob, list)).grocery_items ?? [];
    await rpc(ann, 'hand_over_list', { list_id: list, member_id: bob.id });
    expect((await pull(bob, list)).grocery_items).toEqual([before]);
    expect(await call(ann.access).from('grocery_items').select('user_id').eq('list_id', list)).toMatchObject({
      data: [{ user_id: bob.id }],
    });
    const absent = { list_id: list, member_id: randomUUID() };
    expect(await rpc(bob, 'hand_over_list', absent)).toMatchObject(refused(404, 'member_not_found'));
  });
});

test('[H5] a member cannot make the changes of another member’s device count as applied', async () => {
  const [ann, eve] = [await parts.join(), await parts.join()];
  await share(ann, ann.id, eve);
  const write = (account: Account, device: string, seq: number) =>
    upsert(account, 'grocery_items', {
      id: `milk-${ann.id}`,
      list_id: ann.id,
      name: `${device} ${seq}`,
      device_id: device,
      device_seq: seq,
    });
  for (const device of ['phone', `${ann.id} phone`]) {
    expect(await write(eve, device, 9_007_199_254_740_991)).toMatchObject({ error: null });
  }
  expect(await write(ann, 'phone', 1)).toMatchObject({ data: [{ name: 'phone 1' }] });
  // The owner cannot do this to a member either.
  expect(await write(ann, `${eve.id} tablet`, 9_007_199_254_740_991)).toMatchObject({ error: null });
  expect(await write(eve, 'tablet', 1)).toMatchObject({ data: [{ name: 'tablet 1' }] });
  expect(await write(eve, 'tablet', 1)).toMatchObject({ data: [] });
});

test('[H1] a name that is longer than a row is refused', async () => {
  const ann = await parts.join();
  const list = { list_id: randomUUID(), name: 'x'.repeat(70_000) };
  expect(await rpc(ann, 'create_list', list)).toMatchObject(refused(422, 'name_too_long'));
});

test('[H1] a list can be created by two devices at the same moment', async () => {
  const ann = await parts.join();
  const twice = { list_id: randomUUID(), name: 'Twice' };
  const answers = await Promise.all([rpc(ann, 'create_list', twice), rpc(ann, 'create_list', twice)]);
  expect(answers.map(({ error }) => error)).toEqual([null, null]);
});

test('[Y5] a plain update of a new list gets a version that no device has', async () => {
  const ann = await parts.join();
  await call(ann.access).from('lists').update({ name: 'Home' }).eq('id', ann.id);
  expect((await pull(ann, ann.id, { lists: 1 })).lists).toMatchObject([{ name: 'Home' }]);
});

test('[H5] a list with thousands of rows is handed over without a change event for each row', async () => {
  const [ann, bob] = [await parts.join(), await parts.join()];
  const list = await createList(ann);
  await share(ann, list, bob);
  await sql.begin(async (tx) => {
    await tx`select set_config('realtime.collects', 'skip', true)`;
    await tx`insert into grocery_items (id, list_id, user_id, name)
      select n || '-' || ${list}, ${list}, ${ann.id}, 'Thing' from generate_series(1, 5000) n`;
  });
  await parts.untilPublished(ann.id);
  const changedTables: string[] = [];
  const stop = parts.database.onChanges((changes) => changedTables.push(...changes.map(({ table }) => table)));
  expect(await rpc(ann, 'hand_over_list', { list_id: list, member_id: bob.id })).toMatchObject({ error: null });
  await expect.poll(() => changedTables.length).toBeGreaterThan(0);
  stop();
  expect(new Set(changedTables)).toEqual(new Set(['list_members']));
  expect(await sql`select distinct user_id from grocery_items where list_id = ${list}`).toEqual([{ user_id: bob.id }]);
});

test('[H8] an item has the accounts that added it and ticked it last, and no client can set them', async () => {
  const [ann, bob] = [await parts.join(), await parts.join()];
  await share(ann, ann.id, bob);
  const id = `milk-${ann.id}`;
  const write = async (account: Account, fields: object) => {
    const { data } = await upsert(account, 'grocery_items', { id, list_id: ann.id, added_by: bob.id, ...fields });
    return data?.map((row: Readonly<Record<string, unknown>>) => [row['added_by'], row['ticked_by']]);
  };
  expect(await write(ann, { name: 'Milk', ticked_by: bob.id })).toEqual([[ann.id, null]]);
  expect(await write(bob, { checked: true })).toEqual([[ann.id, bob.id]]);
  expect(await write(ann, { checked: true, name: 'Oat milk', ticked_by: ann.id })).toEqual([[ann.id, bob.id]]);
  expect(await write(ann, { checked: false })).toEqual([[ann.id, null]]);
  expect(await write(ann, { checked: true })).toEqual([[ann.id, ann.id]]);
});

test('[H1] the rows of all lists of an account count toward its limit', async () => {
  const ann = await parts.join();
  const list = await createList(ann);
  await sql`update sync_state set authors = jsonb_build_object(${ann.id}::text, '[99999, 0]'::jsonb)
    where list_id = ${ann.id}`;
  expect(await upsert(ann, 'grocery_items', { id: `a-${list}`, list_id: list })).toMatchObject({ error: null });
  expect(await upsert(ann, 'grocery_items', { id: `b-${list}`, list_id: list })).toMatchObject({
    status: 413,
    error: { code: 'PT413' },
  });
});
