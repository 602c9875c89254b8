/** The sign-in options of the backend. */
import { expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { json, openFakeServer, type Answer } from '#test/backend/fake-server.ts';

const NOTHING = {
  providers: [],
  passkeys: 'no',
  signUp: 'open',
  passwords: true,
  removesPassword: false,
  secondSteps: null,
  captcha: null,
};

/** A backend with these settings, and the operator's configuration. */
function setUp(settings: () => Answer, config: object = {}, origin?: string) {
  return openFakeServer(
    ({ call }) => {
      if (call === 'GET /auth/v1/settings') return settings();
      return call === 'GET /config.json' ? json({ url: '', anonKey: 'anon-key', ...config }) : undefined;
    },
    {},
    origin,
  );
}

test('[A3] providers are those that are switched on; email, phone and similar methods are not providers', async () => {
  const external = { google: true, email: true, phone: true, anonymous_users: true, 'custom:home': true, apple: true };
  const { accounts, askedOf } = setUp(() => json({ external: { ...external, github: false, '"><b>': true } }));
  expect(await accounts.settings()).toEqual(ok({ ...NOTHING, providers: ['apple', 'custom:home', 'google'] }));
  expect(askedOf('GET /auth/v1/settings')[0]?.headers.get('apikey')).toBe('anon-key');
});

test('[A4] a closed sign-up is reported', async () => {
  const { accounts } = setUp(() => json({ external: {}, disable_signup: true }));
  expect(await accounts.settings()).toEqual(ok({ ...NOTHING, signUp: 'closed' }));
});

test('[P4] a server that needs an invitation for a new account is reported', async () => {
  const { accounts } = setUp(() => json({ external: {}, disable_signup: true, signup_by_invitation: true }));
  expect(await accounts.settings()).toEqual(ok({ ...NOTHING, signUp: 'invited' }));
});

test('[A9] [P8] without email accounts, the form for a new account and passwords are not offered', async () => {
  const { accounts } = setUp(() => json({ external: { email: false, google: true }, disable_signup: false }));
  expect(await accounts.settings()).toEqual(
    ok({ ...NOTHING, providers: ['google'], passwords: false, signUp: 'closed' }),
  );
});

test.each([
  [true, false, 'yes'],
  [false, true, 'no'],
])(
  '[A9] a service whose settings say passkeys_enabled %s decides, whatever the operator configured: %s',
  async (isOn, passkeys, support) => {
    const { accounts } = setUp(() => json({ external: {}, passkeys_enabled: isOn }), { passkeys });
    vi.stubGlobal('PublicKeyCredential', () => undefined);
    expect(await accounts.settings()).toEqual(ok({ ...NOTHING, passkeys: support }));
    vi.unstubAllGlobals();
  },
);

test('[A9] the bundled server tells which second steps are on, and that unlinking removes the password', async () => {
  const told = { unlinking_removes_password: true, mfa_totp_enroll_enabled: true, mfa_phone_enroll_enabled: false };
  const { accounts } = setUp(() => json({ external: {}, ...told }));
  expect(await accounts.settings()).toEqual(
    ok({ ...NOTHING, removesPassword: true, secondSteps: { app: true, phone: false } }),
  );
});

test("[spec-7] the captcha and passkeys come from the operator's settings", async () => {
  const captcha = { provider: 'hcaptcha', siteKey: 'site' };
  const { accounts } = setUp(() => json({ external: {} }), { captcha, passkeys: true });
  expect(await accounts.settings()).toEqual(ok({ ...NOTHING, captcha }));
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  expect(await accounts.settings()).toEqual(ok({ ...NOTHING, captcha, passkeys: 'yes' }));
  vi.unstubAllGlobals();
});

test.each([
  ['http://127.0.0.1:3000', 'needs-domain'],
  ['https://192.168.1.20', 'needs-domain'],
  ['http://[::1]:3000', 'needs-domain'],
  ['http://localhost:3000', 'yes'],
  ['https://10.list.example', 'yes'],
])(
  '[A3] on a page at %s passkey support is %s, because browsers bind passkeys to domain names',
  async (origin, passkeys) => {
    const { accounts } = setUp(() => json({ external: {} }), { passkeys: true }, origin);
    vi.stubGlobal('PublicKeyCredential', () => undefined);
    expect(await accounts.settings()).toEqual(ok({ ...NOTHING, passkeys }));
    vi.unstubAllGlobals();
  },
);

test.each<[string, () => Answer]>([
  ['no network', () => 'no network'],
  ['a page', () => new Response('<html>')],
  ['an error', () => json({ external: {} }, 500)],
  ['something else', () => json([])],
])('[Y6] %s instead of the settings counts as no answer', async (_, settings) => {
  expect(await setUp(settings).accounts.settings()).toEqual(fail({ type: 'unreachable' }));
});

test.each([
  ['signIn', 'POST /auth/v1/token'],
  ['signUp', 'POST /auth/v1/signup'],
] as const)('[spec-7] %s passes on what shows a person, and says where that was missing', async (way, call) => {
  const { accounts, askedOf, answer } = openFakeServer();
  answer(({ call: asked }) =>
    asked === call
      ? json({ code: 'captcha_failed', message: 'captcha protection: request disallowed' }, 400, {
          'x-supabase-api-version': '2024-01-01',
        })
      : undefined,
  );
  const typed = { email: 'ann@example.org', password: 'abc123' };
  expect(await accounts[way](typed, 'a-token')).toEqual(fail({ type: 'captcha-needed' }));
  expect(askedOf(call)[0]?.body).toMatchObject({ gotrue_meta_security: { captcha_token: 'a-token' } });
});

test('[spec-7] a reset sends the captcha token, too', async () => {
  const { accounts, askedOf } = openFakeServer(({ call }) => (call.includes('/recover') ? json({}) : undefined));
  await accounts.sendReset('ann@example.org', 'a-token');
  expect(askedOf('POST /auth/v1/recover')[0]?.body).toMatchObject({
    gotrue_meta_security: { captcha_token: 'a-token' },
  });
});
