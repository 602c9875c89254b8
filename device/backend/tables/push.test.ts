/** Pushes to a backend with versions, and the meaning of its answers. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { NumberedPatch, PushGroup } from '#core/sync/sync-record.ts';
import { ANN, MILK, json, openFakeList, session, type Answer } from '#test/backend/fake-server.ts';
import { quiet } from '#test/doubles/quiet.ts';

const ITEMS = '/rest/v1/grocery_items';
const LISTS = '/rest/v1/lists';
const CATEGORIES = '/rest/v1/categories';

const group = (...patches: readonly NumberedPatch['patch'][]): PushGroup => ({
  table: patches[0]?.table ?? 'items',
  deviceId: 'device-9',
  patches: patches.map((patch, at) => ({ patch, seq: at + 5 })),
});

const tick: NumberedPatch['patch'] = { table: 'items', id: 'i1', fields: { checked: true } };

describe('a push', () => {
  test('[Y1] is one upsert of the changed fields with their numbers, and returns the current rows', async () => {
    const { push, askedOf } = openFakeList(({ call }) => (call === `POST ${ITEMS}` ? json([MILK], 201) : undefined));
    const second = { table: 'items', id: 'i2', fields: { checked: false } } as const;
    expect(await push(group(tick, second))).toEqual(
      ok([
        {
          table: 'items',
          row: { id: 'i1', name: 'Milk', category: 'c1', checked: true, deleted: false },
          version: 12,
          deviceId: 'device-9',
          deviceSeq: 5,
        },
      ]),
    );
    const [asked] = askedOf(`POST ${ITEMS}`);
    expect(asked?.body).toEqual([
      { id: 'i1', user_id: ANN.id, checked: true, device_id: 'device-9', device_seq: 5 },
      { id: 'i2', user_id: ANN.id, checked: false, device_id: 'device-9', device_seq: 6 },
    ]);
    expect([asked?.query.get('on_conflict'), asked?.query.get('columns'), asked?.query.get('select')]).toEqual([
      'id',
      '"id","user_id","checked","device_id","device_seq"',
      '*',
    ]);
    const prefer = asked?.headers.get('prefer') ?? '';
    expect(prefer).toContain('resolution=merge-duplicates');
    expect(prefer).toContain('return=representation');
  });

  test("[spec-3] uses the backend's names of tables and columns", async () => {
    const { push, asked } = openFakeList();
    await push(group({ table: 'categories', id: 'c', fields: { inList: false, color: '#10b981', deleted: true } }));
    await push(group({ table: 'savedLists', id: 's', fields: { items: [], createdAt: '2026-11-21T08:00:00.000Z' } }));
    await push(group({ table: 'listRow', id: 'profile', fields: { listName: 'Party', deleted: false } }));
    const sent = asked.filter(({ call }) => call.startsWith('POST')).map(({ call, body }) => [call, body]);
    const number = { device_id: 'device-9', device_seq: 5 };
    expect(sent).toEqual([
      [
        `POST ${CATEGORIES}`,
        [{ id: 'c', user_id: ANN.id, in_list: false, color: '#10b981', deleted: true, ...number }],
      ],
      [
        'POST /rest/v1/saved_lists',
        [{ id: 's', user_id: ANN.id, items: [], created_at: '2026-11-21T08:00:00.000Z', ...number }],
      ],
      [`POST ${LISTS}`, [{ id: ANN.id, name: 'Party', ...number }]],
    ]);
  });

  test.each(['', 'yesterday', '0000-01-01T00:00:00.000Z', '+012026-01-01T00:00:00.000Z'])(
    "[Y4] leaves an invalid time to the column's default, so that it is not refused: %j",
    async (createdAt) => {
      const { push, askedOf } = openFakeList();
      await push(
        group(
          { table: 'savedLists', id: 's1', fields: { createdAt } },
          { table: 'savedLists', id: 's2', fields: { createdAt: '2026-11-21T08:00:00.000Z' } },
        ),
      );
      const [asked] = askedOf('POST /rest/v1/saved_lists');
      expect(asked?.body).toMatchObject([{ id: 's1' }, { id: 's2', created_at: '2026-11-21T08:00:00.000Z' }]);
      expect(JSON.stringify(asked?.body)).not.toContain(`"created_at":"${createdAt}"`);
      expect(asked?.headers.get('prefer')).toContain('missing=default');
    },
  );

  test('[Y4] drops characters that no database accepts, at any depth, so that it is not refused', async () => {
    const { push, askedOf } = openFakeList();
    const item = { id: 'i', name: 'M\0ilk \uD83D', category: 'c', checked: false };
    await push(group({ table: 'savedLists', id: 's', fields: { name: 'a\0b', items: [item] } }));
    expect(askedOf('POST /rest/v1/saved_lists')[0]?.body).toMatchObject([
      { name: 'ab', items: [{ ...item, name: 'Milk \uFFFD' }] },
    ]);
  });

  test.each<[string, () => Answer]>([
    ['no network', () => 'no network'],
    ...[408, 425, 429, 500, 502, 503, 504, 520].map((status): [string, () => Answer] => [
      String(status),
      () => json({ message: 'later', code: 'X' }, status),
    ]),
    ['a page with 200', () => new Response('<html>')],
    ['JSON that is no rows', () => json({ a: 1 })],
    ['rows that are none', () => json([1, null])],
    ['an empty 404', () => new Response('', { status: 404 })],
  ])('[Y4] that failed transiently is retried: %s', async (_, answer) => {
    const { push, askedOf } = openFakeList(({ call }) => (call === `POST ${ITEMS}` ? answer() : undefined));
    expect(await push(group(tick))).toMatchObject({ ok: false, failure: { type: 'transient' } });
    expect(askedOf(`POST ${ITEMS}`).length).toBe(1);
  });

  test.each([403, 404, 451])(
    "[Y4] [Y6] that gets a gateway's page with %i waits, because the backend may not have refused the data",
    async (status) => {
      const { push } = openFakeList(({ call }) =>
        call.startsWith('POST') ? new Response('<html>Just a moment</html>', { status }) : undefined,
      );
      expect(await push(group(tick))).toEqual(fail({ type: 'transient', mayAnswerOthers: true, suspectedRefusal: '' }));
    },
  );

  test.each([400, 402, 403, 404, 405, 407, 421, 451])(
    "[Y4] that gets a text with %i waits, as from a proxy that doesn't find the server, or from a server that has moved",
    async (status) => {
      const { push, pull, askedOf } = openFakeList(({ call }) =>
        call.includes('/rest/') ? new Response('404 page not found', { status }) : undefined,
      );
      const failure = { type: 'transient', mayAnswerOthers: true, suspectedRefusal: '404 page not found' } as const;
      expect(await push(group(tick))).toEqual(fail(failure));
      expect(await pull('items', 7)).toEqual(fail(failure));
      expect(askedOf(`POST ${ITEMS}`)).toHaveLength(1);
    },
  );

  test.each([406, 409, 422])(
    '[Y4] that gets a text with %i is refused, as by a proxy that checks the content',
    async (status) => {
      const { push } = openFakeList(({ call }) =>
        call === `POST ${ITEMS}`
          ? new Response('Blocked.', { status, headers: { 'content-type': 'text/plain' } })
          : undefined,
      );
      expect(await push(group(tick))).toMatchObject(fail({ type: 'refused', message: 'Blocked.' }));
    },
  );

  test('[Y4] whose token is refused after a redirect renews it', async () => {
    const refused = Object.defineProperty(json({ message: 'JWT expired' }, 401), 'redirected', { value: true });
    const answers = [refused];
    const { push, askedOf, values, clock } = openFakeList(({ call }) => {
      if (call === 'POST /auth/v1/token') return json(session(ANN, 2));
      return call === `POST ${ITEMS}` ? answers.shift() : undefined;
    });
    // A token that was issued half an hour ago.
    const kept = { ...session(ANN), expires_at: Math.floor(clock.now() / 1000) + 1800 };
    values.set('checklist.session', JSON.stringify(kept));
    await push(group(tick));
    expect(askedOf('POST /auth/v1/token')).toHaveLength(1);
    expect(askedOf(`POST ${ITEMS}`)).toHaveLength(2);
  });

  test.each<[string, () => Answer, boolean]>([
    ['the backend itself', () => json({ code: 'XX000', message: 'No.' }, 500), true],
    ['408', () => json({}, 408), true],
    ...[425, 429].map((status): [string, () => Answer, boolean] => [String(status), () => json({}, status), false]),
    ['a gateway', () => json({ message: 'No.' }, 502), false],
    ['the network', () => 'no network', false],
  ])('[Y4] that fails because of %s tells whether others may be answered', async (_, answer, isTold) => {
    const { push } = openFakeList(({ call }) => (call === `POST ${ITEMS}` ? answer() : undefined));
    const pushed = await push(group(tick));
    expect([pushed, !pushed.ok && 'mayAnswerOthers' in pushed.failure]).toMatchObject([{ ok: false }, isTold]);
  });

  test('[Y4] that a redirect has turned into a request for rows waits; one that was sent to the new address is done', async () => {
    const redirect = (answer: Response) => Object.defineProperty(answer, 'redirected', { value: true });
    const applied = { 'preference-applied': 'resolution=merge-duplicates' };
    const answers = [json({ code: 'PGRST101', message: 'No.' }, 405), json([MILK]), json([MILK], 200, applied)];
    const { push, pull } = openFakeList(({ call }) =>
      call.endsWith(ITEMS) ? redirect(answers.shift() ?? json([MILK])) : undefined,
    );
    for (let sent = 0; sent < 2; sent += 1) expect(await push(group(tick))).toEqual(fail({ type: 'transient' }));
    expect(await push(group(tick))).toMatchObject(ok([{ version: 12 }]));
    expect(await pull('items', 7)).toMatchObject(ok({ rows: { length: 1 } }));
  });

  test.each([
    ['408 of a gateway', 408, {}],
    ['504 of a gateway', 504, {}],
    ['the time for a statement', 500, { code: '57014' }],
  ])('[Y6] that ends with %s may succeed with fewer rows', async (_, status, body) => {
    const { push } = openFakeList(({ call }) =>
      call === `POST ${ITEMS}` ? json({ message: 'Too late.', ...body }, status) : undefined,
    );
    expect(await push(group(tick))).toMatchObject(fail({ type: 'transient', isTooSlow: true }));
  });

  test.each([402, 403, 407, 451])(
    '[Y4] that is refused with %i and no code waits for another answer, because a gateway may refuse everything',
    async (status) => {
      const message = 'The project is paused.';
      const { push } = openFakeList(({ call }) => (call === `POST ${ITEMS}` ? json({ message }, status) : undefined));
      const failure = { type: 'transient', mayAnswerOthers: true, suspectedRefusal: message } as const;
      expect(await push(group(tick))).toEqual(fail(failure));
    },
  );

  test.each([400, 404, 405, 409, 413, 421, 422])(
    '[Y4] that is refused with %i and no code is refused, as by a backend that has no codes',
    async (status) => {
      const { push } = openFakeList(({ call }) =>
        call === `POST ${ITEMS}` ? json({ message: 'No.' }, status) : undefined,
      );
      expect(await push(group(tick))).toMatchObject(fail({ type: 'refused', message: 'No.' }));
    },
  );

  test.each([400, 403, 404, 406, 409, 413, 422])('[Y4] that is refused with %i returns the reason', async (status) => {
    const { push } = openFakeList(({ call }) =>
      call === `POST ${ITEMS}` ? json({ message: 'No.', code: '42501' }, status) : undefined,
    );
    expect(await push(group(tick))).toMatchObject(fail({ type: 'refused', message: 'No.' }));
  });

  test('[Y4] that a full account refuses is refused for all of its rows', async () => {
    const refusals = ['PT413', 'PT422'];
    const { push } = openFakeList(({ call }) =>
      call === `POST ${ITEMS}` ? json({ message: 'No.', code: refusals.shift() }, 413) : undefined,
    );
    expect(await push(group(tick))).toMatchObject({ failure: { type: 'refused', isAccountFull: true } });
    expect(await push(group(tick))).not.toMatchObject({ failure: { isAccountFull: true } });
  });

  test('[Y6] times out after ten seconds, and the connection is informed', async () => {
    const { push, clock, reports } = openFakeList(({ call }) => (call === `POST ${ITEMS}` ? 'silence' : undefined));
    const pushed = push(group(tick));
    await quiet();
    expect(reports.at(-1)).toBe(true);
    clock.advance(10_000);
    expect([await pushed, reports.at(-1)]).toEqual([fail({ type: 'transient', isTooSlow: true }), false]);
  });

  test('[Y9] of a closed account is not sent', async () => {
    const { push, close, calls } = openFakeList();
    close();
    expect(await push(group(tick))).toEqual(fail({ type: 'transient' }));
    expect(calls()).toEqual([]);
  });

  test('[Y6] without a known backend waits', async () => {
    const { push } = openFakeList(() => 'no network');
    expect(await push(group(tick))).toEqual(fail({ type: 'transient' }));
  });
});

test('[S5] a backend without the column for who loaded a list gets its name, and the device keeps the rest', async () => {
  const { push, askedOf } = openFakeList(({ call, body }) => {
    if (call !== `POST ${LISTS}`) return undefined;
    return JSON.stringify(body).includes('loaded')
      ? json({ code: 'PGRST204', message: 'no such column' }, 400)
      : json([{ id: ANN.id, name: 'BBQ', version: 12 }], 201);
  });
  const loaded = { id: 'one', name: 'BBQ' };
  const pushed = await push(group({ table: 'listRow', id: 'profile', fields: { listName: 'BBQ', loaded } }));
  expect(pushed).toMatchObject({ value: [{ row: { listName: 'BBQ' }, version: 12 }] });
  expect(askedOf(`POST ${LISTS}`).at(-1)?.body).toEqual([
    { id: ANN.id, name: 'BBQ', device_id: 'device-9', device_seq: 5 },
  ]);
});

describe('amounts and notes of items', () => {
  const details = { amount: 1.5, unit: 'l', note: null };
  const withAmount: NumberedPatch['patch'] = { table: 'items', id: 'i1', fields: { checked: true, ...details } };

  test('[Q1] are columns of their own', async () => {
    const { push, askedOf } = openFakeList(({ call }) =>
      call === `POST ${ITEMS}` ? json([{ ...MILK, ...details }], 201) : undefined,
    );
    expect(await push(group(withAmount))).toMatchObject({ value: [{ row: { name: 'Milk', ...details } }] });
    expect(askedOf(`POST ${ITEMS}`)[0]?.body).toMatchObject([{ id: 'i1', checked: true, ...details }]);
  });

  test('[Q6] are sent again in the next session, because the backend may have been updated', async () => {
    const { push, askedOf, values } = openFakeList(({ call }) =>
      call === `POST ${ITEMS}` ? json([{ ...MILK, ...details }], 201) : undefined,
    );
    values.set(`checklist.missing-details.${ANN.id}`, 'amount unit note');
    await push(group(withAmount));
    expect(askedOf(`POST ${ITEMS}`).map(({ body }) => body)).toMatchObject([[{ checked: true, ...details }]]);
  });

  test('[Q6] a backend without these columns stores the rest, and the device keeps them', async () => {
    const { push, askedOf } = openFakeList(({ call, body }) => {
      if (call !== `POST ${ITEMS}`) return undefined;
      return JSON.stringify(body).includes('amount')
        ? json({ code: 'PGRST204', message: 'no such column' }, 400)
        : json([MILK], 201);
    });
    expect(await push(group(withAmount))).toMatchObject({
      value: [{ row: { name: 'Milk', ...details }, version: 12 }],
    });
    const rest = [{ id: 'i1', user_id: ANN.id, checked: true, device_id: 'device-9', device_seq: 5 }];
    const [, second] = askedOf(`POST ${ITEMS}`);
    expect(second?.body).toEqual(rest);
    // Known from the answer for the rest of the session.
    await push(group(withAmount));
    expect(askedOf(`POST ${ITEMS}`).map(({ body }) => body)).toEqual([expect.anything(), rest, rest]);
  });
});
