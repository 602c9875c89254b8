/** The second step of a sign-in: before the code is entered, no user is signed in and nothing is stored. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import {
  ANN,
  type Answer,
  authError,
  guardedSession,
  json,
  openFakeServer,
  session,
} from '#test/backend/fake-server.ts';
import { readAssurance } from '#device/backend/session/stored-session.ts';

const TYPED = { email: 'ann@example.org', password: 'abc123' };
const FACTORS = [
  { id: 'f-app', type: 'totp', status: 'verified', name: 'My phone', phone: '' },
  { id: 'f-sms', type: 'phone', status: 'verified', name: '', phone: '+4366' },
];
const VERIFY = 'POST /auth/v1/factors/f-app/verify';

/** A sign-in after the password and before the code. */
async function setUp(verify: () => Answer = () => json(guardedSession(ANN, 'aal2'))) {
  const server = openFakeServer(({ call }) => {
    if (call === 'POST /auth/v1/token') return json(guardedSession(ANN, 'aal1'));
    if (call.endsWith('/challenge')) return json({ id: `challenge-of-${call.split('/')[4]}`, expires_at: 9 });
    return call.endsWith('/verify') ? verify() : undefined;
  });
  const entered = await server.accounts.signIn(TYPED);
  return { ...server, entered };
}

describe('a sign-in with a second step', () => {
  test('[A3] asks for a code, and lists the factors', async () => {
    const { entered, keptSession, values } = await setUp();
    expect(entered).toEqual(fail({ type: 'code-needed', factors: FACTORS }));
    expect([keptSession(), [...values.keys()]]).toEqual([null, ['checklist.config']]);
  });

  test('[A3] succeeds with the code of an authenticator app, and the session of the higher level is stored', async () => {
    const { accounts, askedOf, keptSession } = await setUp();
    expect(await accounts.enterCode('f-app', '123456')).toEqual(ok({ type: 'in', user: ANN }));
    const [asked] = askedOf(VERIFY);
    expect(asked?.body).toEqual({ challenge_id: 'challenge-of-f-app', code: '123456' });
    expect(readAssurance(asked?.headers.get('authorization') ?? '')).toBe('aal1');
    expect(readAssurance(keptSession()?.access_token ?? '')).toBe('aal2');
    // The session continues as the new one, so it must not be ended.
    expect(askedOf('POST /auth/v1/logout')).toEqual([]);
  });

  test('[A3] sends the code to a phone, and answers that challenge', async () => {
    const { accounts, askedOf, calls } = await setUp();
    expect(await accounts.sendCode('f-sms', 'whatsapp')).toEqual(ok(null));
    expect(askedOf('POST /auth/v1/factors/f-sms/challenge')[0]?.body).toMatchObject({ channel: 'whatsapp' });
    await accounts.enterCode('f-sms', '123456');
    expect(calls().filter((call) => call.endsWith('/challenge'))).toHaveLength(1);
    expect(askedOf('POST /auth/v1/factors/f-sms/verify')[0]?.body).toMatchObject({
      challenge_id: 'challenge-of-f-sms',
    });
  });

  test('[A3] fails with a wrong code, and another code can be entered', async () => {
    const answers = [authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')];
    const { accounts, keptSession } = await setUp(() => answers.shift() ?? json(guardedSession(ANN, 'aal2')));
    expect(await accounts.enterCode('f-app', '000000')).toEqual(
      fail({ type: 'refused', message: 'Invalid TOTP code entered' }),
    );
    expect(keptSession()).toBeNull();
    expect(await accounts.enterCode('f-app', '123456')).toMatchObject({ ok: true });
  });

  test.each(['session_not_found', 'session_expired', 'user_not_found', 'bad_jwt'])(
    '[A3] that was ended elsewhere (%s) returns to the sign-in screen',
    async (code) => {
      const { accounts, answer, keptSession } = await setUp(() => authError(403, code));
      expect(await accounts.enterCode('f-app', '123456')).toEqual(fail({ type: 'sign-in-again' }));
      answer(({ call }) => (call.endsWith('/challenge') ? authError(403, code) : undefined));
      expect(await accounts.sendCode('f-sms', 'sms')).toEqual(fail({ type: 'sign-in-again' }));
      expect(keptSession()).toBeNull();
    },
  );

  test('[A3] that is canceled ends the pending session; a code entered afterwards signs no user in', async () => {
    const { accounts, askedOf, keptSession } = await setUp();
    await accounts.cancelPending();
    expect(askedOf('POST /auth/v1/logout')[0]?.query.get('scope')).toBe('local');
    expect(await accounts.enterCode('f-app', '123456')).toMatchObject({ ok: false });
    expect(keptSession()).toBeNull();
  });

  test('[A3] that is canceled while the code is being checked signs no user in', async () => {
    const gate = Promise.withResolvers<Answer>();
    const server = openFakeServer(({ call }) => {
      if (call === 'POST /auth/v1/token') return json(guardedSession(ANN, 'aal1'));
      if (call.endsWith('/challenge')) return json({ id: 'c', expires_at: 9 });
      return call.endsWith('/verify') ? gate.promise : undefined;
    });
    await server.accounts.signIn(TYPED);
    const entering = server.accounts.enterCode('f-app', '123456');
    await server.accounts.cancelPending();
    gate.resolve(json(guardedSession(ANN, 'aal2')));
    expect(await entering).toMatchObject({ ok: false });
    expect(server.keptSession()).toBeNull();
  });

  test('[A2] after a recovery link, the code comes before the new password', async () => {
    const { accounts, answer, asked } = openFakeServer(({ call }) =>
      call.includes('/recover') ? json({}) : undefined,
    );
    await accounts.sendReset('ann@example.org');
    const way = new URL(asked.at(-1)?.query.get('redirect_to') ?? '');
    answer(({ call }) => {
      if (call === 'POST /auth/v1/token') return json(guardedSession(ANN, 'aal1'));
      if (call.endsWith('/challenge')) return json({ id: 'c', expires_at: 9 });
      if (call.endsWith('/verify')) return json(guardedSession(ANN, 'aal2'));
      return call.startsWith('PUT') ? json({ id: ANN.id }) : undefined;
    });
    const link = { code: 'c', flowId: way.searchParams.get('sb_flow_id'), error: null, message: null };
    expect(await accounts.completeAuthCallback(link)).toEqual(fail({ type: 'code-needed', factors: FACTORS }));
    expect(await accounts.chooseNewPassword('abc123')).toMatchObject({ ok: false });
    expect(await accounts.enterCode('f-app', '123456')).toEqual(ok({ type: 'new-password', email: 'ann@example.org' }));
    expect(await accounts.chooseNewPassword('abc123')).toEqual(ok(ANN));
  });

  test('[A3] is not requested if the session already has it, or if no factor is verified', async () => {
    const shown = openFakeServer(({ call }) =>
      call.includes('token') ? json(guardedSession(ANN, 'aal2')) : undefined,
    );
    expect(await shown.accounts.signIn(TYPED)).toEqual(ok(ANN));
    const plain = session(ANN);
    const half = {
      ...plain,
      user: { ...plain.user, factors: [{ id: 'x', factor_type: 'totp', status: 'unverified' }] },
    };
    const none = openFakeServer(({ call }) => (call.includes('token') ? json(half) : undefined));
    expect(await none.accounts.signIn(TYPED)).toEqual(ok(ANN));
  });
});

test.each(['', 'a', 'a.b', 'a.!!.c', `a.${btoa('[]')}.c`, `a.${btoa('{"aal":2}')}.c`, 'sb_publishable_x'])(
  '[A3] no level is read from %j',
  (token) => {
    expect(readAssurance(token)).toBe('');
  },
);
