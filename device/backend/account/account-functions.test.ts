/** The database functions for operations that the auth interface lacks, and their answers. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { ANN, authError, json, type Answer } from '#test/backend/fake-server.ts';
import { openFakeAccountApi as setUp } from '#test/backend/fake-account-api.ts';

const rpc = (name: string): string => `POST /rest/v1/rpc/${name}`;
const say = (status: number, code: string, hint: string | null): Answer =>
  json({ code, hint, message: 'As said', details: null }, status);

const SESSION = {
  id: 's1',
  user_agent: 'Firefox',
  ip: '192.0.2.1',
  created_at: '2026-11-01T00:00:00+00:00',
  last_used_at: '2026-11-20T00:00:00+00:00',
  aal: 'aal1',
  is_current: true,
};

describe('the devices', () => {
  test('[A3] are listed from the database, and one is ended', async () => {
    const { api, askedOf } = await setUp(({ call }) => {
      if (call === rpc('list_sessions')) return json([SESSION]);
      return call === rpc('end_session') ? json(true) : undefined;
    });
    expect(await api.sessions()).toEqual(
      ok([
        {
          id: 's1',
          userAgent: 'Firefox',
          ip: '192.0.2.1',
          createdAt: SESSION.created_at,
          lastUsedAt: SESSION.last_used_at,
          isThis: true,
        },
      ]),
    );
    expect(await api.endSession('s2')).toEqual(ok(null));
    const [asked] = askedOf(rpc('end_session'));
    expect([asked?.body, asked?.headers.get('authorization')]).toEqual([{ session_id: 's2' }, 'Bearer access-ann-1']);
  });

  test.each<[string, () => Answer, object]>([
    ['has no such function', () => say(404, 'PGRST202', null), { type: 'not-offered' }],
    ['has another one of that name', () => json([{ id: 1 }]), { type: 'not-offered' }],
    ['wants the second step first', () => say(403, 'PT403', 'insufficient_aal'), { type: 'code-needed-first' }],
    ['ended this session', () => say(401, 'PT401', 'session_not_found'), { type: 'signed-out' }],
    ['refuses', () => say(400, '22P02', null), { type: 'refused', message: 'As said' }],
    ['is down', () => json({}, 503), { type: 'unreachable' }],
    ['is out of reach', () => 'no network', { type: 'unreachable' }],
    ['is hidden by a page', () => new Response('<html>', { status: 403 }), { type: 'unreachable' }],
  ])('[A3] are not listed if the database %s', async (_, answer, failure) => {
    const { api } = await setUp(({ call }) => {
      if (call === 'POST /auth/v1/token') return authError(400, 'session_not_found');
      return call === rpc('list_sessions') ? answer() : undefined;
    });
    expect(await api.sessions()).toEqual(fail(failure));
  });
});

test('[A3] all data is one JSON file, unchanged from the database', async () => {
  const data = { format: 'checklist-account', items: [{ name: 'Milk' }] };
  const { api } = await setUp(({ call }) => (call === rpc('export_account') ? json(data) : undefined));
  const result = await api.downloadData(() => '{}');
  expect(JSON.parse(result.ok ? result.value : '')).toEqual(data);
});

describe('deleting the account', () => {
  test('[A3] sends the typed email; the session is removed without a logout call, which could only fail', async () => {
    const { api, accounts, askedOf, keptSession, calls } = await setUp(({ call }) =>
      call === rpc('delete_account') ? json(null, 204) : undefined,
    );
    expect(await api.deleteAccount('Ann@Example.org', false)).toEqual(ok(null));
    expect(askedOf(rpc('delete_account'))[0]?.body).toEqual({ confirmation: 'Ann@Example.org' });
    await accounts.signOut();
    expect([keptSession(), calls().filter((call) => call.includes('logout'))]).toEqual([null, []]);
  });

  test.each<[string, Answer, object]>([
    ['another address', say(400, 'PT400', 'confirmation_mismatch'), { type: 'refused', message: 'As said' }],
    ['a sign-in of long ago', say(403, 'PT403', 'reauthentication_needed'), { type: 'sign-in-needed' }],
    ['a second step not shown', say(403, 'PT403', 'insufficient_aal'), { type: 'code-needed-first' }],
  ])('[A3] is refused because of %s, and nothing is lost', async (_, answer, failure) => {
    const { api, keptSession } = await setUp(({ call }) => (call === rpc('delete_account') ? answer : undefined));
    expect(await api.deleteAccount('ann@example.org', true)).toEqual(fail(failure));
    expect(keptSession()?.user.id).toBe(ANN.id);
  });
});
