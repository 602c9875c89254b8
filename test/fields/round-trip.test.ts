/** Each detail of an item, and the rank of a category, sent from one device to another, through backends with and without its column. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import {
  type Detail,
  DETAILS,
  type FieldKind,
  type FieldValues,
  ITEM_FIELDS,
  migrationOf,
  NEWEST_MIGRATION,
} from '#core/list/item-fields.ts';
import { MOVED, START, storeField } from '#core/list/keyed-fields.ts';
import { LIST_ROW_ID, type TableName } from '#core/list/row.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { createBackendAccess } from '#device/backend/backend-access.ts';
import { wireEventToChangeEvent } from '#device/backend/realtime/realtime-subscription.ts';
import { isRowOf } from '#device/database/records.ts';
import { createStorage } from '#device/database/storage.ts';
import { offersDetail } from '#device/local-storage/missing-details.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { valueOf } from '#test/account/open-sync-tab.ts';
import { startRealServer } from '#test/backend/real-server.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { onlyList } from '#test/doubles/only-list.ts';

/** The columns of the newest fields come with the same migration. */
const NEWEST = DETAILS.filter((name) => migrationOf(name) === NEWEST_MIGRATION);

const current = await startRealServer();
const earlier = await startRealServer({}, await createTestDatabase(NEWEST_MIGRATION));
/** A backend older than the ranks of categories and the stores of lists. */
const unranked = await startRealServer({}, await createTestDatabase(14));
afterAll(async () => Promise.all([current.stop(), earlier.stop(), unranked.stop()]));

beforeEach(() => {
  stubPage();
  stubIndexedDb();
  stubLocalStorage({});
});

const VALUES: { readonly [K in FieldKind]: FieldValues[K] } = { text: 'ripe', key: 'c', flag: true, number: 2.5 };
const valueFor = (name: Detail) => VALUES[ITEM_FIELDS[name].kind];

/** A device of a new account, with its disk and its way to the backend. */
async function openPhone({ origin }: typeof current) {
  vi.stubGlobal('location', { href: `${origin}/` });
  const clock = createFakeClock(Date.now());
  const access = createBackendAccess({
    clock,
    deviceId: 'phone',
    report: () => undefined,
    onSignedOut: () => undefined,
    log: () => undefined,
  });
  const user = valueOf(
    await access.accounts.signUp({ email: `${crypto.randomUUID()}@example.org`, password: 'pear7tree' }),
  );
  const { backend, close } = access.openListBackend(user, onlyList(user.id));
  const storage = createStorage(user.id);
  await storage.open(EMPTY_CONTENTS);
  const sync = await storage.loadSync(clock);
  return {
    user,
    backend,
    close,
    readItems: async () => valueOf(await storage.readAfter({ key: 0, localSeq: -1 })).base.items,
    readListRow: async () => valueOf(await storage.readAfter({ key: 0, localSeq: -1 })).base.listRow[0],
    readCategory: async (id: string) =>
      valueOf(await storage.readAfter({ key: 0, localSeq: -1 })).base.categories.find((row) => row.id === id),
    /** Stores a change of a row, and sends it. */
    async change(id: string, fields: object, table: TableName = 'items') {
      const patches = [{ table, id, fields }] as const;
      valueOf(await storage.append([{ patches, history: NO_HISTORY_CHANGE }]));
      const group = valueOf(await sync.nextGroup());
      if (group === null) throw new Error('Nothing to send.');
      const rows = valueOf(await backend.push(group));
      valueOf(await sync.acknowledge(group, { type: 'accepted', rows }));
    },
    /** Pulls the rows like a device that has none, and stores them. */
    async pull(table: TableName = 'items') {
      const pages = valueOf(await backend.pullAll({ [table]: 0 }));
      const { rows } = pages[table] ?? valueOf(await backend.pull(table, 0));
      valueOf(await sync.receive(rows, { [table]: 0 }));
      return rows;
    },
  };
}

/** The change event of the item, as a backend sends it. */
async function readEvent({ database }: typeof current, id: string, userId: string) {
  const [row] = await database.sql<{ wire: object }[]>`
    select to_jsonb(i.*) as wire from public.grocery_items i where id = ${id}`;
  const event = { eventType: 'UPDATE', new: row?.wire, old: { id }, errors: null };
  return wireEventToChangeEvent('items', event, personalList(userId));
}

const MILK = { name: 'Milk', category: 'c', checked: false, deleted: false };

describe.each(DETAILS)('the field %s', (name) => {
  const details = { [name]: valueFor(name) };

  test('[Q6] reaches other devices through a backend that has its column', async () => {
    const phone = await openPhone(current);
    const id = `milk-${phone.user.id}`;
    await phone.change(id, { ...MILK, ...details });
    expect(await phone.pull()).toMatchObject([{ row: { id, ...MILK, ...details } }]);
    expect(await phone.readItems()).toEqual([{ id, ...MILK, ...details }]);
    expect(await readEvent(current, id, phone.user.id)).toMatchObject({ rows: [{ row: details }] });
    await phone.change(id, { [name]: null });
    expect(await phone.pull()).toMatchObject([{ row: { [name]: null } }]);
    expect(await phone.readItems()).toEqual([{ id, ...MILK }]);
    phone.close();
  });
});

describe.each(NEWEST)('without a column for %s', (name) => {
  test('[Q6] a backend stores the other fields, the device keeps this one, and no change event asks for a resync', async () => {
    const known = DETAILS.filter((other) => !NEWEST.includes(other));
    const others = Object.fromEntries(known.map((other) => [other, valueFor(other)]));
    const phone = await openPhone(earlier);
    const id = `milk-${phone.user.id}`;
    await phone.change(id, { ...MILK, ...others, [name]: valueFor(name) });
    expect(offersDetail(phone.user.id, name)).toBe(false);
    expect(known.filter((other) => !offersDetail(phone.user.id, other))).toEqual([]);
    const [pulled] = await phone.pull();
    expect(pulled?.row).toEqual({ id, ...MILK, ...others });
    expect(await phone.readItems()).toEqual([{ id, ...MILK, ...others, [name]: valueFor(name) }]);
    expect(await readEvent(earlier, id, phone.user.id)).toMatchObject({ type: 'rows', rows: [{ row: others }] });
    phone.close();
  });
});

describe('the rank of a category', () => {
  const deli = { name: 'Deli', color: '', inList: true, deleted: false };

  test('[O1] reaches other devices, merges with other people’s ranks, and disappears when it is removed', async () => {
    const phone = await openPhone(current);
    const id = `deli-${phone.user.id}`;
    await phone.change(id, { ...deli, [START]: 3 }, 'categories');
    await phone.change(id, { [MOVED]: 0.125 }, 'categories');
    expect(await phone.readCategory(id)).toEqual({ id, ...deli, [START]: 3, [MOVED]: 0.125 });
    const rows = await phone.pull('categories');
    expect(rows.find(({ row }) => row.id === id)).toMatchObject({ row: { [START]: 3, [MOVED]: 0.125 } });
    await phone.change(id, { [MOVED]: null, [START]: null }, 'categories');
    await phone.pull('categories');
    expect(await phone.readCategory(id)).toEqual({ id, ...deli });
    phone.close();
  });

  test('[O1] stays on the device if the backend has no column for it, and the other fields are stored', async () => {
    const phone = await openPhone(unranked);
    const id = `deli-${phone.user.id}`;
    await phone.change(id, { ...deli, [START]: 3 }, 'categories');
    await phone.change(id, { [MOVED]: -7, color: '#10b981' }, 'categories');
    const pulled = (await phone.pull('categories')).find(({ row }) => row.id === id);
    expect(pulled?.row).toEqual({ id, ...deli, color: '#10b981' });
    expect(await phone.readCategory(id)).toEqual({ id, ...deli, color: '#10b981', [START]: 3, [MOVED]: -7 });
    phone.close();
  });
});

describe('the stores of a list', () => {
  test('[O2] reach other devices, merge with other people’s, and disappear when they are removed', async () => {
    const phone = await openPhone(current);
    await phone.change(LIST_ROW_ID, { [storeField('a')]: 'Market' }, 'listRow');
    await phone.change(LIST_ROW_ID, { [storeField('b')]: 'Bakery', listName: 'Week' }, 'listRow');
    const stored = { 'store:a': 'Market', 'store:b': 'Bakery', listName: 'Week' };
    expect(await phone.readListRow()).toMatchObject(stored);
    expect(await phone.pull('listRow')).toMatchObject([{ row: stored }]);
    await phone.change(LIST_ROW_ID, { [storeField('a')]: null }, 'listRow');
    expect(await phone.pull('listRow')).toMatchObject([{ row: { 'store:a': null, 'store:b': 'Bakery' } }]);
    expect(await phone.readListRow()).not.toHaveProperty('store:a');
    phone.close();
  });

  test('[O2] stay on the device if the backend has no column for them, and the name of the list is stored', async () => {
    const phone = await openPhone(unranked);
    await phone.change(LIST_ROW_ID, { listName: 'Week', [storeField('a')]: 'Market' }, 'listRow');
    const [pulled] = await phone.pull('listRow');
    expect(pulled?.row).toMatchObject({ listName: 'Week' });
    expect(pulled?.row).not.toHaveProperty('store:a');
    expect(await phone.readListRow()).toMatchObject({ listName: 'Week', 'store:a': 'Market' });
    phone.close();
  });
});

test('[D1] a row that was stored before the newest fields existed is read, not quarantined', () => {
  expect(isRowOf.items({ id: 'milk', ...MILK })).toBe(true);
});
