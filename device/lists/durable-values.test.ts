/** The open list and Shop mode after the browser was killed, which loses the latest changes of local storage. */
import { beforeEach, expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { createStorage } from '#device/database/storage.ts';
import { createShopModeStorage } from '#device/local-storage/user-facts.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { durableListChoice, keepLocalValues, removeDurable } from './durable-values.ts';

const CHANGED = `checklist.changed.${USER}`;
const PARTY = { listId: 'party', name: 'Party' };
const HARDWARE = { listId: 'hardware', name: 'Hardware' };

let stored: Map<string, string>;

beforeEach(async () => {
  stubIndexedDb();
  stored = stubLocalStorage({});
  const personal = createStorage(USER);
  await personal.open({ ...EMPTY_CONTENTS, listRow: [{ id: 'profile', listName: 'My List', deleted: false }] });
  await personal.close();
});

const { read, restore } = durableListChoice;
const shopMode = createShopModeStorage(createFakeClock(), () => keepLocalValues(USER));
const readDisk = (): Promise<unknown> => withRawDatabase((database) => database.get('meta', 'localValues'));

/** Changes local storage, and waits until the database has the change. @returns what local storage had before */
async function change(act: () => void): Promise<ReadonlyMap<string, string>> {
  const earlier = new Map(stored);
  act();
  // Each change has a later time than the one before.
  const at = Number(earlier.get(CHANGED) ?? 0) + 1;
  stored.set(CHANGED, `${at}`);
  await expect.poll(readDisk).toContain(`"at":${at},`);
  return earlier;
}

const choose = (choice: typeof PARTY) => change(() => durableListChoice.write(USER, choice));

/** Kills the browser before it has written the latest changes to the disk. */
function crash(earlier: ReadonlyMap<string, string>): void {
  stored.clear();
  for (const [key, text] of earlier) stored.set(key, text);
}

test('[H2] the open list survives a killed browser', async () => {
  await choose(PARTY);
  crash(await choose(HARDWARE));
  expect(read(USER)).toEqual(PARTY);
  await restore(USER);
  expect(read(USER)).toEqual(HARDWARE);
});

test('[H2] the return to the personal list survives a killed browser', async () => {
  await choose(PARTY);
  crash(await choose({ listId: USER, name: 'My List' }));
  await restore(USER);
  expect(read(USER)).toBeNull();
});

test('[L14] the start and the end of Shop mode survive a killed browser', async () => {
  crash(await change(() => shopMode.write('groceries', '')));
  expect(shopMode.read('groceries')).toBeNull();
  await restore(USER);
  expect(shopMode.read('groceries')).toBe('');
  crash(await change(() => shopMode.clear()));
  expect(shopMode.read('groceries')).toBe('');
  await restore(USER);
  expect(shopMode.read('groceries')).toBeNull();
});

test('[H2] the database never replaces what local storage has had later', async () => {
  const earlier = await choose(PARTY);
  expect(earlier.size).toBe(0);
  await restore(USER);
  expect(read(USER)).toEqual(PARTY);
  // The disk has refused a change.
  stored.set(`checklist.open-list.${USER}`, JSON.stringify(HARDWARE));
  stored.set(CHANGED, '9');
  await restore(USER);
  expect(read(USER)).toEqual(HARDWARE);
});

test('[Y9] values that are removed do not come back', async () => {
  const earlier = await choose(PARTY);
  await removeDurable(USER);
  expect([stored.has(CHANGED), await readDisk()]).toEqual([false, undefined]);
  crash(earlier);
  await restore(USER);
  expect(read(USER)).toBeNull();
});

test('[Y9] an account without a list on this device gets no database', async () => {
  keepLocalValues('other');
  await restore('other');
  await removeDurable('other');
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([`checklist:${USER}`]);
});

test.each([1, '{', '"party"', '{"at":"now"}'])('[spec-8] an unreadable value restores nothing: %j', async (value) => {
  await withRawDatabase((database) => database.put('meta', value, 'localValues'));
  await restore(USER);
  expect([...stored]).toEqual([]);
});
