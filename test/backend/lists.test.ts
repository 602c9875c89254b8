/** Shared lists over REST: members, owners, invitations, and what strangers and former members can do (product H1 to H10). */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { openAccountParts } from './account-parts.ts';

const parts = await openAccountParts();
const { call, sql } = parts;
afterAll(() => parts.database.close());

type Account = Awaited<ReturnType<typeof parts.join>>;

const rpc = (account: Account, name: string, args: object) => call(account.access).rpc(name, args);

const refused = (status: number, hint: string) => ({ status, error: { code: `PT${status}`, hint } });
const notAMember = { status: 403, error: { code: '42501' } };

async function createList(owner: Account, name = 'Groceries'): Promise<string> {
  const id = randomUUID();
  expect(await rpc(owner, 'create_list', { list_id: id, name })).toMatchObject({ error: null });
  return id;
}

const invitationSchema = v.object({
  id: v.string(),
  secret: v.string(),
  uses_left: v.number(),
  expires_at: v.string(),
});

async function invite(owner: Account, list: string) {
  const { data, error } = await rpc(owner, 'create_invitation', { list_id: list });
  expect(error).toBeNull();
  return v.parse(invitationSchema, data);
}

async function share(owner: Account, list: string, ...members: readonly Account[]): Promise<void> {
  const { secret } = await invite(owner, list);
  for (const member of members) {
    expect(await rpc(member, 'accept_invitation', { secret })).toMatchObject({ error: null, data: list });
  }
}

const upsert = (account: Account, table: string, row: object) => call(account.access).from(table).upsert(row).select();

const membershipSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  role: v.string(),
  deleted: v.boolean(),
  version: v.number(),
  members: v.nullable(v.array(v.object({ id: v.string(), name: v.nullable(v.string()), role: v.string() }))),
});
const pullSchema = v.object({
  grocery_items: v.nullable(v.array(v.record(v.string(), v.unknown()))),
  lists: v.nullable(v.array(v.record(v.string(), v.unknown()))),
  list_members: v.nullable(v.array(membershipSchema)),
});

async function pull(
  account: Account,
  list: string,
  cursors: object = { grocery_items: -1, lists: -1, list_members: -1 },
) {
  const { data, error } = await rpc(account, 'pull_rows', { cursors, list });
  expect(error).toBeNull();
  return v.parse(pullSchema, data);
}

const memberships = async (account: Account, above = -1) =>
  (await pull(account, account.id, { list_members: above })).list_members ?? [];
const membershipOf = async (account: Account, list: string) =>
  (await memberships(account)).find(({ id }) => id === list);

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

describe('[H3] an invitation', () => {
  test('has a secret of at least 128 bits, of which the database keeps only the hash', async () => {
    const ann = await parts.join();
    const { secret, uses_left: uses, expires_at: expiry } = await invite(ann, ann.id);
    expect(secret).toMatch(/^[\w-]{32}$/u);
    expect(uses).toBe(20);
    expect(Math.round((Date.parse(expiry) - Date.now()) / 86_400_000)).toBe(7);
    const [stored] = await sql<
      { row: string }[]
    >`select to_jsonb(i.*)::text as row from list_invitations i where list_id = ${ann.id}`;
    expect(stored?.row).not.toContain(secret);
    const listed = await rpc(ann, 'list_invitations', { list_id: ann.id });
    expect(listed.data).toHaveLength(1);
    expect(JSON.stringify(listed.data)).not.toContain('secret');
  });

  test('shows the list and its owner, and makes the caller a member once', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    await upsert(ann, 'user_profiles', { id: ann.id, username: 'Anna' });
    const list = await createList(ann, 'Party');
    const { secret } = await invite(ann, list);
    const shown = { list_id: list, list_name: 'Party', owner_name: 'Anna', is_member: false };
    expect(await rpc(bob, 'show_invitation', { secret })).toMatchObject({ data: shown });
    for (let n = 0; n < 2; n += 1)
      expect(await rpc(bob, 'accept_invitation', { secret })).toMatchObject({ data: list });
    expect(await rpc(bob, 'show_invitation', { secret })).toMatchObject({ data: { ...shown, is_member: true } });
    const open = await rpc(ann, 'list_invitations', { list_id: list });
    expect(open.data).toMatchObject([{ uses_left: 19 }]);
    expect(await membershipOf(bob, list)).toMatchObject({
      role: 'member',
      members: [{ name: 'Anna' }, { id: bob.id }],
    });
  });

  test('that was revoked, has expired, was used up or never existed is refused', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const used = await invite(ann, ann.id);
    const ended = await invite(ann, ann.id);
    const revoked = await invite(ann, ann.id);
    await sql`update list_invitations set uses_left = 0 where id = ${used.id}`;
    await sql`update list_invitations set expires_at = now() where id = ${ended.id}`;
    expect(await rpc(ann, 'revoke_invitation', { invitation_id: revoked.id })).toMatchObject({ error: null });
    for (const name of ['show_invitation', 'accept_invitation']) {
      const answer = (secret: string | null) => rpc(bob, name, { secret });
      expect(await answer(used.secret)).toMatchObject(refused(410, 'invitation_expired'));
      expect(await answer(ended.secret)).toMatchObject(refused(410, 'invitation_expired'));
      expect(await answer(revoked.secret)).toMatchObject(refused(410, 'invitation_revoked'));
      for (const guess of ['', 'x', null, used.id, used.secret.toLowerCase()]) {
        expect(await answer(guess)).toMatchObject(refused(404, 'invitation_not_found'));
      }
    }
    expect(await membershipOf(bob, ann.id)).toBeUndefined();
    expect(await rpc(ann, 'list_invitations', { list_id: ann.id })).toMatchObject({ data: [] });
  });

  test('with one use left admits one of several who accept it at the same moment', async () => {
    const ann = await parts.join();
    const others = await Promise.all(Array.from({ length: 6 }, () => parts.join()));
    const { id, secret } = await invite(ann, ann.id);
    await sql`update list_invitations set uses_left = 1 where id = ${id}`;
    const answers = await Promise.all(others.map((other) => rpc(other, 'accept_invitation', { secret })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410, 410, 410]);
    const [left] = await sql<{ uses: number }[]>`select uses_left as uses from list_invitations where id = ${id}`;
    expect(left?.uses).toBe(0);
    expect((await membershipOf(ann, ann.id))?.members).toHaveLength(2);
  });

  test('admits no 21st member, also if several accept at the same moment', async () => {
    const ann = await parts.join();
    const others = await Promise.all(Array.from({ length: 21 }, () => parts.join()));
    const secrets = [(await invite(ann, ann.id)).secret, (await invite(ann, ann.id)).secret];
    const answers = await Promise.all(
      others.map((other, n) => rpc(other, 'accept_invitation', { secret: secrets[n % 2] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(answers.filter(({ error }) => error?.hint === 'too_many_members')).toHaveLength(2);
    expect((await membershipOf(ann, ann.id))?.members).toHaveLength(20);
  });

  test('is one of at most 20 open invitations of a list', async () => {
    const ann = await parts.join();
    const all = [];
    for (let n = 0; n < 20; n += 1) all.push(await invite(ann, ann.id));
    const one = () => rpc(ann, 'create_invitation', { list_id: ann.id });
    expect(await one()).toMatchObject(refused(409, 'too_many_invitations'));
    await rpc(ann, 'revoke_invitation', { invitation_id: all[0]?.id });
    expect(await one()).toMatchObject({ error: null });
  });
});

describe('[H10] strangers and former members', () => {
  const writes = (account: Account, list: string) => [
    upsert(account, 'grocery_items', { id: `milk-${list}`, list_id: list, checked: true }),
    upsert(account, 'grocery_items', { id: `new-${randomUUID()}`, list_id: list, name: 'Spam' }),
    upsert(account, 'categories', { id: `new-${randomUUID()}`, list_id: list, name: 'Spam' }),
    upsert(account, 'saved_lists', { id: `new-${randomUUID()}`, list_id: list, name: 'Spam' }),
    upsert(account, 'lists', { id: list, name: 'Spam' }),
  ];

  async function expectNoAccess(account: Account, list: string): Promise<void> {
    for (const table of ['grocery_items', 'categories', 'saved_lists']) {
      const rows = await call(account.access).from(table).select('*', { count: 'exact' }).eq('list_id', list);
      expect(rows).toMatchObject({ data: [], count: 0 });
    }
    expect(await call(account.access).from('lists').select('*').eq('id', list)).toMatchObject({ data: [] });
    for (const write of writes(account, list)) expect(await write).toMatchObject(notAMember);
    const cursors = { grocery_items: -1 };
    expect(await rpc(account, 'pull_rows', { cursors, list })).toMatchObject(refused(403, 'not_a_member'));
    for (const name of ['create_invitation', 'list_invitations', 'leave_list', 'delete_list']) {
      expect(await rpc(account, name, { list_id: list })).toMatchObject(refused(404, 'list_not_found'));
    }
    for (const name of ['remove_member', 'hand_over_list']) {
      const args = { list_id: list, member_id: account.id };
      expect(await rpc(account, name, args)).toMatchObject(refused(404, 'list_not_found'));
    }
  }

  test('can neither read nor write nor guess a list', async () => {
    const [ann, eve] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await upsert(ann, 'grocery_items', { id: `milk-${list}`, list_id: list, name: 'Milk' });
    const { id: invitation } = await invite(ann, list);
    await expectNoAccess(eve, list);
    await expectNoAccess(eve, randomUUID());
    expect(await rpc(eve, 'revoke_invitation', { invitation_id: invitation })).toMatchObject(
      refused(404, 'list_not_found'),
    );
    const hidden = ['list_members', 'list_invitations', 'sync_state'];
    const read = await Promise.all(hidden.map((table) => call(eve.access).from(table).select('*').eq('list_id', list)));
    expect(read.flatMap(({ data }) => data ?? [])).toEqual([]);
    expect((await pull(ann, list)).grocery_items).toMatchObject([{ name: 'Milk', checked: false }]);
  });

  test('have no access from the statement after the removal, and learn of it with the next pull', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    await upsert(bob, 'grocery_items', { id: `milk-${list}`, list_id: list, name: 'Milk' });
    const known = await membershipOf(bob, list);
    const removal = { list_id: list, member_id: bob.id };
    expect(await rpc(ann, 'remove_member', removal)).toMatchObject({ error: null });
    await expectNoAccess(bob, list);
    expect(await memberships(bob, known?.version)).toMatchObject([{ id: list, deleted: true, members: null }]);
    expect(await rpc(ann, 'remove_member', removal)).toMatchObject(refused(404, 'member_not_found'));
    const own = { list_id: list, member_id: ann.id };
    expect(await rpc(ann, 'remove_member', own)).toMatchObject(refused(404, 'member_not_found'));
    await share(ann, list, bob);
    expect(await membershipOf(bob, list)).toMatchObject({ deleted: false, role: 'member' });
  });

  test('cannot write even if the removal is committed while their write waits', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    let write: PromiseLike<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select from sync_state where list_id = ${list} for update`;
      write = upsert(bob, 'grocery_items', { id: `late-${list}`, list_id: list, name: 'Late' }).then((told) => told);
      await expect.poll(async () => (await sql`select from pg_locks where not granted`).length).toBeGreaterThan(0);
      await tx`select private.end_memberships(${list}, array[${bob.id}::uuid])`;
    });
    expect(await write).toMatchObject({ status: 403, error: { code: '42501', hint: 'not_a_member' } });
  });

  test('lose a deleted list with all its rows', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    await upsert(bob, 'grocery_items', { id: `milk-${list}`, list_id: list, name: 'Milk' });
    expect(await rpc(ann, 'delete_list', { list_id: list })).toMatchObject({ error: null });
    for (const account of [ann, bob]) {
      await expectNoAccess(account, list);
      expect(await membershipOf(account, list)).toMatchObject({ deleted: true });
    }
    expect(await sql`select id from grocery_items where list_id = ${list}`).toEqual([]);
    expect(await sql`select list_id from sync_state where list_id = ${list}`).toEqual([]);
  });

  test('cannot move a row into a list, out of it, or give it to another account', async () => {
    const [ann, eve] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, eve);
    const id = `milk-${list}`;
    await upsert(ann, 'grocery_items', { id, list_id: list, name: 'Milk' });
    expect(await upsert(eve, 'grocery_items', { id, list_id: eve.id })).toMatchObject(notAMember);
    const patch = (row: object) => call(eve.access).from('grocery_items').update(row).eq('id', id);
    expect(await patch({ list_id: eve.id })).toMatchObject(notAMember);
    expect(await patch({ user_id: randomUUID() })).toMatchObject(notAMember);
    await upsert(eve, 'grocery_items', { id: `own-${eve.id}`, name: 'Mine' });
    expect(await upsert(eve, 'grocery_items', { id: `own-${eve.id}`, list_id: list })).toMatchObject(notAMember);
    for (const fields of [{ user_id: eve.id }, { version: 9 }, { created_at: '2020-01-01' }]) {
      expect(await upsert(eve, 'lists', { id: list, name: 'x', ...fields })).toMatchObject(notAMember);
    }
  });

  test('cannot take ids that the app derives from the id of a list', async () => {
    const [ann, eve] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    const take = (id: string) => upsert(eve, 'categories', { id, name: 'Spam' });
    for (const id of [`7-${list}`, `7-${ann.id}`, list]) expect(await take(id)).toMatchObject(notAMember);
    expect(await take(`7-${eve.id}`)).toMatchObject({ error: null });
    expect(await upsert(ann, 'categories', { id: `7-${list}`, list_id: list })).toMatchObject({ error: null });
    expect(await upsert(ann, 'categories', { id: `8-${list}` })).toMatchObject(notAMember);
  });

  test('call no internal function, and write no membership', async () => {
    const [ann, eve] = [await parts.join(), await parts.join()];
    const row = { list_id: ann.id };
    for (const table of ['list_members', 'list_invitations', 'sync_state']) {
      expect(await call(eve.access).from(table).insert(row)).toMatchObject(notAMember);
      expect(await call(eve.access).from(table).update(row).eq('list_id', eve.id)).toMatchObject(notAMember);
    }
    const [found] = await sql<{ names: string[] }[]>`select array_agg(proname::text) as names from pg_proc
      where pronamespace = 'private'::regnamespace`;
    expect(found?.names.length).toBeGreaterThan(20);
    for (const name of found?.names ?? []) expect((await rpc(eve, name, {})).status).toBe(404);
  });

  test('get nothing without a token, after signing out, or without the second step', async () => {
    const ann = await parts.join();
    const functions = ['create_list', 'delete_list', 'leave_list', 'create_invitation', 'list_invitations'];
    for (const name of functions) {
      const args = { list_id: ann.id, ...(name === 'create_list' && { name: 'x' }) };
      expect((await call(parts.tokens.anonKey).rpc(name, args)).status).toBe(401);
    }
    await parts.addFactor(ann.id);
    expect(await rpc(ann, 'create_invitation', { list_id: ann.id })).toMatchObject(refused(403, 'insufficient_aal'));
    expect(await upsert(ann, 'lists', { id: ann.id, name: 'x' })).toMatchObject(refused(403, 'insufficient_aal'));
    const bob = await parts.join();
    await parts.request('POST /logout?scope=global', { token: bob.access });
    expect(await rpc(bob, 'create_invitation', { list_id: bob.id })).toMatchObject(refused(401, 'session_not_found'));
  });
});

describe('[H9] deleting an account', () => {
  const remove = (account: Account) => rpc(account, 'delete_account', { confirmation: account.email });

  test('hands shared lists to the longest-standing member, the personal one too, and deletes the others', async () => {
    const [ann, bob, cem] = [await parts.join(), await parts.join(), await parts.join()];
    const [party, alone] = [await createList(ann, 'Party'), await createList(ann, 'Alone')];
    await share(ann, party, cem, bob);
    await share(ann, ann.id, bob);
    for (const list of [party, alone, ann.id]) {
      await upsert(ann, 'grocery_items', { id: `milk-${list}`, list_id: list, name: 'Milk' });
    }
    expect(await remove(ann)).toMatchObject({ status: 204 });
    expect(await membershipOf(cem, party)).toMatchObject({ role: 'owner', members: [{ id: cem.id }, { id: bob.id }] });
    expect(await membershipOf(bob, party)).toMatchObject({ role: 'member' });
    expect(await membershipOf(bob, ann.id)).toMatchObject({ role: 'owner', members: [{ id: bob.id }] });
    const rows = await sql`select list_id, user_id from grocery_items where list_id in ${sql([party, alone, ann.id])}`;
    expect(new Set(rows.map((row) => `${String(row['list_id'])} ${String(row['user_id'])}`))).toEqual(
      new Set([`${party} ${cem.id}`, `${ann.id} ${bob.id}`]),
    );
    expect(await upsert(bob, 'grocery_items', { id: `tea-${ann.id}`, list_id: ann.id })).toMatchObject({ error: null });
    const left = await sql`select user_id from list_members where user_id = ${ann.id}
      union all select id from lists where user_id = ${ann.id}`;
    expect(left).toEqual([]);
  });

  test('ends its memberships and tells the other members, but no other subscriber hears of its rows', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    await upsert(bob, 'grocery_items', { id: `own-${bob.id}`, name: 'Mine' });
    const heard: string[] = [];
    const stop = parts.database.onChanges((changes) => heard.push(...changes.map((one) => JSON.stringify(one))));
    expect(await remove(bob)).toMatchObject({ status: 204 });
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    stop();
    expect(heard.every((change) => change.includes('list_members'))).toBe(true);
    expect(heard.some((change) => change.includes('"type":"DELETE"'))).toBe(false);
    expect(await membershipOf(ann, list)).toMatchObject({ members: [{ id: ann.id }] });
  });
});

describe('[Y5] versions', () => {
  test('belong to the list, so that a write in one list does not change another', async () => {
    const ann = await parts.join();
    const list = await createList(ann);
    const write = async (id: string, to: string) =>
      (await upsert(ann, 'grocery_items', { id, list_id: to, name: 'x', device_id: 'phone', device_seq: 1 })).data;
    expect(await write(`a-${ann.id}`, ann.id)).toMatchObject([{ version: 1 }]);
    // The number of the device counts for each list.
    expect(await write(`b-${list}`, list)).toMatchObject([{ version: 1 }]);
    expect(await write(`c-${list}`, list)).toEqual([]);
  });

  test("of one account's memberships differ, also if several lists change at the same moment", async () => {
    const ann = await parts.join();
    const owners = await Promise.all(Array.from({ length: 8 }, () => parts.join()));
    for (const owner of owners) await share(owner, owner.id, ann);
    await Promise.all(owners.map((owner) => upsert(owner, 'lists', { id: owner.id, name: 'Renamed' })));
    const versions = (await memberships(ann)).map(({ version }) => version);
    expect(new Set(versions).size).toBe(9);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });

  test("do not deadlock if members of each other's lists write and leave at the same moment", async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    await share(ann, ann.id, bob);
    await share(bob, bob.id, ann);
    const work = Array.from({ length: 40 }, (_, n) => {
      const [writer, list] = [n % 2 === 0 ? ann : bob, n % 4 < 2 ? ann.id : bob.id];
      return n % 5 === 0
        ? upsert(writer, 'lists', { id: list, name: `n${n}` })
        : upsert(writer, 'grocery_items', { id: `n${n % 6}-${list}`, list_id: list, checked: n % 3 === 0 });
    });
    const answers = await Promise.all(work);
    expect(answers.filter(({ error }) => error !== null)).toEqual([]);
  });
});

test('[H1] the rows of all lists of an account count toward its limit', async () => {
  const ann = await parts.join();
  const list = await createList(ann);
  await sql`update sync_state set row_count = 99999 where list_id = ${ann.id}`;
  expect(await upsert(ann, 'grocery_items', { id: `a-${list}`, list_id: list })).toMatchObject({ error: null });
  expect(await upsert(ann, 'grocery_items', { id: `b-${list}`, list_id: list })).toMatchObject({
    status: 413,
    error: { code: 'PT413' },
  });
});
