/** The account API of the signed-in user: requests, and the meaning of the answers. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { ANN, authError, BOB, json, session, type Answer } from '#test/backend/fake-server.ts';
import { openFakeAccountApi as setUp } from '#test/backend/fake-account-api.ts';

const USER = 'PUT /auth/v1/user';
const GET_USER = 'GET /auth/v1/user';

describe('the account', () => {
  const user = {
    id: ANN.id,
    email: 'ann@example.org',
    new_email: 'new@example.org',
    identities: [
      { identity_id: 'i1', id: 'x', provider: 'email', identity_data: { email: 'ann@example.org' } },
      { identity_id: 'i2', id: 'y', provider: 'google', identity_data: {} },
      { nothing: true },
    ],
    factors: [{ id: 'f', factor_type: 'totp', status: 'verified', friendly_name: 'Phone' }],
  };

  test('[A3] is read with its options, and the stored session is updated', async () => {
    const { api, keptSession, askedOf } = await setUp(({ call }) => {
      if (call === GET_USER) return json(user);
      return call === 'GET /auth/v1/settings' ? json({ external: { google: true } }) : undefined;
    });
    let changes = 0;
    api.onChange(() => (changes += 1));
    expect(await api.read()).toEqual(
      ok({
        email: 'ann@example.org',
        newEmail: 'new@example.org',
        identities: [
          { id: 'i1', provider: 'email', email: 'ann@example.org' },
          { id: 'i2', provider: 'google', email: '' },
        ],
        factors: [{ id: 'f', type: 'totp', status: 'verified', name: 'Phone', phone: '' }],
        recoveryCodesLeft: null,
        hasPassword: true,
        passwords: true,
        removesPassword: false,
        providers: ['google'],
        passkeys: 'no',
        secondSteps: { app: true, phone: true },
      }),
    );
    expect(askedOf(GET_USER)[0]?.headers.get('authorization')).toBe('Bearer access-ann-1');
    expect([keptSession()?.user, keptSession()?.refresh_token, changes]).toEqual([user, 'refresh-ann-1', 1]);
    await api.read();
    expect(changes).toBe(1);
  });

  test("[A1] is never read with another user's token or by an ended session", async () => {
    const { api, keepSession, askedOf } = await setUp();
    keepSession(BOB);
    expect(await api.read()).toEqual(fail({ type: 'signed-out' }));
    expect(askedOf(GET_USER)).toEqual([]);
  });

  test.each<[string, () => Answer, object]>([
    ['no network', () => 'no network', { type: 'unreachable' }],
    ['a server that is down', () => json({}, 503), { type: 'unreachable' }],
    ['an ended session', () => authError(403, 'session_not_found'), { type: 'signed-out' }],
    ['a deleted account', () => authError(403, 'user_not_found'), { type: 'signed-out' }],
    ['a second step to be shown', () => authError(401, 'insufficient_aal'), { type: 'code-needed-first' }],
    ['any other refusal', () => authError(422, 'email_exists', 'Taken'), { type: 'refused', message: 'Taken' }],
  ])('[A3] returns the reason for a refusal: %s', async (_, answer, failure) => {
    const { api, answer: from } = await setUp();
    from(({ call }) => (call === USER ? answer() : undefined));
    expect(await api.changeEmail('new@example.org')).toEqual(fail(failure));
  });

  test('[A1] a refused token is renewed, and the call is repeated once', async () => {
    const { api, clock, keptSession, askedOf } = await setUp(({ call, headers }) => {
      if (call === 'POST /auth/v1/token') return json(session(ANN, 2));
      if (call !== USER) return undefined;
      return headers.get('authorization') === 'Bearer access-ann-2' ? json({ id: ANN.id }) : authError(403, 'bad_jwt');
    });
    clock.advance(60_000);
    expect(await api.changePassword({ current: '', next: 'abc124', proof: '' })).toEqual(ok(null));
    expect([keptSession()?.access_token, askedOf(USER)]).toMatchObject(['access-ann-2', { length: 2 }]);
  });
});

describe('a new address', () => {
  test('[A3] has to be confirmed, with a redirect to this browser', async () => {
    const { api, askedOf, values, accounts, keptSession } = await setUp(({ call }) => {
      if (call === USER) return json({ id: ANN.id, email: 'ann@example.org', new_email: 'new@example.org' });
      return call === GET_USER ? json({ id: ANN.id, email: 'new@example.org' }) : undefined;
    });
    expect(await api.changeEmail(' New@Example.org ')).toEqual(ok('new@example.org'));
    const [asked] = askedOf(USER);
    expect(asked?.body).toMatchObject({ email: 'new@example.org', code_challenge_method: 's256' });
    const flowId = new URL(asked?.query.get('redirect_to') ?? '').searchParams.get('sb_flow_id');
    const outcome = await accounts.completeAuthCallback({ code: 'c', flowId, error: null, message: null });
    expect(outcome).toEqual(ok({ type: 'email-confirmed', message: '' }));
    // The current session stays and has the new address; the code would have started another session.
    expect([keptSession()?.refresh_token, keptSession()?.user.email]).toEqual(['refresh-ann-1', 'new@example.org']);
    expect([askedOf('POST /auth/v1/token'), values.has('checklist.flows')]).toEqual([[], false]);
  });

  test('[A3] that needs no confirmation is reported as changed, and leaves no verifier behind', async () => {
    const { api, values } = await setUp(({ call }) => (call === USER ? json({ id: ANN.id }) : undefined));
    expect([await api.changeEmail('new@example.org'), values.has('checklist.flows')]).toEqual([ok(null), false]);
  });
});

describe('a new password', () => {
  const change = { current: 'abc123', next: 'abc124', proof: '' };

  test('[A3] is sent with the current password, and with the emailed code if there is one', async () => {
    const { api, askedOf } = await setUp(({ call }) => (call === USER ? json({ id: ANN.id }) : undefined));
    expect(await api.changePassword(change)).toEqual(ok(null));
    await api.changePassword({ ...change, current: '', proof: ' 123456 ' });
    const bodies = askedOf(USER).map(({ body }) => body);
    expect(bodies[0]).toMatchObject({ password: 'abc124', current_password: 'abc123' });
    expect(bodies[0]).not.toHaveProperty('nonce');
    expect(bodies[1]).toMatchObject({ password: 'abc124', nonce: '123456' });
    expect(bodies[1]).not.toHaveProperty('current_password');
  });

  test.each<[string, () => Answer, object]>([
    ['mailed', () => json({}), { type: 'proof-needed' }],
    ['mailed a moment ago', () => authError(429, 'over_email_send_rate_limit'), { type: 'proof-needed' }],
    ['not to be mailed', () => authError(400, 'email_not_confirmed', 'No'), { type: 'email-unconfirmed' }],
    ['out of reach', () => 'no network', { type: 'unreachable' }],
  ])('[A3] long after the sign-in requires a code, which is %s', async (_, mail, failure) => {
    const { api } = await setUp(({ call }) => {
      if (call === USER) return authError(400, 'reauthentication_needed');
      return call === 'GET /auth/v1/reauthenticate' ? mail() : undefined;
    });
    expect(await api.changePassword(change)).toEqual(fail(failure));
  });

  test('[A3] fails with a wrong code', async () => {
    const { api } = await setUp(({ call }) =>
      call === USER ? authError(422, 'reauthentication_not_valid') : undefined,
    );
    expect(await api.changePassword({ ...change, proof: '1' })).toEqual(fail({ type: 'wrong-proof' }));
  });
});

test('[A3] signing out elsewhere keeps this session; signing out everywhere ends all sessions on the backend', async () => {
  const { api, askedOf, keptSession } = await setUp(({ call }) =>
    call.includes('/logout') ? json(null, 204) : undefined,
  );
  expect([await api.signOutOthers(), await api.signOutEverywhere()]).toEqual([ok(null), ok(null)]);
  expect(askedOf('POST /auth/v1/logout').map(({ query }) => query.get('scope'))).toEqual(['others', 'global']);
  expect(keptSession()?.user.id).toBe(ANN.id);
});
