/** Sign-in, sign-up and reset: requests, and the meaning of the answers. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_CATEGORIES } from '#core/catalogue/catalogue.ts';
import { fail, ok } from '#core/result.ts';
import { quiet } from '#test/doubles/quiet.ts';
import {
  ANN,
  answerTo,
  authError,
  json,
  openFakeServer,
  say,
  session,
  type Answer,
} from '#test/backend/fake-server.ts';
import { GOTRUE } from '#test/backend/hosted-answers.ts';
import { onlyList } from '#test/doubles/only-list.ts';

const TYPED = { email: 'ann@example.org', password: 'abc123' };
const SIGN_IN = 'POST /auth/v1/token';
const SIGN_UP = 'POST /auth/v1/signup';
const RESET = 'POST /auth/v1/recover';

describe('signing in', () => {
  test('[spec-7] sends email and password with the key, stores the session, and returns the user', async () => {
    const { accounts, askedOf, keptSession } = openFakeServer(answerTo(SIGN_IN, () => json(session(ANN))));
    expect(await accounts.signIn(TYPED)).toEqual(ok(ANN));
    const [asked] = askedOf(SIGN_IN);
    expect(asked?.query.get('grant_type')).toBe('password');
    expect(asked?.body).toEqual({ ...TYPED, gotrue_meta_security: {} });
    expect([asked?.headers.get('apikey'), asked?.headers.get('authorization')]).toEqual([
      'anon-key',
      'Bearer anon-key',
    ]);
    expect(keptSession()?.refresh_token).toBe('refresh-ann-1');
  });

  test.each<[string, () => Answer, object]>([
    [
      'wrong credentials',
      () => authError(400, 'invalid_credentials', 'Invalid login credentials'),
      { type: 'invalid-credentials' },
    ],
    ['no network', () => 'no network', { type: 'unreachable' }],
    ['a server that is down', () => json({ message: 'down' }, 503), { type: 'unreachable' }],
    ['a page in its place', () => new Response('<html>'), { type: 'unreachable' }],
    ['a refusing page in its place', () => new Response('<html>', { status: 403 }), { type: 'unreachable' }],
    ['JSON that is no session', () => json({}), { type: 'no-user' }],
    ['a session without a user', () => json({ ...session(ANN), user: undefined }), { type: 'no-user' }],
    [
      'an address to be confirmed',
      () => authError(400, 'email_not_confirmed', 'Email not confirmed'),
      { type: 'email-unconfirmed' },
    ],
    [
      'too many attempts',
      () => authError(429, 'over_request_rate_limit', 'Request rate limit reached'),
      { type: 'rate-limited', of: 'requests', seconds: null },
    ],
    [
      'an error of an older backend',
      () => json({ error: 'invalid_grant', error_description: 'Not you' }, 400),
      { type: 'refused', message: 'Not you' },
    ],
  ])('[A4] returns the outcome: %s', async (_, answer, failure) => {
    const { accounts, keptSession } = openFakeServer(answerTo(SIGN_IN, answer));
    expect(await accounts.signIn(TYPED)).toEqual(fail(failure));
    expect(keptSession()).toBeNull();
  });

  test('[Y6] is given up after ten seconds without an answer', async () => {
    const { accounts, clock } = openFakeServer(answerTo(SIGN_IN, () => 'silence'));
    const entering = accounts.signIn(TYPED);
    await quiet();
    clock.advance(10_000);
    expect(await entering).toEqual(fail({ type: 'unreachable' }));
  });

  test('[A1] works without local storage until the page closes', async () => {
    const { accounts, openListBackend, calls } = openFakeServer(answerTo(SIGN_IN, () => json(session(ANN))));
    localStorage.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    expect(await accounts.signIn(TYPED)).toEqual(ok(ANN));
    expect(await openListBackend(ANN, onlyList(ANN.id)).backend.pull('items', 7)).toMatchObject({ ok: true });
    expect(calls().at(-1)).toBe('GET /rest/v1/grocery_items');
  });
});

describe('signing up', () => {
  test('[spec-7] sends the unconfirmed mark, then inserts the profile and six categories, whose ids are the same on every device', async () => {
    const { accounts, askedOf } = openFakeServer(answerTo(SIGN_UP, () => json(session(ANN))));
    expect(await accounts.signUp(TYPED)).toEqual(ok(ANN));
    expect(askedOf(SIGN_UP)[0]?.body).toMatchObject({ ...TYPED, data: { email_confirm: false } });
    const [profile] = askedOf('POST /rest/v1/user_profiles');
    expect(profile?.body).toEqual({
      id: ANN.id,
      username: 'ann',
      email: 'ann@example.org',
      device_info: { deviceId: 'device-1' },
    });
    expect([profile?.headers.get('authorization'), profile?.headers.get('prefer')]).toEqual([
      'Bearer access-ann-1',
      null,
    ]);
    expect(askedOf('POST /rest/v1/categories')[0]?.body).toEqual(
      DEFAULT_CATEGORIES.map((category, at) => ({
        ...category,
        id: `default-${at + 1}-${ANN.id}`,
        user_id: ANN.id,
      })),
    );
  });

  test('[spec-8] succeeds if profile and categories cannot be inserted', async () => {
    const { accounts, keptSession } = openFakeServer(({ call }) =>
      call === SIGN_UP ? json(session(ANN)) : call.includes('/rest/') ? json({ message: 'no' }, 403) : undefined,
    );
    expect(await accounts.signUp(TYPED)).toEqual(ok(ANN));
    expect(keptSession()?.user.id).toBe(ANN.id);
  });

  test('[A4] without a session reports that the address has to be confirmed, and inserts nothing', async () => {
    const { accounts, calls } = openFakeServer(
      answerTo(SIGN_UP, () => json({ id: ANN.id, email: TYPED.email, identities: [] })),
    );
    expect(await accounts.signUp(TYPED)).toEqual(fail({ type: 'confirmation-needed' }));
    expect(calls()).toEqual([SIGN_UP]);
  });

  test.each<[string, () => Answer, object]>([
    ['no user', () => json({}), { type: 'no-user' }],
    [
      'a weak password',
      () =>
        json({ code: 'weak_password', message: 'Weak.', weak_password: { reasons: ['length'] } }, 422, {
          'x-supabase-api-version': '2024-01-01',
        }),
      { type: 'weak-password', message: 'Weak.' },
    ],
    [
      'a weak password of an older backend',
      () => json({ code: 422, msg: 'Weak.', weak_password: { reasons: ['length'] } }, 422),
      { type: 'weak-password', message: 'Weak.' },
    ],
    ['a refusal without a message', () => json({ error_code: 'user_banned' }, 403), { type: 'refused', message: '' }],
    [
      'a known address',
      () => authError(422, 'user_already_exists', 'User already registered'),
      { type: 'refused', message: 'User already registered' },
    ],
  ])('[A4] returns the outcome: %s', async (_, answer, failure) => {
    const { accounts } = openFakeServer(answerTo(SIGN_UP, answer));
    expect(await accounts.signUp(TYPED)).toEqual(fail(failure));
  });
});

describe('signing up with an invitation', () => {
  const SETTINGS = 'GET /auth/v1/settings';
  /** A backend with these settings, which answers a sign-up. */
  const setUp = (settings: object, answer: () => Answer) =>
    openFakeServer(({ call }) => {
      if (call === SETTINGS) return json({ external: {}, ...settings });
      return call === SIGN_UP ? answer() : undefined;
    });
  const INVITED = { disable_signup: true, signup_by_invitation: true };
  const refuse = () => authError(422, 'invite_not_found', 'Signups need an invitation on this server');

  test('[P4] sends the secret to a server that asks for it', async () => {
    const { accounts, askedOf } = setUp(INVITED, () => json(session(ANN)));
    expect(await accounts.signUp(TYPED, undefined, 'the-secret')).toEqual(ok(ANN));
    expect(askedOf(SIGN_UP)[0]?.body).toMatchObject({ data: { email_confirm: false, list_invitation: 'the-secret' } });
  });

  test('[P4] never sends the secret to another backend, which would store it', async () => {
    for (const settings of [{}, { disable_signup: false }, { disable_signup: true }]) {
      const { accounts, askedOf } = setUp(settings, () => json(session(ANN)));
      await accounts.signUp(TYPED, undefined, 'the-secret');
      expect(askedOf(SIGN_UP)[0]?.body).toMatchObject({ data: { email_confirm: false } });
      expect(JSON.stringify(askedOf(SIGN_UP)[0]?.body)).not.toContain('the-secret');
    }
  });

  test('[P4] waits for the settings, because a sign-up without the secret would be refused', async () => {
    const { accounts, askedOf } = openFakeServer(({ call }) => (call === SETTINGS ? 'no network' : undefined));
    expect(await accounts.signUp(TYPED, undefined, 'the-secret')).toEqual(fail({ type: 'unreachable' }));
    expect(askedOf(SIGN_UP)).toEqual([]);
  });

  test('[P4] without an invitation makes no other request', async () => {
    const { accounts, askedOf } = setUp(INVITED, () => json(session(ANN)));
    await accounts.signUp(TYPED);
    expect(askedOf(SETTINGS)).toEqual([]);
  });

  test('[P4] tells a missing invitation from one that cannot be used, and from a server without new accounts', async () => {
    const { accounts } = setUp(INVITED, refuse);
    expect(await accounts.signUp(TYPED)).toEqual(fail({ type: 'invitation-needed' }));
    expect(await accounts.signUp(TYPED, undefined, 'revoked')).toEqual(fail({ type: 'invitation-unusable' }));
    const closed = setUp({ disable_signup: true }, () => authError(422, 'signup_disabled', 'Signups not allowed'));
    expect(await closed.accounts.signUp(TYPED, undefined, 'any')).toEqual(fail({ type: 'sign-up-closed' }));
  });

  test.each([
    ['invite_not_found', 'invitation-needed'],
    ['signup_disabled', 'sign-up-closed'],
  ])('[P4] a provider that would create an account comes back with %s, which is %s', async (code, type) => {
    const { accounts } = openFakeServer();
    const callback = { code: null, message: null, error: { code, message: 'Told by anyone' } };
    expect(await accounts.completeAuthCallback(callback)).toEqual(fail({ type }));
  });
});

describe('a reset', () => {
  test('[spec-7] is requested with the redirect URL of this app', async () => {
    const { accounts, askedOf } = openFakeServer(answerTo(RESET, () => json({})));
    expect(await accounts.sendReset('ann@example.org')).toEqual(ok(null));
    expect(askedOf(RESET)[0]?.body).toMatchObject({ email: 'ann@example.org', code_challenge_method: 's256' });
    expect(askedOf(RESET)[0]?.query.get('redirect_to')).toMatch(/^https:\/\/list\.example\/\?sb_flow_id=\w{8,64}$/u);
  });

  test('[A4] that is refused returns the reason', async () => {
    const message = 'For security purposes, you can only request this after 42 seconds.';
    const { accounts } = openFakeServer(answerTo(RESET, () => authError(429, 'over_email_send_rate_limit', message)));
    expect(await accounts.sendReset('ann@example.org')).toEqual(
      fail({ type: 'rate-limited', of: 'emails', seconds: 42 }),
    );
  });
});

describe('an address that is not confirmed', () => {
  const RESEND = 'POST /auth/v1/resend';

  test('[A9] gets its email again, whose link leads back to this browser', async () => {
    const { accounts, askedOf, values } = openFakeServer(answerTo(RESEND, () => json({})));
    expect(await accounts.resendConfirmation('ann@example.org', 'a-token')).toEqual(ok(null));
    const [asked] = askedOf(RESEND);
    expect(asked?.body).toMatchObject({
      type: 'signup',
      email: 'ann@example.org',
      code_challenge_method: 's256',
      gotrue_meta_security: { captcha_token: 'a-token' },
    });
    expect(asked?.query.get('redirect_to')).toMatch(/^https:\/\/list\.example\/\?sb_flow_id=\w{8,64}$/u);
    expect(values.get('checklist.flows')).toContain('sign-in');
  });

  test('[A9] says how long to wait for the next email', async () => {
    const { accounts, values } = openFakeServer(answerTo(RESEND, () => say('an email too soon')));
    expect(await accounts.resendConfirmation('ann@example.org')).toEqual(
      fail({ type: 'rate-limited', of: 'emails', seconds: 42 }),
    );
    expect(values.has('checklist.flows')).toBe(false);
  });

  test('[A9] whose link has expired is offered a new confirmation, and a recovery a new password', async () => {
    const { accounts, askedOf } = openFakeServer();
    const expire = async (call: string) => {
      const redirect = new URL(askedOf(call)[0]?.query.get('redirect_to') ?? '');
      return accounts.completeAuthCallback({
        code: null,
        flowId: redirect.searchParams.get('sb_flow_id'),
        error: { code: 'otp_expired', message: 'Email link is invalid or has expired' },
        message: null,
      });
    };
    await accounts.resendConfirmation('ann@example.org');
    expect(await expire(RESEND)).toEqual(fail({ type: 'link-expired', of: 'confirmation' }));
    await accounts.sendReset('ann@example.org');
    expect(await expire(RESET)).toEqual(fail({ type: 'link-expired', of: 'recovery' }));
  });
});

describe('a server that fails', () => {
  test.each([
    ['signUp', SIGN_UP, 'no mail server, at a sign-up'],
    ['signIn', SIGN_IN, 'a failing trigger'],
  ] as const)('[A9] at %s says so, with its message', async (way, call, reason) => {
    const { accounts } = openFakeServer(answerTo(call, () => say(reason)));
    expect(await accounts[way](TYPED)).toEqual(fail({ type: 'server-failed', message: GOTRUE[reason].message }));
  });

  test('[A9] at a reset says so, and the link is expected all the same', async () => {
    const { accounts, values } = openFakeServer(answerTo(RESET, () => say('no mail server, at a reset')));
    expect(await accounts.sendReset('ann@example.org')).toEqual(
      fail({ type: 'server-failed', message: 'Error sending recovery email' }),
    );
    expect(values.has('checklist.flows')).toBe(true);
  });

  test('[A9] without the version of the API in its answer says so as well', async () => {
    const old = { code: 500, error_code: 'unexpected_failure', msg: 'Error sending recovery email', error_id: 'x' };
    const { accounts } = openFakeServer(answerTo(RESET, () => json(old, 500)));
    expect(await accounts.sendReset('ann@example.org')).toMatchObject({ failure: { type: 'server-failed' } });
  });
});

test('[A9] a limit without a time in its message takes the time of the header', async () => {
  const limited = () =>
    json({ code: 'over_request_rate_limit', message: 'Request rate limit reached' }, 429, {
      'x-supabase-api-version': '2024-01-01',
      'retry-after': '90',
    });
  const { accounts } = openFakeServer(answerTo(SIGN_IN, limited));
  expect(await accounts.signIn(TYPED)).toEqual(fail({ type: 'rate-limited', of: 'requests', seconds: 90 }));
});
