/** A profile from a provider never leads to another person's account, nor to one that an attacker prepared. */
import { afterAll, expect, test, vi } from 'vitest';
import { requestApp, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { createProviderSandbox } from '#server/auth/providers/testing/provider-sandbox.ts';

const ground = await createProviderSandbox();
const { auth, provider, keycloak, signIn, visit } = ground;
const { accounts } = provider;
const { sql } = auth.database;
afterAll(() => ground.close());

/** Addresses are confirmed by email here, so that a confirmed address belongs to its user. */
const careful = auth.beside({ autoconfirm: false, providers: [keycloak] });
const closed = auth.beside({ autoconfirm: false, signUp: 'closed', providers: [keycloak] });

/** An account with a password, confirmed by an emailed link or not. */
async function signUp(isConfirmed: boolean, data: object = {}): Promise<{ id: string; email: string }> {
  const email = newEmail();
  await requestApp(careful, 'POST /signup', { body: { email, password: PASSWORD, data } });
  const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  const id = user?.id ?? '';
  if (isConfirmed)
    await sql`update auth.users set email_confirmed_at = now(), email_proved_at = now() where id = ${id}`;
  return { id, email };
}

/** An account at the provider with this address. */
function know(email: string, isVerified: boolean | undefined): string {
  const subject = `${email} ${accounts.size}`;
  accounts.set(subject, { email, name: 'Owner', ...(isVerified !== undefined && { email_verified: isVerified }) });
  return subject;
}

/** The query of the emailed link. Emails are sent after the response. */
async function readLink(email: string): Promise<string> {
  const mail = await vi.waitFor(() => {
    const found = auth.mails.find(({ to }) => to === email);
    if (found === undefined) throw new Error('No mail yet.');
    return found;
  });
  return new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').search;
}

const logIn = (email: string, password = PASSWORD): ReturnType<typeof requestApp> =>
  requestApp(careful, 'POST /token?grant_type=password', { body: { email, password } });

test('[A2] a verified address leads to the account that has confirmed the same one', async () => {
  const { id, email } = await signUp(true, { username: 'me' });
  const { user } = await signIn(know(email, true), careful);
  expect(user).toMatchObject({ id, user_metadata: { username: 'me', name: 'Owner' } });
  expect(user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'keycloak'] });
  expect(user?.identities?.map((identity) => identity.provider)).toEqual(['email', 'keycloak']);
  expect((await logIn(email)).status).toBe(200);
});

test('[A2] an address that the provider has not verified opens no account', async () => {
  const { email } = await signUp(true);
  for (const app of [careful, auth.app]) {
    for (const isVerified of [false, undefined]) {
      const { user, refusal } = await signIn(know(email, isVerified), app);
      expect({ user, refusal }).toEqual({ user: null, refusal: 'provider_email_needs_verification' });
      const attacker = await signIn(know(newEmail(), isVerified), app);
      expect(attacker.refusal).toBe('provider_email_needs_verification');
    }
  }
  accounts.set('nameless', { name: 'Nameless' });
  expect((await signIn('nameless', careful)).refusal).toBe('provider_email_needs_verification');
});

test('[A2] an unconfirmed account that an attacker prepared becomes its owner’s, and the attacker loses access', async () => {
  const { id, email } = await signUp(false, { username: 'planted', role: 'planted' });
  const link = await readLink(email);
  const { browser, user } = await signIn(know(email, true), careful);
  expect(user).toMatchObject({ id, email, app_metadata: { provider: 'keycloak', providers: ['keycloak'] } });
  expect(user?.email_confirmed_at).toBeDefined();
  expect(user?.user_metadata).not.toHaveProperty('username');
  expect(user?.identities?.map((identity) => identity.provider)).toEqual(['keycloak']);
  expect((await logIn(email)).json['code']).toBe('invalid_credentials');
  const followed = await careful.request(`/verify${link}`);
  expect(followed.headers.get('location')).toContain('otp_expired');
  expect((await browser.client.getUser()).error).toBeNull();
});

test('[A2] with autoconfirm, a provider neither opens nor empties an account that has a password', async () => {
  const { email, access } = await auth.join();
  const subject = know(email, true);
  // Nor later, once the operator has them confirmed by mail.
  for (const app of [auth.app, careful]) {
    const { user, refusal } = await signIn(subject, app);
    expect({ user, refusal }).toEqual({ user: null, refusal: 'email_exists' });
  }
  expect((await auth.request('GET /user', { token: access })).json['identities']).toHaveLength(1);
  expect((await auth.request('POST /token?grant_type=password', { body: { email, password: PASSWORD } })).status).toBe(
    200,
  );
});

test('[A2] with autoconfirm, a provider opens the account of a user who proved the same address by email', async () => {
  const { id, email } = await auth.join();
  await auth.request('POST /recover', { body: { email } });
  const followed = await auth.app.request(`/verify${await readLink(email)}`);
  const { hash } = new URL(followed.headers.get('location') ?? '');
  const token = new URLSearchParams(hash.slice(1)).get('access_token') ?? '';
  await auth.request('PUT /user', { token, body: { password: 'a new password' } });
  expect((await signIn(know(email, true))).user?.id).toBe(id);
});

test('[A2] with autoconfirm, two providers that verified the same address open one account', async () => {
  const email = newEmail();
  const first = await signIn(know(email, true));
  const second = await signIn(know(email, true));
  expect(second.user?.id).toBe(first.user?.id);
  expect(second.user?.identities).toHaveLength(2);
});

test('[A2] while sign-ups are disabled, known users sign in and others are refused', async () => {
  const { id, email } = await signUp(true);
  expect((await signIn(know(email, true), closed)).user?.id).toBe(id);
  const [before] = await sql<{ count: number }[]>`select count(*)::int as count from auth.users`;
  expect((await signIn(know(newEmail(), true), closed)).refusal).toBe('signup_disabled');
  expect(await sql`select count(*)::int as count from auth.users`).toEqual([before]);
});

test('[P4] a sign-in with a provider creates no account where sign-up needs an invitation, and says what to do', async () => {
  const { id, email } = await signUp(true);
  const invited = auth.beside({ autoconfirm: false, signUp: 'invited', providers: [keycloak] });
  expect((await signIn(know(email, true), invited)).user?.id).toBe(id);
  const [before] = await sql<{ count: number }[]>`select count(*)::int as count from auth.users`;
  const { searchParams } = await ground.signInAtProvider(visit(invited), know(newEmail(), true));
  expect(Object.fromEntries(searchParams)).toEqual({
    error: 'access_denied',
    error_code: 'invite_not_found',
    error_description: expect.stringContaining('Sign up with an email address and a password first'),
  });
  expect(await sql`select count(*)::int as count from auth.users`).toEqual([before]);
});

test('[A2] a banned user cannot sign in, by identity or by address', async () => {
  const { id, email } = await signUp(true);
  const subject = know(email, true);
  await signIn(subject, careful);
  await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;
  expect((await signIn(subject, careful)).refusal).toBe('user_banned');
  expect((await signIn(know(email, true), careful)).refusal).toBe('user_banned');
  expect(await sql`select 1 from auth.identities where user_id = ${id}`).toHaveLength(2);
});

test('[A2] two simultaneous callbacks of one new user create one account', async () => {
  const email = newEmail();
  const subject = know(email, true);
  const entries = await Promise.all([1, 2, 3, 4].map(() => ground.signInAtProvider(visit(careful), subject)));
  expect(entries.map((target) => target.searchParams.has('code'))).toEqual([true, true, true, true]);
  expect(await sql`select 1 from auth.users where email = ${email}`).toHaveLength(1);
  expect(await sql`select 1 from auth.identities where provider_id = ${subject}`).toHaveLength(1);
});
