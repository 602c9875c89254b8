/** Pulls from a backend with versions, and the repair of invalid rows. */
import { describe, expect, test } from 'vitest';
import { ok } from '#core/result.ts';
import { ANN, json, MILK, openFakeList } from '#test/backend/fake-server.ts';

const ITEMS = '/rest/v1/grocery_items';
const LISTS = '/rest/v1/lists';

const wireItem = (fields: object) => ({ ...MILK, ...fields });

describe('a pull', () => {
  test('[Y5] requests the rows above a version, in order, one page at a time', async () => {
    const { pull, askedOf } = openFakeList();
    expect(await pull('items', 41)).toEqual(ok({ rows: [], isFull: false }));
    const query = Object.fromEntries(askedOf(`GET ${ITEMS}`)[0]?.query ?? []);
    expect(query).toEqual({
      select: '*',
      user_id: `eq.${ANN.id}`,
      version: 'gt.41',
      order: 'version.asc',
      limit: '1000',
    });
  });

  test("[Y7] reads the list's name from the list's own row", async () => {
    const list = { id: ANN.id, name: 'Party', version: 3, device_id: null };
    const { pull, askedOf } = openFakeList(({ call }) => (call === `GET ${LISTS}` ? json([list]) : undefined));
    expect(await pull('listRow', 1)).toEqual(
      ok({
        rows: [
          { table: 'listRow', row: { id: 'profile', listName: 'Party', deleted: false }, version: 3, deviceId: null },
        ],
        isFull: false,
      }),
    );
    expect(askedOf(`GET ${LISTS}`)[0]?.query.get('id')).toBe(`eq.${ANN.id}`);
  });

  test('[Y5] reports that there may be more rows when the page was full', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => wireItem({ id: `i${at}`, version: at + 1 }));
    const { pull } = openFakeList(({ call }) => (call === `GET ${ITEMS}` ? json(rows) : undefined));
    expect(await pull('items', 0)).toMatchObject(ok({ isFull: true, rows: { length: 1000 } }));
  });

  test('[Y5] returns every row the first time, even rows from before versions existed', async () => {
    const old = Array.from({ length: 1500 }, (_, at) =>
      wireItem({ id: `i${String(at).padStart(4, '0')}`, version: 0 }),
    );
    const rows = [...old, wireItem({ id: 'new', version: 9 })];
    const { pull, askedOf } = openFakeList(({ call, query }) => {
      const from = Number(query.get('offset') ?? 0);
      return call === `GET ${ITEMS}` ? json(rows.slice(from, from + Number(query.get('limit')))) : undefined;
    });
    expect(await pull('items', 0)).toMatchObject(ok({ isFull: false, rows: { length: 1501 } }));
    expect(askedOf(`GET ${ITEMS}`)[0]?.query.get('version')).toBe('gte.0');
  });

  test('[H12] cleans and cuts names and notes that another client wrote', async () => {
    const bad = `\u202eMilk\u0007 ${'e' + '\u0301'.repeat(40)}\u2066`;
    const shown = expect.stringMatching(/^Milk \u00e9\u0301{0,4}$/u);
    const long = 'x'.repeat(3000);
    const { pull } = openFakeList(({ call }) => {
      if (call === `GET ${ITEMS}`) return json([wireItem({ name: bad, note: long })]);
      if (call === `GET ${LISTS}`)
        return json([{ id: ANN.id, name: bad, version: 3, loaded: { id: '1', name: bad, by: 'b' } }]);
      if (call === 'GET /rest/v1/categories') return json([{ id: 'c', name: bad, version: 3 }]);
      if (call !== 'GET /rest/v1/saved_lists') return undefined;
      return json([{ id: 's', name: bad, version: 3, items: [{ id: 'i', name: bad, category: 'c' }] }]);
    });
    expect(await pull('items', 1)).toMatchObject(ok({ rows: [{ row: { name: shown, note: `${'x'.repeat(199)}…` } }] }));
    expect(await pull('listRow', 1)).toMatchObject(
      ok({ rows: [{ row: { listName: shown, loaded: { id: '1', name: shown } } }] }),
    );
    expect(await pull('categories', 1)).toMatchObject(ok({ rows: [{ row: { name: shown } }] }));
    expect(await pull('savedLists', 1)).toMatchObject(
      ok({ rows: [{ row: { name: shown, items: [{ name: shown }] } }] }),
    );
  });

  test('[spec-8] repairs invalid fields of a row, and skips rows without an id or version', async () => {
    const rows = [
      { id: 'i1', version: '8', name: null, category: 5, checked: 'yes', deleted: null, device_id: 7 },
      { id: '', version: 9 },
      { version: 9 },
      { id: 'i2', name: 'Lost' },
      { id: 'i3', version: -1 },
    ];
    const { pull } = openFakeList(({ call }) => (call === `GET ${ITEMS}` ? json(rows) : undefined));
    expect(await pull('items', 7)).toEqual(
      ok({
        rows: [
          {
            table: 'items',
            row: { id: 'i1', name: '', category: '', checked: false, deleted: false },
            version: 8,
            deviceId: null,
          },
        ],
        isFull: false,
      }),
    );
  });

  test('[spec-8] repairs a saved list: items stored as text or partly invalid, and its time', async () => {
    const item = { id: 'i', name: 'Milk', category: 'c', checked: true };
    const rows = [
      {
        id: 's1',
        version: 1,
        name: 'A',
        items: [item, 5, { id: 'x' }, { id: 7, name: 'Oil' }],
        created_at: '2026-11-21T08:00:00+00:00',
      },
      { id: 's2', version: 2, name: 'B', items: JSON.stringify([item]), created_at: 'never' },
      { id: 's3', version: 3, name: 'C', items: '{', created_at: null },
    ];
    const { pull } = openFakeList(({ call }) => (call === 'GET /rest/v1/saved_lists' ? json(rows) : undefined));
    const pulled = await pull('savedLists', 1);
    expect(pulled.ok && pulled.value.rows.map(({ row }) => row)).toEqual([
      {
        id: 's1',
        name: 'A',
        items: [item, { id: '7', name: 'Oil', category: '', checked: false }],
        createdAt: '2026-11-21T08:00:00.000Z',
        deleted: false,
      },
      { id: 's2', name: 'B', items: [item], createdAt: '', deleted: false },
      { id: 's3', name: 'C', items: [], createdAt: '', deleted: false },
    ]);
  });
});

test('[Q6] a row without columns for amounts and notes does not name them; broken values count as none', async () => {
  const rowOf = async (wire: object) => {
    const { pull } = openFakeList(({ call }) =>
      call === 'GET /rest/v1/grocery_items' ? json([{ ...MILK, ...wire }]) : undefined,
    );
    const pulled = await pull('items', 1);
    return pulled.ok ? pulled.value.rows[0]?.row : null;
  };
  expect(await rowOf({})).not.toHaveProperty('amount');
  expect(await rowOf({ amount: 1.5, unit: 'kg', note: 'ripe' })).toMatchObject({
    amount: 1.5,
    unit: 'kg',
    note: 'ripe',
  });
  // Postgres sends numeric columns as text to some clients.
  expect(await rowOf({ amount: '0.25' })).toMatchObject({ amount: 0.25 });
  expect(await rowOf({ amount: 'x', unit: 5, note: '' })).toMatchObject({ amount: null, unit: null, note: null });
});
