/** The requests of a list that is not the personal one: they name the list, and leave the owner to the backend. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { PushGroup } from '#core/sync/sync-record.ts';
import { ANN, json, MILK, openFakeList, openFakeServer, type Answer, type Asked } from '#test/backend/fake-server.ts';
import { onlyList } from '#test/doubles/only-list.ts';
import type { ListToOpen } from '#device/backend/list-backend.ts';

const PARTY = '33333333-3333-4333-8333-333333333333';
const PULL = 'POST /rest/v1/rpc/pull_rows';
const CREATE = 'POST /rest/v1/rpc/create_list';
const ITEMS = '/rest/v1/grocery_items';

const group = (patch: PushGroup['patches'][number]['patch']): PushGroup => ({
  table: patch.table,
  deviceId: 'device-9',
  patches: [{ patch, seq: 5 }],
});

describe('[H1] a list of the account', () => {
  test('is named in pushes, without an owner', async () => {
    const { push, asked } = openFakeList(undefined, PARTY);
    await push(group({ table: 'items', id: 'i1', fields: { checked: true } }));
    await push(group({ table: 'listRow', id: 'profile', fields: { listName: 'Party' } }));
    const number = { device_id: 'device-9', device_seq: 5 };
    expect(asked.filter(({ call }) => call.startsWith('POST')).map(({ call, body }) => [call, body])).toEqual([
      [`POST ${ITEMS}`, [{ id: 'i1', list_id: PARTY, checked: true, ...number }]],
      ['POST /rest/v1/lists', [{ id: PARTY, name: 'Party', ...number }]],
    ]);
  });

  test('is named in pulls of all tables and of one table', async () => {
    const { pullAll, pull, askedOf } = openFakeList(undefined, PARTY);
    await pullAll({ items: 4 });
    expect(askedOf(PULL)[0]?.body).toEqual({ cursors: { grocery_items: 4, list_members: 0 }, most: 2500, list: PARTY });
    await pull('items', 4);
    expect(askedOf(`GET ${ITEMS}`)[0]?.query.get('list_id')).toBe(`eq.${PARTY}`);
    await pull('listRow', 4);
    expect(askedOf('GET /rest/v1/lists')[0]?.query.get('id')).toBe(`eq.${PARTY}`);
  });

  test('gets default categories whose ids derive from the id of the list', async () => {
    const { provisionDefaults, askedOf } = openFakeList(undefined, PARTY);
    expect(await provisionDefaults()).toEqual(ok(null));
    const [asked] = askedOf('POST /rest/v1/categories');
    expect(asked?.body).toContainEqual(expect.objectContaining({ id: `default-1-${PARTY}`, list_id: PARTY }));
    expect(JSON.stringify(asked?.body)).not.toContain(ANN.id);
  });

  test('[H11] waits for a backend that has lists', async () => {
    const { push } = openFakeList(
      ({ call }) => (call === `POST ${ITEMS}` ? json({ code: 'PGRST204', message: 'no list_id' }, 400) : undefined),
      PARTY,
    );
    expect(await push(group({ table: 'items', id: 'i1', fields: { checked: true } }))).toEqual(
      fail({ type: 'transient' }),
    );
  });
});

test('[H2] a new list is created under its current name, and counts as created once the backend has answered', async () => {
  const answers = ['no network' as const, json(null)];
  const created: string[] = [];
  const server = openFakeServer(({ call }) => (call === CREATE ? answers.shift() : undefined));
  server.keepSession(ANN);
  const only = onlyList(PARTY);
  const memberships: ListToOpen['memberships'] = {
    ...only.memberships,
    newListName: (listId) => (created.includes(listId) ? null : 'Party'),
    markCreated: async (listId) => void created.push(listId),
  };
  const { backend } = server.openListBackend(ANN, { ...only, memberships });
  expect(await backend.createIfNew()).toEqual(fail({ type: 'transient' }));
  expect(created).toEqual([]);
  for (let times = 0; times < 2; times += 1) expect(await backend.createIfNew()).toEqual(ok(null));
  expect(created).toEqual([PARTY]);
  expect(server.askedOf(CREATE).map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ list_id: PARTY, name: 'Party' })),
  );
});

test('[H1] the personal list is selected by its id once the backend is known to have lists', async () => {
  const lost = () => json({ message: 'too large' }, 500);
  let isLost = false;
  const { pullAll, pull, askedOf } = openFakeList(({ call }) => {
    if (call !== PULL) return undefined;
    return isLost ? lost() : json({ grocery_items: [], categories: [], lists: null });
  });
  await pullAll({ items: 4, categories: 4 });
  isLost = true;
  await pullAll({ items: 4, categories: 4 });
  await pull('items', 4);
  expect(askedOf(`GET ${ITEMS}`)[0]?.query.get('list_id')).toBe(`eq.${ANN.id}`);
});

describe('[H1] while the backend is not known to have lists', () => {
  const row = (id: string, list: string, version: number) => ({ ...MILK, id, list_id: list, version });
  const rows = [row('theirs', PARTY, 90), row('own', ANN.id, 12)];
  const selectOf = ({ query }: Asked): Answer => {
    const list = query.get('list_id')?.slice('eq.'.length);
    return json(rows.filter((one) => list === undefined || one.list_id === list));
  };

  test('a pull of the personal list has no rows of other lists', async () => {
    const { pull, askedOf } = openFakeList((asked) =>
      asked.call === PULL ? 'no network' : asked.call === `GET ${ITEMS}` ? selectOf(asked) : undefined,
    );
    expect(await pull('items', 0)).toMatchObject(ok({ rows: [{ row: { id: 'own' }, version: 12 }] }));
    expect(await pull('items', 0)).toMatchObject(ok({ rows: [{ row: { id: 'own' }, version: 12 }] }));
    expect(askedOf(`GET ${ITEMS}`).map(({ query }) => query.has('list_id'))).toEqual([false, true, true]);
  });

  test('[H11] a backend with versions but without lists is selected by account', async () => {
    const { pull, pullAll, askedOf } = openFakeList(({ call, query }) => {
      if (call === PULL) return json({ grocery_items: [MILK] });
      return query.has('list_id') ? json({ code: '42703', message: 'no list_id' }, 400) : undefined;
    });
    await pullAll({ items: 0, categories: 0 });
    expect(await pull('categories', 0)).toEqual(ok({ rows: [], isFull: false }));
    expect(askedOf('GET /rest/v1/categories')[0]?.query.get('user_id')).toBe(`eq.${ANN.id}`);
  });

  test('default categories are inserted if only another list has categories', async () => {
    const { provisionDefaults, askedOf } = openFakeList(({ call, query }) =>
      call === 'GET /rest/v1/categories' && !query.has('list_id') ? json([row('c', PARTY, 3)]) : undefined,
    );
    expect(await provisionDefaults()).toEqual(ok(null));
    expect(askedOf('POST /rest/v1/categories')).toHaveLength(1);
  });
});
