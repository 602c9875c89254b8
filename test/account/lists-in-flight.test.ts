/** Lists that are created, left or lost while an answer of the server is on its way, with the real database (product H2, H6). */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { openListParts } from '#test/backend/list-parts.ts';
import { createDevices, until } from './devices-of-accounts.ts';

const parts = await openListParts();
const { openDevice, shareList } = createDevices(parts);
afterAll(() => parts.database.close());

beforeEach(() => {
  stubIndexedDb();
  stubPage();
  stubLocalStorage({});
});

describe('[H2] a new list that is deleted while the backend creates it', () => {
  /** Creates a list whose creation is never known on the device before it is deleted there. */
  const discard = async () => {
    const account = await parts.join();
    const ann = await openDevice(account);
    const deliver = ann.holdAnswersOf('create_list');
    const created = await ann.lists.create('Party');
    const listId = created.ok ? created.value : '';
    ann.wait();
    await until(async () => expect(await parts.membershipOf(account, listId)).toMatchObject({ deleted: false }));
    expect(ann.entry(listId)?.state).toBe('new');
    return { ann, account, listId, deliver };
  };

  test('is deleted there, too, when the answer arrives', async () => {
    const { ann, account, listId, deliver } = await discard();
    await ann.lists.discard(listId);
    deliver();
    await until(async () => expect(await parts.membershipOf(account, listId)).toMatchObject({ deleted: true }));
    await ann.lists.refresh();
    expect(ann.lists.entries()).toHaveLength(1);
  });

  test('is deleted there at the next contact, if the answer was lost', async () => {
    const { ann, account, listId, deliver } = await discard();
    ann.goOffline();
    deliver();
    await ann.lists.discard(listId);
    ann.comeBack();
    await ann.lists.refresh();
    expect(ann.lists.entries()).toHaveLength(1);
    await until(async () => expect(await parts.membershipOf(account, listId)).toMatchObject({ deleted: true }));
    await ann.lists.refresh();
    expect(ann.lists.entries()).toHaveLength(1);
  });
});

test('[H6] a pull that began before a member left does not bring the list back, and the member can join again', async () => {
  const { ann, bob, annAccount, bobAccount, listId } = await shareList();
  await ann.lists.rename(listId, 'Ours');
  await until(async () => {
    ann.wait();
    expect(await parts.membershipOf(bobAccount, listId)).toMatchObject({ name: 'Ours' });
  });
  const deliver = bob.holdAnswersOf('pull_rows');
  const refreshed = bob.lists.refresh();
  // The server has answered the pull, but the answer is on its way.
  await until(() => expect(bob.heldAnswers()).toBeGreaterThan(0));
  expect(await parts.rpc(bobAccount, 'leave_list', { list_id: listId })).toMatchObject({ error: null });
  await bob.lists.leave(listId);
  deliver();
  await refreshed;
  expect(bob.lists.entries()).toHaveLength(1);
  await parts.share(annAccount, listId, bobAccount);
  await bob.lists.refresh();
  expect(bob.entry(listId)).toMatchObject({ name: 'Ours', state: 'active' });
});

test('[H6] a device that was away while 200 other memberships ended still removes its copy of a list', async () => {
  const { bob, annAccount, bobAccount, listId } = await shareList();
  bob.goOffline();
  expect(await parts.rpc(annAccount, 'remove_member', { list_id: listId, member_id: bobAccount.id })).toMatchObject({
    error: null,
  });
  // The server keeps only the latest 200.
  await parts.sql`insert into list_members (list_id, user_id, deleted)
    select gen_random_uuid(), ${bobAccount.id}, true from generate_series(1, 200)`;
  await parts.sql`delete from list_members where list_id = ${listId} and user_id = ${bobAccount.id}`;
  bob.comeBack();
  await until(() => expect(bob.entry(listId)).toMatchObject({ state: 'ended', name: 'Groceries' }));
});
