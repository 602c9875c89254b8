/** Links that operators create with the admin interface of the official client library. */
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createAuthDevice } from '#server/auth/testing/auth-device.ts';
import { createTestAuth, newEmail, PASSWORD, requestApp, SITE } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth({ signUp: 'closed' });
const { database } = auth;

const site = new Hono().route('/auth/v1', auth.app);
const createDevice = (key = auth.tokens.anonKey) => createAuthDevice({ site, key });
const { admin } = createDevice(auth.tokens.serviceRoleKey);
/** An account that exists although sign-up is closed. */
const join = async () => {
  const email = newEmail();
  const { data } = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  return { email, id: data.user?.id ?? '' };
};
const eventsOf = async (id = '') =>
  (await database.sql`select kind from auth.security_events where user_id = ${id} order by id`).map(
    ({ kind }) => kind as string,
  );

/** Follows a link as a browser does, and returns the fragment of the app's address. */
async function follow(link: string): Promise<URLSearchParams> {
  const answer = await site.request(link.replace(SITE, ''));
  expect(answer.status).toBe(303);
  return new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1));
}

test('[wire] an invited person gets an email, follows its link and chooses a password', async () => {
  const email = newEmail();
  const redirectTo = `${SITE}/welcome`;
  const invited = await admin.inviteUserByEmail(email, { data: { name: 'Ann' }, redirectTo });
  expect(invited.error).toBeNull();
  expect(invited.data.user).toMatchObject({ email, user_metadata: { name: 'Ann', email_verified: false } });
  const mail = await vi.waitUntil(() => auth.mails.find(({ to }) => to === email));
  expect(mail.subject).toBe('Your invitation to Checklist');
  expect(new URL(mail.link).searchParams.get('redirect_to')).toBe(redirectTo);
  const fragment = await follow(mail.link);
  expect(fragment.get('type')).toBe('invite');
  const device = createDevice();
  const tokens = {
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  };
  expect((await device.setSession(tokens)).data.user?.user_metadata).toMatchObject({
    name: 'Ann',
    email_verified: true,
  });
  expect((await device.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await createDevice().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect(await eventsOf(invited.data.user?.id)).toEqual(['operator-invited', 'password-changed']);
  // The link works once, and an account with an owner is not invited again.
  expect((await follow(mail.link)).get('error_code')).toBe('otp_expired');
  expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' });
});

test('[wire] an invitation is valid for seven days, and can be repeated', async () => {
  const email = newEmail();
  const invite = () => admin.generateLink({ type: 'invite', email, options: { data: { name: 'Ben' } } });
  const [first, second] = [await invite(), await invite()];
  expect(second.data.user?.id).toBe(first.data.user?.id);
  const verify = (hash = '') => createDevice().verifyOtp({ type: 'invite', token_hash: hash });
  auth.wait(7 * 24 * 3600 - 60);
  expect((await verify(first.data.properties?.hashed_token)).data.user).toMatchObject({ email });
  const third = await admin.inviteUserByEmail(newEmail());
  const mail = await vi.waitUntil(() => auth.mails.find(({ to }) => to === third.data.user?.email));
  auth.wait(7 * 24 * 3600 + 60);
  expect((await follow(mail.link)).get('error_code')).toBe('otp_expired');
});

test.each(['recovery', 'magiclink'] as const)(
  '[wire] a %s link signs in by itself, its hash or its code',
  async (type) => {
    const { email, id } = await join();
    const create = async () => {
      const { data } = await admin.generateLink({ type, email, options: { redirectTo: `${SITE}/x` } });
      if (data.properties === null) throw new Error('There is no link.');
      expect(data.user).toMatchObject({ id, email });
      return data.properties;
    };
    const first = await create();
    expect(first).toMatchObject({ verification_type: type, redirect_to: `${SITE}/x` });
    expect(first.email_otp).toMatch(/^\d{10}$/u);
    expect(first.action_link).toBe(
      `${SITE}/auth/v1/verify?token=${first.hashed_token}&type=${type}&redirect_to=${encodeURIComponent(`${SITE}/x`)}`,
    );
    expect((await follow(first.action_link)).get('type')).toBe(type);
    const byCode = (token: string, to = email) => createDevice().verifyOtp({ type, token, email: to });
    // The link and its code are used up together.
    expect((await byCode(first.email_otp)).error).toMatchObject({ code: 'otp_expired' });
    const next = await create();
    expect((await byCode(next.email_otp, newEmail())).error).toMatchObject({ code: 'otp_expired' });
    expect((await byCode(next.email_otp)).data.user).toMatchObject({ id });
    const third = await create();
    expect((await createDevice().verifyOtp({ type: 'signup', token_hash: third.hashed_token })).error).not.toBeNull();
    expect((await createDevice().verifyOtp({ type, token_hash: third.hashed_token })).data.user).toMatchObject({ id });
    expect(await eventsOf(id)).toContain('operator-link-created');
    expect(auth.mails.filter(({ to }) => to === email).map(({ subject }) => subject)).not.toContain(
      'Reset your password',
    );
  },
);

test('[wire] a sign-up link creates an account with a password, although sign-up is closed', async () => {
  const email = newEmail();
  const made = await admin.generateLink({
    type: 'signup',
    email,
    password: PASSWORD,
    options: { data: { name: 'Cy' } },
  });
  expect(made.error).toBeNull();
  const signIn = () => createDevice().signInWithPassword({ email, password: PASSWORD });
  expect((await signIn()).error).toMatchObject({ code: 'email_not_confirmed' });
  expect((await follow(made.data.properties?.action_link ?? '')).get('type')).toBe('signup');
  expect((await signIn()).data.user?.user_metadata).toMatchObject({ name: 'Cy' });
  expect((await admin.generateLink({ type: 'signup', email, password: PASSWORD })).error).toMatchObject({
    code: 'email_exists',
  });
  expect(await eventsOf(made.data.user?.id)).toContain('operator-created');
});

test('[wire] a magic link for an unknown address is a sign-up without a password', async () => {
  const email = newEmail();
  const { data } = await admin.generateLink({ type: 'magiclink', email });
  expect(data.properties?.verification_type).toBe('signup');
  const verified = await createDevice().verifyOtp({ type: 'email', token: data.properties?.email_otp ?? '', email });
  expect(verified.data.user).toMatchObject({ email });
});

test('[wire] an address changes after both links were followed, in any order', async () => {
  const { email, id } = await join();
  const newAddress = newEmail();
  const create = async (type: 'email_change_current' | 'email_change_new') =>
    (await admin.generateLink({ type, email, newEmail: newAddress })).data.properties;
  const [current, next] = [await create('email_change_current'), await create('email_change_new')];
  expect(current?.action_link).toContain('type=email_change&');
  expect(next?.verification_type).toBe('email_change_new');
  expect((await follow(next?.action_link ?? '')).get('message')).toContain('Confirmation link accepted.');
  expect((await admin.getUserById(id)).data.user).toMatchObject({ email, new_email: newAddress });
  const byCode = await createDevice().verifyOtp({ type: 'email_change', token: current?.email_otp ?? '', email });
  expect(byCode.data.user).toMatchObject({ id, email: newAddress });
  expect(await eventsOf(id)).toContain('email-changed');
});

test('[wire] a sign-up link sets no password that a stranger chose when they signed up with the address', async () => {
  const email = newEmail();
  const strict = auth.beside({ autoconfirm: false, signUp: 'open' });
  await requestApp(strict, 'POST /signup', { body: { email, password: PASSWORD } });
  expect((await admin.generateLink({ type: 'signup', email, password: '' })).error).toMatchObject({
    code: 'validation_failed',
  });
});

test('[wire] requests that make no link are refused with the codes of the hosted service', async () => {
  const [{ email }, other, unknown] = [await join(), await join(), newEmail()];
  const cases: readonly [object, number, string][] = [
    [{ type: 'recovery', email: unknown }, 404, 'user_not_found'],
    [{ type: 'email_change_new', email: unknown, new_email: newEmail() }, 404, 'user_not_found'],
    [{ type: 'signup', email: unknown }, 400, 'validation_failed'],
    [{ type: 'signup', email: unknown, password: 'short' }, 422, 'weak_password'],
    [{ type: 'invite', email: 'nonsense' }, 400, 'validation_failed'],
    [{ type: 'phone_change', email }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email, new_email: other.email }, 422, 'email_exists'],
    [{ type: 'invite', email }, 422, 'email_exists'],
    [{ type: 'invite', email: unknown, data: { big: 'x'.repeat(5000) } }, 400, 'validation_failed'],
  ];
  for (const [body, status, code] of cases) {
    const answer = await auth.request('POST /admin/generate_link', { token: auth.tokens.serviceRoleKey, body });
    expect([body, answer]).toMatchObject([body, { status, json: { code } }]);
  }
  expect(await database.sql`select id from auth.users where email = ${unknown}`).toEqual([]);
  const one = auth.beside({ confirmsBothAddresses: false });
  const only = createAuthDevice({ site: new Hono().route('/auth/v1', one), key: auth.tokens.serviceRoleKey }).admin;
  const change = { type: 'email_change_current', email, newEmail: newEmail() } as const;
  expect((await only.generateLink(change)).error).toMatchObject({ code: 'validation_failed' });
});

test('[wire] only the service key creates links and invites', async () => {
  const { email } = await join();
  const device = createDevice();
  await device.signInWithPassword({ email, password: PASSWORD });
  for (const caller of [device.admin, createDevice().admin]) {
    expect((await caller.generateLink({ type: 'recovery', email })).error).toMatchObject({ code: 'not_admin' });
    expect((await caller.inviteUserByEmail(newEmail())).error).toMatchObject({ code: 'not_admin' });
  }
});

test('[wire] a link never leads outside of the allowed addresses', async () => {
  const { email } = await join();
  const { data } = await admin.generateLink({
    type: 'recovery',
    email,
    options: { redirectTo: 'https://evil.example/' },
  });
  expect(data.properties?.redirect_to).toBe(SITE);
});
