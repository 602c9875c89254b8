/** A backend whose tables have the spec's columns and nothing more. */
import { describe, expect, test } from 'vitest';
import type { TableName } from '#core/list/row.ts';
import type { NumberedPatch } from '#core/sync/push-groups.ts';
import { createPlainServer, PLAIN_COLUMNS } from '#test/backend/fake-plain-tables.ts';
import { ANN, openFakeServer } from '#test/backend/fake-server.ts';
import { removeUnversionedRows } from './unversioned-rows.ts';

function setUp(columns = PLAIN_COLUMNS, stored: Record<string, string> = {}) {
  const plain = createPlainServer(columns);
  const server = openFakeServer(plain.answer, stored);
  server.keepSession(ANN);
  const account = server.openAccount(ANN);
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

  test('[Y5] is also one that does not count versions', async () => {
    const columns = {
      ...PLAIN_COLUMNS,
      grocery_items: [...(PLAIN_COLUMNS['grocery_items'] ?? []), 'version', 'deleted'],
    };
    const { plain, rowsOf, push, pull } = setUp(columns);
    plain.table('grocery_items').set('i1', { id: 'i1', user_id: ANN.id, ...milk, version: 0 });
    expect(await rowsOf('items')).toEqual([{ id: 'i1', ...milk }]);
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
    expect(await push({ table: 'profile', id: 'profile', fields: { listName: 'Party' } })).toMatchObject({
      value: [{ row: { listName: 'Party' } }],
    });
    expect(await rowsOf('profile')).toEqual([]);
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
