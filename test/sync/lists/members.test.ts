/** Random histories of accounts that share lists: members agree at the end, and former members read and lose nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Edit } from '#test/sync/events.ts';
import {
  backgroundOf,
  besidesFirstStoreOf,
  churnOf,
  comingsOf,
  creationsOf,
  listsHistoryOf,
  SHARED,
  sharedTicksOf,
  walksOf,
  WITH_STORES,
  type ListsEvent,
} from './events.ts';
import type { ListsServerDouble } from './lists-server.ts';
import { simulateLists } from './memory-world.ts';
import { ALL_LISTS_RULES } from './rules.ts';
import { readShown } from './shopper.ts';

const simulate = (events: readonly ListsEvent[]) => simulateLists(events, ALL_LISTS_RULES);

test('[H5] [H6] [H7] [H9] [H10] members agree at the end, whatever happens to lists, members and accounts', async () => {
  const property = fc.asyncProperty(listsHistoryOf(80), async (events) => void (await simulate(events)));
  await fc.assert(property, { numRuns: 1000 });
});

test('[H6] [H7] [H10] members agree after accounts joined, left and joined again', async () => {
  const property = fc.asyncProperty(churnOf(60), async (events) => void (await simulate(events)));
  await fc.assert(property, { numRuns: 800 });
});

test('[H2] [H6] [H7] members agree while answers overtake each other, and while lists are created and deleted', async () => {
  const histories = fc.oneof(comingsOf(60), creationsOf(60));
  await fc.assert(
    fc.asyncProperty(histories, async (events) => void (await simulate(events))),
    { numRuns: 400 },
  );
});

test('[O2] [O3] [O4] [H7] members who walk through stores agree on their orders, while members come and go and stores change', async () => {
  const property = fc.asyncProperty(walksOf(50), async (events) => void (await simulate(events)));
  await fc.assert(property, { numRuns: 150 });
});

test('[U1] [H7] accounts that tick and untick one item agree, and Undo reverts only their own changes', async () => {
  const property = fc.asyncProperty(sharedTicksOf(60), async (events) => void (await simulate(events)));
  await fc.assert(property, { numRuns: 500 });
});

/** Bob's device. His own list is its first, and Ann's is the second. */
const BOB = 2;

const edit = (device: number, list: number, edited: Pick<Edit, 'id' | 'field' | 'value'>): ListsEvent => ({
  type: 'edit',
  device,
  list,
  edits: [{ table: 'items', isWhole: true, ...edited }],
});

test('[H7] a tick of one member and a new name of another both survive, in any order of arrival', async () => {
  const property = fc.asyncProperty(backgroundOf(20), backgroundOf(20), async (before, after) => {
    const { server } = await simulate([
      ...SHARED,
      edit(0, 0, { id: 'a', field: 'checked', value: true }),
      ...before,
      edit(BOB, 1, { id: 'a', field: 'name', value: 'Oat milk' }),
      ...after,
    ]);
    expect(itemIn(server, 'ann')).toMatchObject({ name: 'Oat milk', checked: true });
  });
  await fc.assert(property, { numRuns: 300 });
});

/** Bob's device returns to the network, and stays until it has removed what has ended. */
const returned = [1, 2, 3].flatMap((): readonly ListsEvent[] => [
  { type: 'connect', device: BOB, isOnline: true },
  { type: 'go', device: BOB, messages: 99 },
  { type: 'wait', device: BOB, milliseconds: 10_000 },
]);

test('[H6] a member who was removed and joins again gets an unsent tick back, and reverts nothing else', async () => {
  const property = fc.asyncProperty(backgroundOf(20), backgroundOf(20), async (before, after) => {
    const { server } = await simulate([
      ...SHARED,
      { type: 'connect', device: BOB, isOnline: false },
      edit(BOB, 1, { id: 'a', field: 'checked', value: true }),
      { type: 'remove', account: 'bob', list: 0 },
      edit(0, 0, { id: 'a', field: 'name', value: 'Oat milk' }),
      ...before,
      ...returned,
      { type: 'join', account: 'bob', list: 0 },
      ...after,
    ]);
    expect(itemIn(server, 'ann')).toMatchObject({ name: 'Oat milk', checked: true });
  });
  await fc.assert(property, { numRuns: 300 });
});

test('[O2] [O4] the order that a member walked offline in one store reaches the others, whatever they do in another store', async () => {
  const property = fc.asyncProperty(besidesFirstStoreOf(20), besidesFirstStoreOf(20), async (before, after) => {
    const { devices } = await simulate([
      ...WITH_STORES,
      { type: 'connect', device: BOB, isOnline: false },
      { type: 'shop', device: BOB, list: 1, trips: { store: 'x', categories: ['c', 'a', 'd', 'b'], count: 5 } },
      ...before,
      ...returned,
      ...after,
    ]);
    const [first] = devices;
    const shown = first === undefined ? [] : readShown(first.stored.open('ann'), 'x');
    expect(shown.filter((id) => /^[a-d]-ann$/u.test(id))).toEqual(['c-ann', 'a-ann', 'd-ann', 'b-ann']);
  });
  await fc.assert(property, { numRuns: 100 });
});

test('[H6] [H10] what a removed member changed offline is offered, and reaches only the list it is copied into', async () => {
  const property = fc.asyncProperty(backgroundOf(20), backgroundOf(20), async (before, after) => {
    const { server, devices } = await simulate([
      ...SHARED,
      { type: 'connect', device: BOB, isOnline: false },
      edit(BOB, 1, { id: 'c', field: 'name', value: 'Tea' }),
      { type: 'remove', account: 'bob', list: 0 },
      ...before,
      ...returned,
      { type: 'decide', device: BOB, keeps: true },
      ...after,
    ]);
    const namesIn = (listId: string): readonly unknown[] =>
      server
        .rowsOf(listId)
        .current()
        .flatMap(({ table, row }) => (table === 'items' && 'name' in row ? [row.name] : []));
    const offered = devices[BOB]?.entries().find(({ id }) => id === 'ann')?.unsent?.copy.items ?? [];
    expect([...namesIn('bob'), ...offered.map(({ name }) => name)]).toContain('Tea');
    expect(namesIn('ann')).not.toContain('Tea');
  });
  await fc.assert(property, { numRuns: 300 });
});

/** The first item of a list on the server. */
const itemIn = (server: ListsServerDouble, listId: string) =>
  server
    .rowsOf(listId)
    .current()
    .find(({ table }) => table === 'items')?.row;
