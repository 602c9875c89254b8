/** Sign-ups with autoconfirm: the session, the user, and requests that are refused. */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { TEST_ISSUER } from '#server/testing/test-tokens.ts';
import { requestApp, createTestAuth, limitTo, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database, request } = auth;

test('[wire] a new account gets a session and a user in the format of the clients', async () => {
  const email = newEmail();
  const data = { username: 'Ann', email_confirm: false };
  const { status, json, headers } = await request('POST /signup', {
    body: {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
      data,
      code_challenge: null,
      code_challenge_method: null,
    },
  });
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  const facts = { sub: json.user?.id, email, email_verified: true, phone_verified: false };
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const user = {
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_confirmed_at: time,
    confirmed_at: time,
    phone: '',
    last_sign_in_at: time,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...data, ...facts },
    identities: [
      {
        identity_id: expect.stringMatching(/^[\da-f-]{36}$/),
        id: json.user?.id,
        user_id: json.user?.id,
        identity_data: facts,
        provider: 'email',
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
        email,
      },
    ],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  };
  const claims = decodeJwt(json.access_token);
  expect(json).toEqual({
    id: '',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: claims.exp,
    user,
    access_token: expect.any(String),
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(claims).toEqual({
    iss: TEST_ISSUER,
    sub: json.user?.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    aal: 'aal1',
    is_anonymous: false,
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.stringMatching(/^[\da-f-]{36}$/),
    iat: expect.any(Number),
    exp: (claims.iat ?? 0) + 3600,
  });
});

test('[wire] the database keeps neither passwords nor refresh tokens', async () => {
  const { refresh } = await auth.join('sesame open');
  const stored =
    await database.sql`select to_jsonb(u) as users, (select jsonb_agg(t) from auth.refresh_tokens t) as tokens
    from auth.users u`;
  expect(JSON.stringify(stored)).not.toContain('sesame');
  expect(JSON.stringify(stored)).not.toContain(refresh);
  expect(JSON.stringify(stored)).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});

test('[wire] with autoconfirm, an address that has an account is refused', async () => {
  const { email } = await auth.join();
  const again = await request('POST /signup', { body: { email: email.toUpperCase(), password: 'another one' } });
  expect(again).toMatchObject({
    status: 422,
    json: { code: 'user_already_exists', message: 'User already registered' },
  });
});

test('[wire] of many simultaneous sign-ups with one address, one gets the account', async () => {
  const body = { email: newEmail(), password: PASSWORD };
  const answers = await Promise.all(Array.from({ length: 6 }, () => request('POST /signup', { body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422, 422]);
});

test('[wire] a missing or malformed value is refused with its error code', async () => {
  const email = newEmail();
  const cases: [object, number, string, string?][] = [
    [
      { email: 'no address', password: PASSWORD },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [{ email }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ email, password: null }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ email, password: 'x'.repeat(73) }, 400, 'validation_failed', 'Password cannot be longer than 72 characters'],
    [{ email, password: 'é'.repeat(37) }, 400, 'validation_failed', 'Password cannot be longer than 72 characters'],
    [{ email, password: '12345' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
    [{ email, password: PASSWORD, code_challenge: 'x' }, 400, 'validation_failed'],
    [{ email, password: PASSWORD, data: { big: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    [{ password: PASSWORD }, 422, 'anonymous_provider_disabled'],
    [{ phone: '+15550100', password: PASSWORD }, 400, 'phone_provider_disabled', 'Phone signups are disabled'],
  ];
  for (const [body, status, code, message] of cases) {
    const answer = await request('POST /signup', { body });
    expect([body, answer.status, answer.json]).toMatchObject([body, status, { code, ...(message && { message }) }]);
  }
  const weak = await request('POST /signup', { body: { email, password: '🔑🔑🔑' } });
  expect(weak.json).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['length'] } });
});

test('[wire] sign-ups are refused while they are disabled', async () => {
  const closed = auth.beside({ signUp: 'closed' });
  const answer = await requestApp(closed, 'POST /signup', { body: { email: newEmail(), password: PASSWORD } });
  expect(answer).toMatchObject({ status: 422, json: { code: 'signup_disabled' } });
});

test('[wire] data cannot claim to be another account, or a confirmed one', async () => {
  const data = { sub: 'root', email: 'root@example.org', email_verified: false, gone: null };
  const { json } = await request('POST /signup', { body: { email: newEmail(), password: PASSWORD, data } });
  const { user_metadata: metadata } = decodeJwt(json.access_token);
  expect(metadata).toMatchObject({ sub: json.user?.id, email_verified: true });
  expect(metadata).not.toHaveProperty('gone');
});

test('[wire] sign-ups of one network address are limited', async () => {
  const strict = auth.beside(limitTo({ signUpByAddress: 1 }));
  const signUp = (address: string) =>
    requestApp(strict, 'POST /signup', {
      body: { email: newEmail(), password: PASSWORD },
      headers: { 'x-test-address': address },
    });
  expect(await signUp('198.51.100.1')).toMatchObject({ status: 200 });
  const refused = await signUp('198.51.100.1');
  expect(refused).toMatchObject({
    status: 429,
    json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(await signUp('198.51.100.2')).toMatchObject({ status: 200 });
});
