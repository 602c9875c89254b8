/** The sharing API: requests and failures. test/account/real-sharing.test.ts has the refusals of the database. */
import { expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { ANN, authError, BOB, json, openFakeServer, type Answer, type Answering } from '#test/backend/fake-server.ts';

const rpc = (name: string): string => `POST /rest/v1/rpc/${name}`;
const refusal = (status: number, hint: string | null, code = `PT${status}`): Answer =>
  json({ code, hint, message: 'From the server', details: null }, status);

async function setUp(answering: Answering) {
  const server = openFakeServer(answering);
  server.keepSession(ANN);
  return { ...server, api: await server.openSharingApi(ANN) };
}

test('[H3] an invitation becomes a link to this app', async () => {
  const created = { id: 'n1', secret: 'abc', expires_at: '2026-11-28T08:00:00+00:00', uses_left: 20 };
  const { api, askedOf } = await setUp(({ call }) => (call === rpc('create_invitation') ? json(created) : undefined));
  expect(await api.createInvitation('l1')).toEqual(
    ok({ id: 'n1', link: 'https://list.example/#join=abc', expiresAt: created.expires_at, usesLeft: 20 }),
  );
  expect(askedOf(rpc('create_invitation'))[0]?.body).toEqual({ list_id: 'l1' });
});

test('[H4] an owner without a name has the empty name', async () => {
  const shown = { list_id: 'l1', list_name: 'Groceries', owner_name: null, is_member: false };
  const { api } = await setUp(({ call }) => (call === rpc('show_invitation') ? json(shown) : undefined));
  expect(await api.showInvitation('abc')).toEqual(
    ok({ listId: 'l1', listName: 'Groceries', ownerName: '', isMember: false }),
  );
});

test('[H12] names that strangers chose are cleaned and cut', async () => {
  const names = { list_name: `Free\u202emoc ${'x'.repeat(3000)}`, owner_name: '\u0007\u2066Ann\n' };
  const shown = { list_id: 'l1', ...names, is_member: false };
  const { api } = await setUp(({ call }) => (call === rpc('show_invitation') ? json(shown) : undefined));
  expect(await api.showInvitation('abc')).toMatchObject(
    ok({ listName: `Freemoc ${'x'.repeat(71)}…`, ownerName: 'Ann' }),
  );
});

test('[A7] the display name is the account’s own, and null until the person was asked for it', async () => {
  const stored = { name: null as string | null };
  const { api, asked } = await setUp(({ call, body }) => {
    if (call === 'GET /rest/v1/user_profiles') return json(stored.name === null ? [] : [{ display_name: stored.name }]);
    if (call !== 'POST /rest/v1/user_profiles') return undefined;
    expect(body).toEqual({ id: ANN.id, display_name: ' Anna' });
    stored.name = 'Anna';
    return json([{ display_name: 'Anna' }], 201);
  });
  expect(await api.displayName()).toEqual(ok(null));
  expect(await api.setDisplayName(' Anna')).toEqual(ok('Anna'));
  expect(await api.displayName()).toEqual(ok('Anna'));
  expect(asked.find(({ call }) => call.startsWith('GET /rest/v1/user_profiles'))?.query.get('id')).toBe(`eq.${ANN.id}`);
});

test.each([
  ['column', '42703'],
  ['column', 'PGRST204'],
  ['table', 'PGRST205'],
])('[A7] [H11] a backend without the %s (%s) has no display names', async (_, code) => {
  const { api } = await setUp(({ call }) =>
    call.endsWith('/rest/v1/user_profiles') ? json({ code, message: 'missing' }, 400) : undefined,
  );
  expect(await api.displayName()).toEqual(fail({ type: 'not-offered' }));
  expect(await api.setDisplayName('Anna')).toEqual(fail({ type: 'not-offered' }));
});

test('[H10] calls are never made with the token of another user', async () => {
  const { api, keepSession, askedOf } = await setUp(() => undefined);
  keepSession(BOB);
  expect(await api.leave('l1')).toEqual(fail({ type: 'signed-out' }));
  expect(askedOf(rpc('leave_list'))).toEqual([]);
});

test.each<[string, () => Answer, object]>([
  ['cannot be reached', () => 'no network', { type: 'unreachable' }],
  ['is down', () => json({}, 503), { type: 'unreachable' }],
  [
    'fails itself',
    () => json({ code: 'PGRST002', message: 'Could not query the database for the schema cache. Retrying.' }, 503),
    { type: 'server-failed', message: 'Could not query the database for the schema cache. Retrying.' },
  ],
  ['has no such function', () => refusal(404, null, 'PGRST202'), { type: 'not-offered' }],
  ['has another function of this name', () => json({ nothing: true }), { type: 'not-offered' }],
  ['gives a reason', () => refusal(409, 'too_many_lists'), { type: 'too-many-lists' }],
  ['gives an unknown reason', () => refusal(400, 'whim'), { type: 'refused', message: 'From the server' }],
])('[H3] [H11] a call fails if the backend %s', async (_, answer, failure) => {
  const { api } = await setUp(({ call }) => {
    if (call === 'POST /auth/v1/token') return authError(400, 'session_not_found');
    return call === rpc('list_invitations') ? answer() : undefined;
  });
  expect(await api.invitations('l1')).toEqual(fail(failure));
});
