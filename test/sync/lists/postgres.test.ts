/** The same histories with the real lists and databases of devices, and a Postgres with our schema. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openListParts, type Account } from '#test/backend/list-parts.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { createNetwork } from '#test/sync/network.ts';
import { churnOf, listsHistoryOf, walksOf, type ListsEvent, type PeopleEvent } from './events.ts';
import { createRealDevice, toEntries, type RealDevice } from './real-device.ts';
import { playLists, type People } from './world.ts';

/** The test takes ten seconds, and longer on a busy machine. */
const TIMEOUT_MS = 240_000;

/** A history takes a second, so these are always the same ones, and none is reduced. */
const RUNS = { numRuns: 5, seed: 1, endOnFailure: true };

const parts = await openListParts();

test(
  '[H5] [H6] [H7] [H9] [H10] real devices of members agree with a real database, whatever happens to the lists',
  async () => {
    const play = (events: readonly ListsEvent[]): Promise<void> => simulate(events, 3);
    await fc.assert(fc.asyncProperty(listsHistoryOf(50), play), RUNS);
    await fc.assert(fc.asyncProperty(churnOf(50), play), RUNS);
  },
  TIMEOUT_MS,
);

test(
  '[O2] [O3] [H7] real devices of members agree with a real database on stores and their orders',
  async () => {
    // A device that learns at the end that its account joined again sends the changes it kept in one more cycle.
    const play = (events: readonly ListsEvent[]): Promise<void> => simulate(events, 4);
    await fc.assert(fc.asyncProperty(walksOf(30), play), { ...RUNS, numRuns: 2 });
  },
  TIMEOUT_MS,
);

/** @param rounds how often every device syncs at the end */
async function simulate(events: readonly ListsEvent[], rounds: number): Promise<void> {
  stubIndexedDb();
  stubPage();
  stubLocalStorage({});
  const accounts = new Map<string, Account>();
  for (const name of ['ann', 'bob', 'cat']) accounts.set(name, await parts.join());
  const deleted = new Set<string>();
  const network = createNetwork();
  const devices: RealDevice[] = [];
  for (const account of accounts.values())
    devices.push(await createRealDevice({ account, parts, network, isSignedOut: () => deleted.has(account.id) }));
  const people = createPeople(accounts, deleted);
  await playLists({ network, devices, people, settle, rounds }, [...FIRST, ...events]);
  for (const device of devices) if (!device.isSignedOut()) await checkEnd(device, [...accounts.values()]);
  for (const device of devices) device.close();
}

/** Gives every account an item in its personal list. */
const FIRST: readonly ListsEvent[] = [0, 1, 2].flatMap((device): readonly ListsEvent[] => [
  { type: 'go', device, messages: 99 },
  {
    type: 'edit',
    device,
    list: 0,
    edits: [{ table: 'items', id: 'a', field: 'name', value: 'milk', isWhole: true }],
  },
]);

/** Turns of the event loop that the longest work of a device on its disk takes. */
const TURNS = 60;

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

type Play = (parties: {
  readonly owner: Account;
  readonly account: Account;
  readonly listId: string;
}) => Promise<unknown>;

function createPeople(accounts: ReadonlyMap<string, Account>, deleted: Set<string>): People {
  const all = [...accounts.values()];
  const byId = new Map(all.map((account) => [account.id, account]));
  const ownerOf = async (listId: string): Promise<Account | undefined> => {
    const [list] = await parts.sql`select user_id from public.lists where id = ${listId}`;
    return byId.get(String(list?.['user_id']));
  };
  const call = (caller: Account, name: string, args: object): Promise<unknown> =>
    Promise.resolve(parts.rpc(caller, name, args));
  const plays: Readonly<Record<PeopleEvent['type'], Play>> = {
    join: ({ owner, account, listId }) => parts.share(owner, listId, account),
    remove: ({ owner, account, listId }) => call(owner, 'remove_member', { list_id: listId, member_id: account.id }),
    'hand-over': ({ owner, account, listId }) =>
      call(owner, 'hand_over_list', { list_id: listId, member_id: account.id }),
    async 'delete-account'({ account }) {
      deleted.add(account.id);
      await parts.sql`delete from auth.users where id = ${account.id}`;
    },
    // The database refuses no row that devices send here, and loses no membership.
    'toggle-refusal': () => Promise.resolve(),
    'lose-membership': () => Promise.resolve(),
  };
  const play = async ({ type, account: name }: PeopleEvent, listId: string): Promise<void> => {
    const owner = await ownerOf(listId);
    const account = accounts.get(name);
    if (owner === undefined || account === undefined || deleted.has(account.id)) return;
    await plays[type]({ owner, account, listId });
  };
  return {
    play,
    async listIds() {
      const ids = all.map(({ id }) => id);
      const found = await parts.sql`select id from public.lists where user_id = any (${ids}) order by created_at, id`;
      return found.map(({ id }) => String(id));
    },
    async removeList(accountId, { id, role }) {
      const account = byId.get(accountId);
      if (account === undefined) return false;
      const { error } = await parts.rpc(account, role === 'owner' ? 'delete_list' : 'leave_list', { list_id: id });
      return error === null || error.hint === 'list_not_found';
    },
    restore: () => Promise.resolve(),
  };
}

/** Checks that a device has its account's lists, as the database has them, and no others. */
async function checkEnd(device: RealDevice, accounts: readonly Account[]): Promise<void> {
  const account = accounts.find(({ id }) => id === device.account);
  if (account === undefined) return;
  const joined = (await parts.memberships(account)).filter(({ deleted }) => !deleted);
  const entries = device.entries().filter(({ state }) => state !== 'ended');
  const toKnown = joined.map(({ id, name, role, members }) => ({
    id,
    name,
    role,
    state: 'active',
    members: (members ?? []).map((member) => ({ id: member.id, role: member.role })),
  }));
  expect(entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject(
    toKnown.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const ids = joined.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...(await device.storedIds())]));
  for (const listId of ids) {
    const items = await parts.sql`select id, name, category, checked, store from public.grocery_items
      where list_id = ${listId} and not deleted`;
    const categories = await parts.sql`select id, ranks from public.categories
      where list_id = ${listId} and not deleted`;
    const [list] = await parts.sql`select stores from public.lists where id = ${listId}`;
    const expected = [
      ...items.map((row): readonly unknown[] => [
        row['id'],
        row['name'],
        row['category'],
        row['checked'],
        row['store'],
      ]),
      ...categories.map((row): readonly unknown[] => [row['id'], toEntries(row['ranks'])]),
      toEntries(list?.['stores']),
    ];
    expect(await device.rows(listId)).toEqual(expected.map((row) => JSON.stringify(row)).toSorted());
  }
}
