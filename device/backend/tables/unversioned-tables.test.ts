/** A backend whose tables have the spec's columns and nothing more. */
import { describe, expect, test } from 'vitest';
import { MOVED, START } from '#core/list/keyed-fields.ts';
import type { TableName } from '#core/list/row.ts';
import type { NumberedPatch } from '#core/sync/sync-record.ts';
import { createPlainServer, PLAIN_COLUMNS } from '#test/backend/fake-plain-tables.ts';
import { ANN, json, MILK, openFakeList, openFakeServer } from '#test/backend/fake-server.ts';
import { fail, ok } from '#core/result.ts';
import { removeUnversionedRows } from '#device/local-storage/unversioned-rows.ts';
import { onlyList } from '#test/doubles/only-list.ts';

function setUp(columns = PLAIN_COLUMNS, stored: Record<string, string> = {}) {
  const plain = createPlainServer(columns);
  const server = openFakeServer(plain.answer, stored);
  server.keepSession(ANN);
  const account = server.openListBackend(ANN, onlyList(ANN.id));
  let seq = 0;
  return {
    ...server,
    ...account.backend,
    plain,
    push: (...patches: readonly NumberedPatch['patch'][]) =>
      account.backend.push({
        table: patches[0]?.table ?? 'items',
        deviceId: 'device-1',
        patches: patches.map((patch) => ({ patch, seq: (seq += 1) })),
      }),
    rowsOf: async (table: TableName, cursor = 0) => {
      const pulled = await account.backend.pull(table, cursor);
      return pulled.ok ? pulled.value.rows.map(({ row }) => row) : pulled.failure;
    },
  };
}

const milk = { name: 'Milk', category: 'c', checked: false, deleted: false };
const add = (id: string): NumberedPatch['patch'] => ({ table: 'items', id, fields: milk });

describe('a plain backend', () => {
  test('[Y5] is detected once, by a pull or by a push', async () => {
    const pulled = setUp();
    await pulled.pull('items', 0);
    await pulled.pull('categories', 0);
    expect(pulled.asked.filter(({ query }) => query.has('version'))).toHaveLength(1);
    const pushed = setUp();
    expect(await pushed.push(add('i1'))).toMatchObject({ ok: true });
    expect(pushed.plain.table('grocery_items').get('i1')).toEqual({
      id: 'i1',
      user_id: ANN.id,
      name: 'Milk',
      category: 'c',
      checked: false,
    });
  });

  test("[H11] [O2] has no table for the list's name, which a change of its stores keeps, and is detected by another table", async () => {
    const { push, pull, plain } = setUp();
    expect(await pull('listRow', 0)).toEqual(ok({ rows: [], isFull: false }));
    const named = await push({ table: 'listRow', id: 'profile', fields: { listName: 'Party' } });
    expect(named).toMatchObject({ value: [{ row: { listName: 'Party' } }] });
    // The name that the device has stays (core/sync/merge-step.ts).
    const tied = await push({ table: 'listRow', id: 'profile', fields: { 'store:a': 'Market' } });
    expect(tied).toMatchObject({ value: [{ row: { 'store:a': 'Market' } }] });
    expect(tied.ok && tied.value[0]?.row).not.toHaveProperty('listName');
    await push(add('i1'));
    expect(plain.table('grocery_items').size).toBe(1);
  });

  test('[Y5] is also one that does not count versions', async () => {
    const columns = {
      ...PLAIN_COLUMNS,
      grocery_items: [...(PLAIN_COLUMNS['grocery_items'] ?? []), 'version', 'deleted'],
    };
    const { plain, rowsOf, push, pull } = setUp(columns);
    plain.table('grocery_items').set('i1', { id: 'i1', user_id: ANN.id, ...milk, version: 0 });
    expect(await rowsOf('items')).toEqual([{ id: 'i1', ...milk }]);
    // The device counts versions in place of the backend.
    const first = await pull('items', 0);
    expect(first.ok && first.value.rows[0]?.version).toBeGreaterThan(0);
    expect(await push({ table: 'items', id: 'i1', fields: { deleted: true } })).toMatchObject({ ok: true });
    expect(plain.table('grocery_items').get('i1')).toMatchObject({ deleted: true, name: 'Milk' });
    expect(await pull('items', 0)).toMatchObject({ value: { rows: [{ row: { deleted: true } }] } });
  });

  test('[Y1] receives whole rows: the patches applied to the rows last read', async () => {
    const { plain, push } = setUp();
    plain.table('grocery_items').set('i1', { id: 'i1', user_id: ANN.id, name: 'Oil', category: 'c', checked: false });
    const pushed = await push({ table: 'items', id: 'i1', fields: { checked: true } });
    expect(pushed).toMatchObject({
      ok: true,
      value: [{ row: { id: 'i1', name: 'Oil', checked: true, deleted: false } }],
    });
    expect(plain.table('grocery_items').get('i1')).toMatchObject({ name: 'Oil', checked: true });
  });

  test('[Y2] receives a deletion as a DELETE request, with URLs of limited length', async () => {
    const { push, plain, askedOf } = setUp();
    const ids = Array.from({ length: 120 }, (_, at) => `item-${at}`);
    await push(...ids.map(add));
    const removed = await push(
      ...ids.map((id): NumberedPatch['patch'] => ({ table: 'items', id, fields: { deleted: true } })),
    );
    expect(removed.ok && removed.value.every(({ row }) => row.deleted)).toBe(true);
    expect([plain.table('grocery_items').size, askedOf('DELETE /rest/v1/grocery_items').length]).toEqual([0, 3]);
  });

  test('[Y2] does not get a row back that another device deleted when this one ticks it', async () => {
    const { push, plain, pull } = setUp();
    await push(add('i1'));
    plain.table('grocery_items').delete('i1');
    await pull('items', 0);
    expect(await push({ table: 'items', id: 'i1', fields: { checked: true } })).toMatchObject({
      ok: true,
      value: [{ row: { id: 'i1', deleted: true } }],
    });
    expect(plain.table('grocery_items').size).toBe(0);
    await push({ table: 'items', id: 'i1', fields: { deleted: false } });
    expect(plain.table('grocery_items').get('i1')).toMatchObject({ name: 'Milk' });
  });

  test('[Y5] a missing row is reported as deleted, even after a restart', async () => {
    const first = setUp();
    await first.push(add('i1'), add('i2'));
    await first.pull('items', 0);
    const second = setUp(PLAIN_COLUMNS, Object.fromEntries(first.values));
    second.plain.table('grocery_items').set('i2', first.plain.table('grocery_items').get('i2') ?? {});
    expect(await second.rowsOf('items')).toEqual([
      { id: 'i1', ...milk, deleted: true },
      { id: 'i2', ...milk },
    ]);
  });

  test('[Y5] each pull gets a higher version than before, whatever the clock says', async () => {
    const { push, pull, clock } = setUp();
    await push(add('i1'));
    const first = await pull('items', 0);
    clock.set(0);
    const second = await pull('items', 5);
    const third = await pull('items', Number.MAX_SAFE_INTEGER - 10);
    const versions = [first, second, third].map((pulled) => (pulled.ok ? pulled.value.rows[0]?.version : null));
    expect(versions).toEqual(versions.toSorted((a, b) => Number(a) - Number(b)));
    expect(new Set(versions).size).toBe(3);
    expect(versions[2]).toBe(Number.MAX_SAFE_INTEGER - 9);
  });

  test('[Y5] is pulled page by page', async () => {
    const { plain, rowsOf } = setUp();
    for (let at = 0; at < 2300; at += 1) {
      const id = `i${String(at).padStart(4, '0')}`;
      plain.table('grocery_items').set(id, { id, user_id: ANN.id, name: id, category: 'c', checked: false });
    }
    expect(await rowsOf('items')).toHaveLength(2300);
  });

  test("[Y7] has no columns for the categories in the list and the list's name, so this device keeps them", async () => {
    const { push, rowsOf, plain } = setUp();
    await push({ table: 'categories', id: 'c', fields: { name: 'Dairy', color: '', inList: false, deleted: false } });
    expect(plain.table('categories').get('c')).toEqual({ id: 'c', user_id: ANN.id, name: 'Dairy', color: '' });
    expect(await rowsOf('categories')).toMatchObject([{ id: 'c', inList: false }]);
    expect(await push({ table: 'listRow', id: 'profile', fields: { listName: 'Party' } })).toMatchObject({
      value: [{ row: { listName: 'Party' } }],
    });
    expect(await rowsOf('listRow')).toEqual([]);
  });

  test('[O1] has no column for the order of categories, so the order stays on this device', async () => {
    const { push, rowsOf, plain } = setUp();
    const ranks = { [MOVED]: -0.5, [START]: 3 };
    await push({ table: 'categories', id: 'c', fields: { name: 'Dairy', color: '', deleted: false, ...ranks } });
    expect(plain.table('categories').get('c')).toEqual({ id: 'c', user_id: ANN.id, name: 'Dairy', color: '' });
    expect(await rowsOf('categories')).toMatchObject([{ id: 'c', ...ranks }]);
    await push({ table: 'categories', id: 'c', fields: { [MOVED]: null } });
    expect(await rowsOf('categories')).toMatchObject([{ id: 'c', [MOVED]: null }]);
  });

  test('[Y4] that cannot be reached is reported as such', async () => {
    const { pull, push, answer } = setUp();
    await pull('items', 0);
    answer(() => 'no network');
    expect(await pull('items', 0)).toEqual({ ok: false, failure: { type: 'transient' } });
    expect(await push(add('i1'))).toEqual({ ok: false, failure: { type: 'transient' } });
    expect(await push({ table: 'savedLists', id: 's', fields: { name: 'Week' } })).toMatchObject({ ok: false });
  });

  test('[Y9] keeps the known rows while the list is on this device, and removes them with the account', async () => {
    const { push, accounts, values } = setUp();
    const isKept = (): boolean => [...values.keys()].some((key) => key.startsWith('checklist.unversioned-rows.'));
    await push(add('i1'));
    await accounts.signOut();
    expect(isKept()).toBe(true);
    removeUnversionedRows(ANN.id);
    expect(isKept()).toBe(false);
  });
});

describe('[Y5] a backend that counts versions is not taken for a plain one', () => {
  const MISSING_COLUMN = () => json({ code: '42703', message: 'column version does not exist' }, 400);
  const MISSING_TABLE = () => json({ code: 'PGRST205', message: 'Could not find the table' }, 404);
  const ITEMS = '/rest/v1/grocery_items';
  const CATEGORIES = '/rest/v1/categories';
  const TICK = { table: 'items', deviceId: 'device-1', patches: [{ patch: add('i1'), seq: 1 }] } as const;
  const NAME = {
    table: 'listRow',
    deviceId: 'device-1',
    patches: [{ patch: { table: 'listRow', id: 'profile', fields: { listName: 'Party' } }, seq: 1 }],
  } as const;
  const TRANSIENT = fail({ type: 'transient' });

  test.each([
    ['a pull', `GET ${ITEMS}`, [MILK]],
    ['a push', `POST ${ITEMS}`, [MILK]],
    ['a pull of all tables', 'POST /rest/v1/rpc/pull_rows', { grocery_items: [MILK] }],
  ])('after %s had versions', async (_, seen, rows) => {
    let isBroken = false;
    const account = openFakeList(({ call }) => {
      if (isBroken && call.startsWith('GET /rest/v1/')) return MISSING_COLUMN();
      return call === seen ? json(rows) : undefined;
    });
    if (seen.endsWith('pull_rows')) await account.pullAll({ items: 0, categories: 0 });
    else if (seen.startsWith('POST')) await account.push(TICK);
    else await account.pull('items', 0);
    isBroken = true;
    expect(await account.pull('categories', 0)).toEqual(TRANSIENT);
    isBroken = false;
    expect(await account.pull('categories', 0)).toEqual(ok({ rows: [], isFull: false }));
  });

  test('if the device has pulled up to one of its versions', async () => {
    const { pull } = openFakeList(({ call }) => (call === `GET ${ITEMS}` ? MISSING_COLUMN() : undefined));
    expect(await pull('items', 40)).toEqual(TRANSIENT);
  });

  test('because a push lacks a column, or a table is missing', async () => {
    const old = openFakeList(({ call }) => (call === `POST ${ITEMS}` ? MISSING_COLUMN() : undefined));
    expect(await old.push(TICK)).toEqual(TRANSIENT);
    const restored = openFakeList(({ call }) => (call.endsWith(ITEMS) ? MISSING_TABLE() : undefined));
    expect(await restored.pull('items', 0)).toMatchObject(fail({ type: 'refused' }));
    expect(await restored.pull('categories', 0)).toEqual(ok({ rows: [], isFull: false }));
    expect(restored.calls().at(-1)).toBe(`GET ${CATEGORIES}`);
  });

  test('because it has no table for lists: their names wait for it', async () => {
    const { pull, push, askedOf } = openFakeList(({ call }) =>
      call.endsWith('/rest/v1/lists') ? MISSING_TABLE() : undefined,
    );
    expect(await pull('listRow', 0)).toEqual(ok({ rows: [], isFull: false }));
    expect(await push(NAME)).toEqual(TRANSIENT);
    await pull('items', 3);
    expect(askedOf(`GET ${ITEMS}`)[0]?.query.get('version')).toBe('gt.3');
  });

  test('because all rows of one table are older than versions', async () => {
    const { pull } = openFakeList(({ call }) => {
      if (call === `GET ${CATEGORIES}`) return json([{ id: 'c1', name: 'Dairy', version: 0 }]);
      return call === `GET ${ITEMS}` ? json([MILK]) : undefined;
    });
    await pull('items', 0);
    expect(await pull('categories', 0)).toMatchObject(ok({ rows: [{ row: { id: 'c1' }, version: 0 }] }));
  });

  test("and is pulled from the start after versions of this device's clock", async () => {
    const clockVersion = 1_795_000_000_000;
    const { pull, pullAll, askedOf } = openFakeList();
    await pull('items', clockVersion);
    await pullAll({ items: clockVersion, categories: clockVersion * 1000 });
    expect(askedOf(`GET ${ITEMS}`)[0]?.query.get('version')).toBe('gte.0');
    expect(askedOf('POST /rest/v1/rpc/pull_rows')[0]?.body).toMatchObject({
      cursors: { grocery_items: -1, categories: clockVersion * 1000 },
    });
  });
});
