/** Attacks of a member on the other members of a list, with a plain client (product H12). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { notAMember, openListParts, refused } from './list-parts.ts';

const parts = await openListParts();
const { call, createList, invite, membershipOf, memberships, openShared, pull, rpc, sql, upsert } = parts;

describe('[H12] a member cannot take or move an id', () => {
  test('the id, the owner and the author of a row never change', async () => {
    const { ann, eve, list, write } = await openShared();
    const id = `milk-${list}`;
    await write(ann, { id, name: 'Milk' });
    for (const table of ['grocery_items', 'categories', 'saved_lists']) {
      await upsert(ann, table, { id, list_id: list, name: 'Milk' });
      const patch = (fields: object) => call(eve.access).from(table).update(fields).eq('id', id).select();
      expect(await patch({ id: `other-${list}` })).toMatchObject(notAMember);
      expect(await patch({ user_id: eve.id })).toMatchObject({ data: [{ user_id: ann.id }] });
      // Row level security refuses the id in another list.
      expect(await upsert(eve, table, { id, list_id: eve.id })).toMatchObject(notAMember);
    }
    const forged = await call(eve.access)
      .from('grocery_items')
      .update({ added_by: eve.id, written_by: ann.id })
      .eq('id', id)
      .select();
    expect(forged).toMatchObject({ data: [{ added_by: ann.id, written_by: eve.id }] });
    expect(await call(eve.access).from('lists').update({ id: randomUUID() }).eq('id', list)).toMatchObject(notAMember);
  });

  test('a list with the id of a row of others does not block the row', async () => {
    const { ann, eve, list, write } = await openShared();
    const id = randomUUID();
    for (const table of ['grocery_items', 'categories', 'saved_lists'])
      await upsert(ann, table, { id, list_id: list, name: 'Milk' });
    await rpc(ann, 'remove_member', { list_id: list, member_id: eve.id });
    expect(await rpc(eve, 'create_list', { list_id: id, name: 'Mine' })).toMatchObject({ error: null });
    expect(await write(ann, { id, name: 'Oat milk' })).toMatchObject({ data: [{ name: 'Oat milk' }] });
    for (const table of ['grocery_items', 'categories', 'saved_lists']) {
      const { data } = await call(ann.access).from(table).update({ deleted: true }).eq('id', id).select('deleted');
      expect(data).toEqual([{ deleted: true }]);
    }
    // Still an id of another list for a row that is new.
    expect(await write(ann, { id: `milk-${id}`, name: 'Milk' })).toMatchObject(notAMember);
  });

  test('the id of a deleted list is not taken again, and its owner’s other device learns of the deletion', async () => {
    const { ann, eve, list } = await openShared();
    await rpc(ann, 'delete_list', { list_id: list });
    for (const account of [eve, ann]) {
      expect(await rpc(account, 'create_list', { list_id: list, name: 'Mine' })).toMatchObject(
        refused(403, 'not_a_member'),
      );
    }
    expect(await rpc(ann, 'delete_account', { confirmation: ann.email })).toMatchObject({ error: null });
    expect(await rpc(eve, 'create_list', { list_id: ann.id, name: 'Mine' })).toMatchObject(
      refused(403, 'not_a_member'),
    );
  });
});

describe('[H12] a member cannot spoil replay protection', () => {
  test('many devices of a member replace only that member’s own', async () => {
    const { ann, eve, list, write } = await openShared();
    const row = { id: `milk-${list}`, device_id: 'phone', device_seq: 5 };
    await write(ann, { ...row, name: 'Milk' });
    await write(ann, { id: row.id, name: 'Oat milk', device_id: 'phone', device_seq: 6 });
    const flood = Array.from({ length: 250 }, (_, n) => ({
      id: `${n}-${list}`,
      list_id: list,
      device_id: `device ${n}`,
      device_seq: 1,
    }));
    expect(await upsert(eve, 'grocery_items', flood)).toMatchObject({ error: null });
    expect(await write(ann, { ...row, name: 'Milk' })).toMatchObject({ data: [] });
    const [seen] =
      await sql`select count(*)::int as devices from sync_state, jsonb_object_keys(seen) where list_id = ${list}`;
    expect(seen).toEqual({ devices: 200 });
  });

  test('a row has the account that wrote it last, so that another member’s device id hides nothing', async () => {
    const { ann, eve, list, write } = await openShared();
    const row = { id: `milk-${list}`, name: 'Milk', device_id: 'phone' };
    expect(await write(ann, { ...row, device_seq: 1 })).toMatchObject({ data: [{ written_by: ann.id }] });
    expect(await write(eve, { ...row, device_seq: 2, checked: true })).toMatchObject({
      data: [{ device_id: 'phone', written_by: eve.id }],
    });
  });
});

describe('[H12] a member cannot', () => {
  test('date a saved list in the future, where it would push out the others', async () => {
    const { eve, list } = await openShared();
    const save = async (createdAt: string) => {
      const row = { id: `week-${list}`, list_id: list, name: 'Week', created_at: createdAt };
      const { data } = await upsert(eve, 'saved_lists', row);
      return Date.parse(String((data?.[0] as Readonly<Record<string, unknown>> | undefined)?.['created_at']));
    };
    for (const future of ['9999-01-01T00:00:00Z', 'infinity']) {
      expect(Math.abs((await save(future)) - Date.now())).toBeLessThan(60_000);
    }
    // Clocks differ a little.
    const soon = Date.now() + 60_000;
    expect(await save(new Date(soon).toISOString())).toBe(soon);
  });

  test('use up an invitation by joining and leaving', async () => {
    const { ann, eve, list } = await openShared();
    const { secret } = await invite(ann, list);
    for (let n = 0; n < 22; n += 1) {
      await rpc(eve, 'leave_list', { list_id: list });
      expect(await rpc(eve, 'accept_invitation', { secret })).toMatchObject({ data: list });
    }
    const open = await rpc(ann, 'list_invitations', { list_id: list });
    expect(open.data).toMatchObject([{ uses_left: 19 }, { uses_left: 19 }]);
  });

  test('invite with a name that reads as something else, or fills the screen', async () => {
    const { ann, eve } = await openShared();
    const spoof = `Free\u{202e}moc\n${'!'.repeat(150)}`;
    const list = await createList(ann, spoof);
    await sql`update lists set name = ${`${spoof}${'x'.repeat(3000)}`} where id = ${list}`;
    const { secret } = await invite(ann, list);
    const shown = await rpc(eve, 'show_invitation', { secret });
    const { list_name: name } = v.parse(v.looseObject({ list_name: v.string() }), shown.data);
    expect(name).toMatch(/^Freemoc !+x+$/u);
    expect(name.length).toBe(200);
    await rpc(eve, 'accept_invitation', { secret });
    expect((await membershipOf(eve, list))?.name).toBe(name);
  });

  test('keep a link after a handover', async () => {
    const { ann, eve, list } = await openShared();
    const bob = await parts.join();
    const { secret } = await invite(ann, list);
    await rpc(ann, 'hand_over_list', { list_id: list, member_id: eve.id });
    expect(await rpc(bob, 'accept_invitation', { secret })).toMatchObject(refused(410, 'invitation_revoked'));
    expect(await rpc(eve, 'list_invitations', { list_id: list })).toMatchObject({ data: [] });
  });
});

test('[H12] a name for an unknown list and one for a list of others get the same answer', async () => {
  const { list } = await openShared();
  const bob = await parts.join();
  const answerTo = async (id: string) => {
    const { status, error } = await upsert(bob, 'lists', { id, name: 'Spam' });
    return { status, error: JSON.parse(JSON.stringify(error).replaceAll(id, '')) as unknown };
  };
  expect(await answerTo(list)).toMatchObject(notAMember);
  expect(await answerTo(list)).toEqual(await answerTo(randomUUID()));
});

test('[H12] ended memberships and unusable invitations are bounded', async () => {
  const { ann, list } = await openShared();
  for (let n = 0; n < 55; n += 1) {
    const { id } = await invite(ann, list);
    await rpc(ann, 'revoke_invitation', { invitation_id: id });
  }
  await invite(ann, list);
  const [left] =
    await sql`select count(*)::int as invitations from list_invitations where list_id = ${list} and revoked`;
  expect(left).toEqual({ invitations: 50 });
  await sql`insert into list_members (list_id, user_id, deleted) select gen_random_uuid(), ${ann.id}, true from generate_series(1, 205)`;
  const known = await memberships(ann);
  const other = await createList(ann);
  await rpc(ann, 'delete_list', { list_id: other });
  const ended = (await memberships(ann)).filter(({ deleted }) => deleted);
  expect(ended).toHaveLength(200);
  expect(ended.at(-1)?.id).toBe(other);
  expect((await membershipOf(ann, list))?.version).toBe(known.find(({ id }) => id === list)?.version);
  expect((await pull(ann, list)).lists).toHaveLength(1);
});

test('[H12] no number of ended memberships makes an account forget what it has written into a list that it has left', async () => {
  const { ann, eve, list, write } = await openShared();
  await write(eve, { id: `milk-${list}`, name: 'Milk' });
  await rpc(eve, 'leave_list', { list_id: list });
  await sql`insert into list_members (list_id, user_id, deleted) select gen_random_uuid(), ${eve.id}, true from generate_series(1, 205)`;
  await rpc(eve, 'delete_list', { list_id: await createList(eve) });
  const left = await sql`select list_id from list_members where user_id = ${eve.id} and list_id = ${list}`;
  expect(left).toHaveLength(1);
  await rpc(ann, 'delete_list', { list_id: list });
  await rpc(eve, 'delete_list', { list_id: await createList(eve) });
  expect((await memberships(eve)).filter(({ deleted }) => deleted)).toHaveLength(200);
});

test('[H12] the ids of lists that an owner has deleted are bounded, and those of others stay', async () => {
  const { ann, eve, list } = await openShared();
  const former = (account: string, rows: number) => sql`
    insert into former_lists (id, user_id, deleted_at)
    select gen_random_uuid(), ${account}, now() - n * interval '1 minute' from generate_series(1, ${rows}::int) n`;
  await former(ann.id, 1005);
  await former(eve.id, 5);
  await rpc(ann, 'delete_list', { list_id: list });
  const counts = await sql`select user_id, count(*)::int as lists from former_lists
    where user_id in (${ann.id}, ${eve.id}) group by 1 order by 2`;
  expect(counts).toEqual([
    { user_id: eve.id, lists: 5 },
    { user_id: ann.id, lists: 1000 },
  ]);
  expect(await rpc(ann, 'create_list', { list_id: list, name: 'Mine' })).toMatchObject(refused(403, 'not_a_member'));
});

test('[H12] an account whose list is deleted with it can be deleted', async () => {
  const { ann } = await openShared();
  // A list that the deletion of an account does not find.
  await sql`delete from list_members where user_id = ${ann.id}`;
  await sql`delete from auth.users where id = ${ann.id}`;
  expect(await sql`select user_id from former_lists where id = ${ann.id}`).toEqual([{ user_id: null }]);
});
