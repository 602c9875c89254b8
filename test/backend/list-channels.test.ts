/** Change events of shared lists: members receive them, strangers and former members do not (product H7, H10). */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { addAccount, listen, openTestRealtime, write } from '#server/realtime/testing/test-realtime.ts';

const service = await openTestRealtime();
const { database, tokens } = service;

type Account = Awaited<ReturnType<typeof addAccount>>;
const join = () => addAccount(database, tokens);

/** Creates a list with members, as the functions do. */
async function createList(owner: Account, ...members: readonly Account[]): Promise<string> {
  const list = randomUUID();
  await write(database, owner.caller, `select create_list('${list}', 'Party')`);
  for (const member of members) {
    await database.sql`insert into list_members (list_id, user_id) values (${list}, ${member.id})`;
  }
  return list;
}

const addItem = (account: Account, list: string, name: string) =>
  write(
    database,
    account.caller,
    `insert into grocery_items (id, list_id, name) values ('${name}-${list}', '${list}', '${name}')`,
  );

const subscribe = (account: Account, table: string, filter?: string) => {
  const client = service.createClient({ token: account.token });
  return listen(client.channel(randomUUID()), { table, ...(filter !== undefined && { filter }) });
};

const namesOf = (rows: readonly { readonly new: Readonly<Record<string, unknown>> }[]) =>
  rows.map((row) => row.new['name']);

test('[H10] members receive the changes of a list, and strangers receive none, with any filter', async () => {
  const [ann, bob, eve] = [await join(), await join(), await join()];
  const list = await createList(ann, bob);
  const members = [
    await subscribe(ann, 'grocery_items', `list_id=eq.${list}`),
    // The owner's client of the specification.
    await subscribe(ann, 'grocery_items', `user_id=eq.${ann.id}`),
    await subscribe(bob, 'grocery_items', `list_id=eq.${list}`),
  ];
  const strangers = [
    await subscribe(eve, 'grocery_items', `list_id=eq.${list}`),
    await subscribe(eve, 'grocery_items', `user_id=eq.${ann.id}`),
    await subscribe(eve, 'grocery_items'),
  ];
  await addItem(bob, list, 'Tea');
  await addItem(ann, list, 'Ham');
  for (const { received } of members) await vi.waitFor(() => expect(namesOf(received)).toEqual(['Tea', 'Ham']));
  // Eve's own row comes last: when it has arrived, the others would have.
  await addItem(eve, eve.id, 'Mine');
  await vi.waitFor(() => expect(strangers[2]?.received).toHaveLength(1));
  expect(strangers.map(({ received }) => namesOf(received))).toEqual([[], [], ['Mine']]);
});

test('[H10] a removed member receives the end of the membership, and nothing of the list afterwards', async () => {
  const [ann, bob] = [await join(), await join()];
  const list = await createList(ann, bob);
  const items = await subscribe(bob, 'grocery_items', `list_id=eq.${list}`);
  const memberships = await subscribe(bob, 'list_members', `user_id=eq.${bob.id}`);
  await addItem(ann, list, 'Tea');
  await vi.waitFor(() => expect(namesOf(items.received)).toEqual(['Tea']));
  await write(database, ann.caller, `select remove_member('${list}', '${bob.id}')`);
  await addItem(ann, list, 'Secret');
  await vi.waitFor(() => expect(memberships.received.at(-1)?.new).toMatchObject({ list_id: list, deleted: true }));
  const own = await subscribe(bob, 'grocery_items', `list_id=eq.${bob.id}`);
  // Bob's own row comes last: when it has arrived, the other would have.
  await addItem(bob, bob.id, 'Mine');
  await vi.waitFor(() => expect(namesOf(own.received)).toEqual(['Mine']));
  expect(namesOf(items.received)).toEqual(['Tea']);
});

test('[H7] a new name, a new member and a new role reach all members, and other memberships do not', async () => {
  const [ann, bob, eve] = [await join(), await join(), await join()];
  const list = await createList(ann, bob);
  const memberships = await subscribe(ann, 'list_members', `user_id=eq.${ann.id}`);
  const all = await subscribe(eve, 'list_members');
  const count = () => memberships.received.length;
  await write(
    database,
    bob.caller,
    `insert into lists (id, name) values ('${list}', 'Ours') on conflict (id) do update set name = excluded.name`,
  );
  await vi.waitFor(() => expect(count()).toBe(1));
  await write(database, ann.caller, `select hand_over_list('${list}', '${bob.id}')`);
  await vi.waitFor(() => expect(memberships.received.at(-1)?.new).toMatchObject({ role: 'member' }));
  const before = count();
  await write(database, bob.caller, `select delete_list('${list}')`);
  await vi.waitFor(() => expect(memberships.received.at(-1)?.new).toMatchObject({ deleted: true }));
  expect(count()).toBeGreaterThan(before);
  await createList(eve);
  await vi.waitFor(() => expect(all.received.length).toBeGreaterThan(0));
  expect(new Set(all.received.map((row) => row.new['user_id']))).toEqual(new Set([eve.id]));
});
