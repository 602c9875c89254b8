/** Several lists of an account on its devices, and lists that accounts share, with the real database (product H1 to H9). */
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultCategoryId } from '#core/catalogue/catalogue.ts';
import { removeAccountData } from '#device/lists/remove-account.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { openListParts } from '#test/backend/list-parts.ts';
import { add, createDevices, databases, idOf, until } from './devices-of-accounts.ts';

const parts = await openListParts();

beforeEach(() => {
  stubIndexedDb();
  stubPage();
  stubLocalStorage({});
});

const { openDevice, shareList } = createDevices(parts);

describe('[H1] [H7] a list created offline', () => {
  test('can be used at once, and reaches the account and its members later', async () => {
    const account = await parts.join();
    const ann = await openDevice(account);
    ann.goOffline();
    const created = await ann.lists.create('Party');
    const listId = created.ok ? created.value : '';
    await ann.edit(listId, add('Ice', listId));
    expect(await ann.lists.summarize(listId)).toMatchObject({ left: 1, total: 1 });
    expect(ann.entry(listId)).toMatchObject({ name: 'Party', state: 'new' });
    expect(await parts.membershipOf(account, listId)).toBeUndefined();
    ann.comeBack();
    await until(async () => {
      expect((await parts.pull(account, listId)).grocery_items).toMatchObject([{ name: 'Ice' }]);
    });
    expect(await parts.membershipOf(account, listId)).toMatchObject({ name: 'Party', role: 'owner' });
    await until(async () => expect(await ann.lists.summarize(listId)).toMatchObject({ unsent: 0 }));
  });

  test('is refused when it would be the 51st', async () => {
    const ann = await openDevice(await parts.join());
    ann.goOffline();
    for (let n = 2; n <= 50; n += 1) expect(await ann.lists.create('x')).toMatchObject({ ok: true });
    expect(await ann.lists.create('x')).toEqual({ ok: false, failure: { type: 'too-many-lists' } });
  });
});

describe('[H7] members of a list', () => {
  test('end with the same items after both changed it offline', async () => {
    const { ann, bob, listId } = await shareList();
    ann.goOffline();
    bob.goOffline();
    await ann.edit(listId, add('Eggs', listId));
    await bob.edit(listId, add('Tea', listId));
    expect(await bob.lists.countUnsentExcept(bob.userId)).toBe(1);
    ann.comeBack();
    bob.comeBack();
    await until(async () => {
      ann.comeBack();
      bob.comeBack();
      expect(await ann.names(listId)).toEqual(['Eggs', 'Milk', 'Tea']);
      expect(await bob.names(listId)).toEqual(['Eggs', 'Milk', 'Tea']);
    });
    expect(bob.entry(listId)?.members.map(({ role }) => role)).toEqual(['owner', 'member']);
  });

  test('[H5] learn the new name of a list', async () => {
    const { ann, bob, listId } = await shareList();
    await bob.lists.rename(listId, 'Ours');
    await until(async () => {
      bob.wait();
      await ann.lists.refresh();
      expect(ann.entry(listId)?.name).toBe('Ours');
    });
  });
});

test('[H6] a member who leaves can copy unsent changes into another list, and gets no notice if there are none', async () => {
  for (const names of [['Tea'], []]) {
    const { bob, bobAccount, listId } = await shareList();
    bob.goOffline();
    await bob.edit(listId, ...names.map((name) => add(name, listId)));
    expect(await parts.rpc(bobAccount, 'leave_list', { list_id: listId })).toMatchObject({ error: null });
    await bob.lists.leave(listId);
    expect(await databases()).not.toContain(`checklist:${bob.userId}:${listId}`);
    expect((bob.entry(listId)?.unsent?.copy.items ?? []).map(({ name }) => name)).toEqual(names);
    expect(await bob.lists.keepUnsent(listId, bob.userId)).toMatchObject({ ok: true });
    expect([await bob.names(bob.userId), bob.lists.entries()]).toMatchObject([names, { length: 1 }]);
  }
});

describe('[H6] a removed member', () => {
  const removeBob = async ({ annAccount, bobAccount, listId }: Awaited<ReturnType<typeof shareList>>) =>
    expect(await parts.rpc(annAccount, 'remove_member', { list_id: listId, member_id: bobAccount.id })).toMatchObject({
      error: null,
    });

  test('loses the copy of the list at the next contact, and is told', async () => {
    const shared = await shareList();
    const { bob, listId } = shared;
    await removeBob(shared);
    bob.comeBack();
    await until(() => expect(bob.entry(listId)).toMatchObject({ state: 'ended', name: 'Groceries' }));
    await until(async () => {
      bob.wait();
      expect(await databases()).not.toContain(`checklist:${bob.userId}:${listId}`);
    });
    expect(bob.entry(listId)?.unsent).toBeNull();
    await bob.lists.dismiss(listId);
    expect(bob.lists.entries()).toHaveLength(1);
  });

  test('can copy unsent changes into another list, where they are sent', async () => {
    const shared = await shareList();
    const { ann, bob, bobAccount, listId } = shared;
    bob.goOffline();
    await bob.edit(listId, add('Tea', listId), { type: 'check-item', id: idOf('Milk', listId), checked: true });
    await removeBob(shared);
    bob.comeBack();
    await until(() => {
      bob.wait();
      expect(bob.entry(listId)?.unsent?.copy.items).toMatchObject([
        { name: 'Tea', checked: false },
        { name: 'Milk', checked: true },
      ]);
    });
    await until(async () => expect(await databases()).not.toContain(`checklist:${bob.userId}:${listId}`));
    expect(await bob.lists.keepUnsent(listId, bob.userId)).toMatchObject({ ok: true });
    expect(await bob.names(bob.userId)).toEqual(['Milk', 'Tea']);
    expect(bob.lists.entries()).toHaveLength(1);
    await until(async () => {
      bob.wait();
      const { grocery_items: items } = await parts.pull(bobAccount, bobAccount.id);
      expect(items?.map(({ name }) => name)).toEqual(['Tea', 'Milk']);
    });
    expect(await ann.names(listId)).toEqual(['Milk']);
  });

  test('who dismisses the notice before the unsent changes were collected is offered them', async () => {
    const shared = await shareList();
    const { bob, listId } = shared;
    bob.goOffline();
    await bob.edit(listId, add('Tea', listId));
    await removeBob(shared);
    bob.comeBack();
    await until(() => expect(bob.entry(listId)?.state).toBe('ended'));
    await bob.lists.dismiss(listId);
    expect(bob.entry(listId)?.unsent?.copy.items).toMatchObject([{ name: 'Tea' }]);
    await bob.lists.dismiss(listId);
    expect(bob.lists.entries()).toHaveLength(1);
  });

  test('is not a member whose list the backend has lost: the copy stays', async () => {
    const { bob, bobAccount, listId } = await shareList();
    await parts.sql`delete from list_members where list_id = ${listId} and user_id = ${bobAccount.id}`;
    await bob.lists.memberships.end(listId);
    expect(bob.entry(listId)?.state).toBe('active');
    expect(await bob.names(listId)).toEqual(['Milk']);
  });

  test('who joins again gets the unsent changes back', async () => {
    const shared = await shareList();
    const { bob, annAccount, bobAccount, listId } = shared;
    bob.goOffline();
    await bob.edit(listId, add('Tea', listId));
    await removeBob(shared);
    bob.comeBack();
    await until(() => {
      bob.wait();
      expect(bob.entry(listId)?.unsent?.copy.items).toMatchObject([{ name: 'Tea' }]);
    });
    await until(async () => expect(await databases()).not.toContain(`checklist:${bob.userId}:${listId}`));
    await parts.share(annAccount, listId, bobAccount);
    await bob.lists.refresh();
    expect(bob.entry(listId)).toMatchObject({ state: 'active', unsent: null });
    await until(async () => {
      bob.wait();
      expect(await bob.names(listId)).toEqual(['Milk', 'Tea']);
    });
  });

  test('who only deleted an item has nothing to copy, and deletes it for all members after joining again', async () => {
    const shared = await shareList();
    const { bob, annAccount, bobAccount, listId } = shared;
    bob.goOffline();
    await bob.edit(listId, { type: 'delete-item', id: idOf('Milk', listId) });
    await removeBob(shared);
    bob.comeBack();
    await until(() => {
      bob.wait();
      expect(bob.entry(listId)?.unsent).toMatchObject({
        copy: { items: [] },
        patches: [{ fields: { deleted: true } }],
      });
    });
    await parts.share(annAccount, listId, bobAccount);
    await bob.lists.refresh();
    await until(async () => {
      bob.wait();
      expect((await parts.pull(annAccount, listId)).grocery_items).toMatchObject([{ name: 'Milk', deleted: true }]);
    });
  });

  test('who joins again gets back only the fields that were changed here; newer ones of others stay', async () => {
    const shared = await shareList();
    const { ann, bob, annAccount, bobAccount, listId } = shared;
    const milk = idOf('Milk', listId);
    bob.goOffline();
    await bob.edit(listId, { type: 'check-item', id: milk, checked: true });
    await removeBob(shared);
    bob.comeBack();
    await until(() => {
      bob.wait();
      expect(bob.entry(listId)?.unsent?.patches).toMatchObject([{ id: milk, fields: { checked: true } }]);
    });
    await ann.edit(listId, { type: 'edit-item', id: milk, name: 'Oat milk', category: defaultCategoryId(1, listId) });
    ann.comeBack();
    await parts.share(annAccount, listId, bobAccount);
    await bob.lists.refresh();
    await until(async () => {
      ann.wait();
      bob.wait();
      const { grocery_items: items } = await parts.pull(annAccount, listId);
      expect(items).toMatchObject([{ name: 'Oat milk', checked: true }]);
    });
  });
});

describe('[Y9] the data of an account', () => {
  test('is removed with all of its lists, and those of others stay', async () => {
    const { ann, bob } = await shareList();
    await until(async () => expect(await ann.lists.countUnsentExcept('')).toBe(0));
    ann.lists.close();
    await removeAccountData(ann.userId, false);
    for (const name of await databases()) expect(name).toContain(bob.userId);
  });

  test('stays if one of its lists has an unsent change', async () => {
    const { ann, listId } = await shareList();
    ann.goOffline();
    await ann.edit(listId, add('Eggs', listId));
    ann.lists.close();
    await removeAccountData(ann.userId, false);
    expect(await ann.names(listId)).toEqual(['Eggs', 'Milk']);
    await removeAccountData(ann.userId, true);
    expect((await databases()).filter((name) => name?.includes(ann.userId))).toEqual([]);
  });
});
