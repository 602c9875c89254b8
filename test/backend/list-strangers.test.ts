/** Strangers and former members can do nothing with a list (product H10). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { notAMember, refused, openListParts, type Account } from './list-parts.ts';

const parts = await openListParts();
const { call, createList, invite, membershipOf, memberships, pull, rpc, share, sql, upsert } = parts;

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
    expect(read.map(({ data }) => data)).toEqual([[], null, null]);
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

  test('cannot join again with a link from before the removal', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    const { secret } = await invite(ann, list);
    expect(await rpc(bob, 'accept_invitation', { secret })).toMatchObject({ error: null });
    await rpc(ann, 'remove_member', { list_id: list, member_id: bob.id });
    expect(await rpc(bob, 'accept_invitation', { secret })).toMatchObject(refused(410, 'invitation_revoked'));
    expect(await membershipOf(bob, list)).toMatchObject({ deleted: true });
  });

  test('cannot write even if the removal is committed while their write waits', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    let write: PromiseLike<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select from sync_state where list_id = ${list} for update`;
      write = upsert(bob, 'grocery_items', { id: `late-${list}`, list_id: list, name: 'Late' }).then(
        (answer) => answer,
      );
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

  test('write no membership, and reach no function of the schema private', async () => {
    const [ann, eve] = [await parts.join(), await parts.join()];
    const row = { list_id: ann.id };
    for (const table of ['list_members', 'list_invitations', 'sync_state']) {
      expect(await call(eve.access).from(table).insert(row)).toMatchObject(notAMember);
      expect(await call(eve.access).from(table).update(row).eq('list_id', eve.id)).toMatchObject(notAMember);
    }
    // Policies call this function as the caller, so its grant does not protect it.
    expect((await rpc(eve, 'my_lists', {})).status).toBe(404);
    expect((await call(eve.access).schema('private').rpc('my_lists')).status).toBe(406);
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
    const asked = { cursors: { list_members: -1 } };
    expect(await rpc(bob, 'pull_rows', asked)).toMatchObject(refused(401, 'session_not_found'));
    expect(await rpc(ann, 'pull_rows', asked)).toMatchObject(refused(403, 'insufficient_aal'));
  });
});

test('[H10] the version of a membership does not count what happens in the other lists of the account', async () => {
  const { ann, eve, list } = await parts.openShared();
  const other = await createList(eve);
  for (const name of ['A', 'B', 'C']) await upsert(eve, 'lists', { id: other, name });
  const begun = Date.now();
  await upsert(ann, 'lists', { id: list, name: 'Party' });
  const { data } = await call(ann.access).from('list_members').select('version').eq('user_id', eve.id);
  const [{ version } = { version: 0 }] = v.parse(v.array(v.object({ version: v.number() })), data);
  // Microseconds; the database has its own clock.
  expect(Math.abs(version / 1000 - begun)).toBeLessThan(60_000);
});
