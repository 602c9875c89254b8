/** What changes for the members of a list: the deletion of an account, versions, and concurrent writes (product H9, Y5). */
import { describe, expect, test } from 'vitest';
import { untilWaiting } from '#server/testing/test-database.ts';
import { openListParts, type Account } from './list-parts.ts';

const parts = await openListParts();
const { createList, membershipOf, memberships, rpc, share, sql, upsert } = parts;

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

  test('ends its memberships and notifies the other members, but no other subscriber is notified of its rows', async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    const list = await createList(ann);
    await share(ann, list, bob);
    await upsert(bob, 'grocery_items', { id: `own-${bob.id}`, name: 'Mine' });
    await parts.untilPublished(bob.id);
    const changes: string[] = [];
    const stop = parts.database.onChanges((published) =>
      changes.push(...published.map((change) => JSON.stringify(change))),
    );
    expect(await remove(bob)).toMatchObject({ status: 204 });
    await expect.poll(() => changes.length).toBeGreaterThan(0);
    stop();
    expect(changes.every((change) => change.includes('list_members'))).toBe(true);
    expect(changes.some((change) => change.includes('"type":"DELETE"'))).toBe(false);
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

  /** Two members of each other's lists write to both. */
  const writeAsMembers = async ([ann, bob]: readonly [Account, Account], n: number) => {
    const [writer, list] = [n % 2 === 0 ? ann : bob, n % 4 < 2 ? ann.id : bob.id];
    const { error } = await (n % 5 === 0
      ? upsert(writer, 'lists', { id: list, name: `n${n}` })
      : upsert(writer, 'grocery_items', { id: `n${n % 6}-${list}`, list_id: list, checked: n % 3 === 0 }));
    return { error, isOwner: writer.id === list };
  };

  test("do not deadlock if members of each other's lists write at the same moment", async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    await share(ann, ann.id, bob);
    await share(bob, bob.id, ann);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => writeAsMembers([ann, bob], n)));
    expect(answers.filter(({ error }) => error !== null)).toEqual([]);
  });

  test("do not deadlock if members of each other's lists write, leave and are removed at the same moment", async () => {
    const [ann, bob] = [await parts.join(), await parts.join()];
    for (let round = 0; round < 3; round += 1) {
      await share(ann, ann.id, bob);
      await share(bob, bob.id, ann);
      const write = (n: number) => writeAsMembers([ann, bob], 40 * round + n);
      const before = Array.from({ length: 20 }, (_, n) => write(n));
      const leaving = rpc(bob, 'leave_list', { list_id: ann.id }).then(({ error }) => error);
      const removal = rpc(bob, 'remove_member', { list_id: bob.id, member_id: ann.id }).then(({ error }) => error);
      const after = Array.from({ length: 20 }, (_, n) => write(n + 20));
      expect(await Promise.all([leaving, removal])).toEqual([null, null]);
      // A member's write that comes after the end of the membership is refused.
      const answers = await Promise.all([...before, ...after]);
      expect(answers.filter(({ error, isOwner }) => error !== null && (isOwner || error.code !== '42501'))).toEqual([]);
      expect(await membershipOf(bob, ann.id)).toMatchObject({ deleted: true });
      expect(await membershipOf(ann, bob.id)).toMatchObject({ deleted: true });
    }
  });

  test('do not deadlock if the owner of two lists deletes the account while a member renames both', async () => {
    const bob = await parts.join();
    for (let round = 0; round < 8; round += 1) {
      const ann = await parts.join();
      const lists = [ann.id, await createList(ann)];
      for (const list of lists) await share(ann, list, bob);
      const rename = async (n: number) => (await upsert(bob, 'lists', { id: lists[n % 2], name: `n${n}` })).error;
      const before = Array.from({ length: 6 }, (_, n) => rename(n));
      const deletion = rpc(ann, 'delete_account', { confirmation: ann.email }).then(({ error }) => error);
      const after = Array.from({ length: 6 }, (_, n) => rename(n + 6));
      const errors = await Promise.all([...before, deletion, ...after]);
      expect(errors.filter((error) => error !== null)).toEqual([]);
      for (const list of lists) expect(await membershipOf(bob, list)).toMatchObject({ role: 'owner' });
    }
  });
});

test('[H12] a handover of a list with many rows locks the account of the new owner only at its end', async () => {
  const { ann, eve, list } = await parts.openShared();
  await upsert(ann, 'grocery_items', { id: `milk-${list}`, list_id: list });
  const { handover } = await sql.begin(async (tx) => {
    // Stands for the time that very many rows take.
    await tx`select from grocery_items where list_id = ${list} for update`;
    const answer = rpc(ann, 'hand_over_list', { list_id: list, member_id: eve.id }).then((done) => done);
    await untilWaiting(sql);
    await expect(sql`select from auth.users where id = ${eve.id} for update nowait`).resolves.toHaveLength(1);
    // A new name waits for the list, and does not keep the handover from its end.
    const renaming = upsert(ann, 'lists', { id: list, name: 'Party' }).then((done) => done);
    return { handover: Promise.all([answer, renaming]) };
  });
  expect(await handover).toMatchObject([{ error: null }, { error: null }]);
  expect(await membershipOf(eve, list)).toMatchObject({ role: 'owner', name: 'Party' });
});
