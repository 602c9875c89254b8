/** Pulls of several tables in one request, from backends with and without the function for it. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { json, MILK, openFakeList, type Answer } from '#test/backend/fake-server.ts';

const CALL = 'POST /rest/v1/rpc/pull_rows';
const PROFILE = { id: 'x', name: 'Party', version: 3, device_id: null };
const CURSORS = { items: 41, listRow: 0 };

/** An account with empty tables whose function calls get this answer. */
const setUp = (answer: () => Answer) => openFakeList(({ call }) => (call === CALL ? answer() : undefined));

describe('a pull of several tables', () => {
  test('[Y5] is one request for the rows above each version', async () => {
    const { pullAll, calls, askedOf } = setUp(() =>
      json({ grocery_items: [MILK], lists: [PROFILE], categories: null, saved_lists: null }),
    );
    expect(await pullAll(CURSORS)).toEqual(
      ok({
        items: {
          rows: [
            {
              table: 'items',
              row: { id: 'i1', name: 'Milk', category: 'c1', checked: true, deleted: false },
              version: 12,
              deviceId: 'device-9',
              deviceSeq: 5,
            },
          ],
          isFull: false,
        },
        listRow: {
          rows: [
            { table: 'listRow', row: { id: 'profile', listName: 'Party', deleted: false }, version: 3, deviceId: null },
          ],
          isFull: false,
        },
      }),
    );
    expect(calls()).toEqual([CALL]);
    // Rows from before versions existed have version 0.
    expect(askedOf(CALL)[0]?.body).toEqual({ cursors: { list_members: 0, grocery_items: 41, lists: -1 }, most: 2500 });
  });

  test('[Y5] continues in pages of the same size', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => ({ ...MILK, id: `i${at}`, version: at + 1 }));
    const { pullAll, pull, askedOf } = setUp(() => json({ grocery_items: rows }));
    expect(await pullAll(CURSORS)).toMatchObject(ok({ items: { isFull: true, rows: { length: 2500 } } }));
    expect(await pull('items', 2500)).toMatchObject(ok({ isFull: true, rows: { length: 2500 } }));
    expect(askedOf(CALL)[1]?.body).toMatchObject({ cursors: { grocery_items: 2500 } });
  });

  test('[H12] takes a page that the backend cut for a full one, without its empty rows', async () => {
    const rows = [MILK, ...Array.from({ length: 2498 }, () => ({})), { ...MILK, id: 'i2', version: 13 }];
    const { pullAll } = setUp(() => json({ grocery_items: rows }));
    expect(await pullAll(CURSORS)).toMatchObject(
      ok({ items: { isFull: true, rows: [{ version: 12 }, { version: 13 }] } }),
    );
  });

  test('[H12] asks for half as many rows while the answer is too large, and for more afterwards', async () => {
    const tooLarge = () => json({ code: 'PGRSTX01', message: 'The response is larger than …' }, 413);
    const { pullAll, pull, askedOf } = openFakeList(({ call, body }) => {
      if (call !== CALL) return undefined;
      const { most } = body as { readonly most: number };
      return most > 700
        ? tooLarge()
        : json({ grocery_items: Array.from({ length: most }, (_, at) => ({ ...MILK, version: at + 1 })) });
    });
    expect(await pullAll(CURSORS)).toMatchObject(ok({ items: { isFull: true, rows: { length: 625 } } }));
    expect(await pull('items', 625)).toMatchObject(ok({ isFull: true, rows: { length: 625 } }));
    expect(askedOf(CALL).map(({ body }) => (body as { readonly most: number }).most)).toEqual([
      2500, 1250, 625, 1250, 625,
    ]);
  });

  test('[H12] asks for half as many rows of a table, too', async () => {
    const { pull, askedOf } = openFakeList(({ call, query }) => {
      if (call !== 'GET /rest/v1/grocery_items') return undefined;
      const limit = Number(query.get('limit'));
      return limit > 300
        ? new Response('<html>', { status: 413 })
        : json(Array.from({ length: limit }, (_, at) => ({ ...MILK, version: at + 13 })));
    });
    expect(await pull('items', 12)).toMatchObject(ok({ isFull: true, rows: { length: 250 } }));
    expect(askedOf('GET /rest/v1/grocery_items').map(({ query }) => query.get('limit'))).toEqual([
      '1000',
      '500',
      '250',
    ]);
  });

  test('[Y5] pulls tables with rows from before versions existed separately', async () => {
    const { pullAll, pull, calls } = setUp(() => json({ grocery_items: [{ ...MILK, version: 0 }], lists: [PROFILE] }));
    expect(await pullAll(CURSORS)).toMatchObject(ok({ listRow: { rows: { length: 1 } } }));
    expect(await pull('items', 0)).toEqual(ok({ rows: [], isFull: false }));
    expect(calls().at(-1)).toBe('GET /rest/v1/grocery_items');
  });

  test.each([
    ['does not have it', () => json({ code: 'PGRST202', message: 'Could not find the function' }, 404)],
    ['has another of that name', () => json([{ a: 1 }])],
    ['does not let anybody call it', () => json({ code: '42501', message: 'permission denied' }, 403)],
  ])('[Y5] returns nothing if the backend %s, which is detected once', async (_, answer) => {
    const { pullAll, pull, calls } = setUp(answer);
    expect([await pullAll(CURSORS), await pullAll(CURSORS)]).toEqual([ok({}), ok({})]);
    expect(await pull('items', 41)).toEqual(ok({ rows: [], isFull: false }));
    expect(calls()).toEqual([CALL, 'GET /rest/v1/grocery_items']);
  });

  test.each<[string, () => Answer]>([
    ['the network', () => 'no network'],
    ['the backend', () => json({ message: 'later' }, 503)],
    ['the time for a statement', () => json({ code: '57014', message: 'canceling statement' }, 500)],
    ['a proxy without the backend', () => new Response('404 page not found', { status: 404 })],
    ['what refuses every request', () => json({ message: 'The project is paused.' }, 403)],
  ])('[Y4] that %s blocked is not repeated until its tables have been pulled one by one', async (_, answer) => {
    const answers = [json({ lists: [PROFILE] }), answer()];
    const { pullAll, pull, calls } = setUp(() => answers.shift() ?? json({ lists: [PROFILE] }));
    await pullAll(CURSORS);
    expect(await pullAll(CURSORS)).toMatchObject({ ok: false });
    expect(await pullAll(CURSORS)).toEqual(ok({}));
    await pull('items', 41);
    expect(await pullAll(CURSORS)).toEqual(ok({}));
    await pull('listRow', 0);
    expect(await pullAll(CURSORS)).toMatchObject(ok({ listRow: { rows: { length: 1 } } }));
    expect(calls()).toEqual([CALL, CALL, 'GET /rest/v1/grocery_items', 'GET /rest/v1/lists', CALL]);
  });

  test('[Y4] is not repeated while a table has more pages', async () => {
    const full = Array.from({ length: 1000 }, (_, at) => ({ ...MILK, id: `i${at}`, version: at + 1 }));
    const { pullAll, pull } = openFakeList(({ call, query }) => {
      if (call === CALL) return 'no network';
      if (call !== 'GET /rest/v1/grocery_items') return undefined;
      return json(query.get('version') === 'gt.1000' ? [] : full);
    });
    expect(await pullAll({ items: 0 })).toEqual(fail({ type: 'transient' }));
    await pull('items', 0);
    expect(await pullAll({ items: 1000 })).toEqual(ok({}));
    await pull('items', 1000);
    expect(await pullAll({ items: 1000 })).toEqual(fail({ type: 'transient' }));
  });
});

test.each<[boolean, string, () => Answer]>([
  [true, 'it has the function', () => json({ lists: [PROFILE] })],
  [true, 'it says that it lacks the function', () => json({ code: 'PGRST202', message: 'No function' }, 404)],
  [false, 'a gateway answers', () => new Response('Maintenance', { status: 405 })],
  [false, 'there is no network', () => 'no network'],
])(
  '[Y4] whether POSTs are answered is asked even if the function is missing: %j if %s',
  async (isAnswered, _, answer) => {
    const answers = [json({ code: 'PGRST202', message: 'No function' }, 404)];
    const { pullAll, answersPosts } = setUp(() => answers.shift() ?? answer());
    // The pull now knows that the function is missing, and does not call it again.
    expect(await pullAll(CURSORS)).toEqual(ok({}));
    expect(await answersPosts()).toBe(isAnswered);
  },
);
