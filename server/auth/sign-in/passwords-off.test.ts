/** A server without passwords: the requests it refuses, the people who can still sign in, and what an emailed link does. */
import { afterAll, expect, test, vi } from 'vitest';
import { createPasskeySandbox } from '#server/auth/passkeys/testing/passkey-sandbox.ts';
import { createProviderSandbox } from '#server/auth/providers/testing/provider-sandbox.ts';
import { newEmail, PASSWORD, requestApp, type Answer } from '#server/auth/testing/test-auth.ts';

const ground = await createProviderSandbox();
const { auth, provider, keycloak, signIn, visit } = ground;
const { sql } = auth.database;
const off = auth.beside({ passwords: false, providers: [keycloak] });
const passkeys = await createPasskeySandbox();
afterAll(async () => {
  await ground.close();
  await passkeys.database.close();
});

const ask = (line: string, body: object, token?: string): Promise<Answer> =>
  requestApp(off, line, { body, ...(token !== undefined && { token }) });
const askAsOperator = (line: string, body: object): Promise<Answer> => ask(line, body, auth.tokens.serviceRoleKey);

/** A person at the provider, whose address the provider has verified. */
function addPerson(email: string): string {
  provider.accounts.set(email, { email, email_verified: true });
  return email;
}

/** Waits for the link of an email that has been sent. */
async function findLink(to: string, subject: string): Promise<string> {
  const mail = await vi.waitUntil(() => auth.mails.findLast((one) => one.to === to && one.subject === subject));
  return `/verify${new URL(mail.link).search}`;
}

const DISABLED = { code: 'email_provider_disabled' };

test('[P8] without passwords, the settings say so', async () => {
  const { json } = await requestApp(off, 'GET /settings');
  expect(json).toMatchObject({ external: { email: false, keycloak: true }, disable_signup: false });
});

test('[P8] sign-in, sign-up, recovery and resent confirmations are refused, even with a correct password', async () => {
  const { email } = await auth.join();
  const credentials = { email, password: PASSWORD };
  expect(await ask('POST /token?grant_type=password', credentials)).toMatchObject({ status: 422, json: DISABLED });
  const fresh = { email: newEmail(), password: PASSWORD };
  expect(await ask('POST /signup', fresh)).toMatchObject({ status: 400, json: DISABLED });
  expect(await ask('POST /recover', { email })).toMatchObject({ status: 422, json: DISABLED });
  expect(await ask('POST /resend', { email, type: 'signup' })).toMatchObject({ status: 400, json: DISABLED });
  for (const path of ['/otp', '/magiclink']) {
    expect(await ask(`POST ${path}`, { email })).toMatchObject({ status: 422, json: { code: 'otp_disabled' } });
  }
  expect(await sql`select 1 from auth.users where email = ${fresh.email}`).toEqual([]);
});

test('[P8] neither a signed-in person nor an operator can set a password', async () => {
  const { id, access } = await auth.join();
  expect(await ask('PUT /user', { password: 'another one' }, access)).toMatchObject({ status: 422, json: DISABLED });
  const code = await requestApp(off, 'GET /reauthenticate', { token: access });
  expect(code).toMatchObject({ status: 422, json: DISABLED });
  for (const [line, body] of [
    ['POST /admin/users', { email: newEmail(), password: PASSWORD }],
    [`PUT /admin/users/${id}`, { password: 'another one' }],
    ['POST /invite', { email: newEmail() }],
    ['POST /admin/generate_link', { type: 'magiclink', email: newEmail() }],
  ] as const) {
    expect(await askAsOperator(line, body)).toMatchObject({ status: 422, json: DISABLED });
  }
});

test.each(['recovery', 'magiclink', 'invite', 'signup'])(
  '[P8] an earlier %s link opens nothing, and works again once passwords are on',
  async (type) => {
    const email = newEmail();
    if (type === 'recovery' || type === 'magiclink')
      await auth.request('POST /signup', { body: { email, password: PASSWORD } });
    const made = await auth.request('POST /admin/generate_link', {
      token: auth.tokens.serviceRoleKey,
      body: { type, email, password: PASSWORD },
    });
    const token = String(made.json['hashed_token']);
    expect(await ask('POST /verify', { type, token_hash: token })).toMatchObject({ status: 422, json: DISABLED });
    const followed = await off.request(`/verify?token=${token}&type=${type}`);
    expect(followed.headers.get('location')).toMatch(/#error=server_error&error_code=email_provider_disabled/u);
    expect(await auth.request('POST /verify', { body: { type, token_hash: token } })).toMatchObject({ status: 200 });
  },
);

test('[P8] a link that confirms a new address completes the change and opens no session', async () => {
  const { id, email, access } = await auth.join();
  await sql`update auth.users set email_proved_at = now() where id = ${id}`;
  const next = newEmail();
  expect(await ask('PUT /user', { email: next }, access)).toMatchObject({ status: 200, json: { new_email: next } });
  const count = async (): Promise<number> => (await sql`select 1 from auth.sessions where user_id = ${id}`).length;
  const before = await count();
  const first = await off.request(await findLink(email, 'Confirm your email change'));
  expect(first.headers.get('location')).toContain('#message=Confirmation+link+accepted');
  const token = new URLSearchParams((await findLink(next, 'Confirm your new email address')).split('?')[1]).get(
    'token',
  );
  const second = await ask('POST /verify', { type: 'email_change', token_hash: token });
  expect(second).toMatchObject({ status: 200, json: { msg: 'Your new email address is confirmed' } });
  expect(second.json.access_token).toBe('');
  expect(await count()).toBe(before);
  expect(await sql`select email from auth.users where id = ${id}`).toEqual([{ email: next }]);
});

test('[P8] following a link that confirms a new address leads to a message, never to a session or a code', async () => {
  const { client } = visit(off);
  const { id, email, access, refresh } = await auth.join();
  await client.setSession({ access_token: access, refresh_token: refresh });
  const next = newEmail();
  expect((await client.updateUser({ email: next })).error).toBeNull();
  await off.request(await findLink(email, 'Confirm your email change'));
  const followed = await off.request(await findLink(next, 'Confirm your new email address'));
  const target = new URL(followed.headers.get('location') ?? '');
  expect(target.searchParams.get('message')).toBe('Your new email address is confirmed');
  expect(target.href).not.toMatch(/code=|access_token/u);
  expect(await sql`select email from auth.users where id = ${id}`).toEqual([{ email: next }]);
});

test('[P8] a provider creates accounts and signs in the owner of a verified address', async () => {
  const stranger = await signIn(addPerson(newEmail()), off);
  expect(stranger).toMatchObject({ refusal: null, user: { app_metadata: { providers: ['keycloak'] } } });
  const { id, email } = await auth.join();
  await sql`update auth.users set email_proved_at = now() where id = ${id}`;
  expect((await signIn(addPerson(email), off)).user?.id).toBe(id);
});

test('[P8] an account whose address was never verified stays closed to a provider until an operator confirms it', async () => {
  const { id, email, access } = await auth.join();
  const subject = addPerson(email);
  expect(await signIn(subject, off)).toMatchObject({ user: null, refusal: 'email_exists' });
  expect(await askAsOperator(`PUT /admin/users/${id}`, { email_confirm: true })).toMatchObject({ status: 200 });
  expect((await signIn(subject, off)).user?.id).toBe(id);
  expect((await requestApp(off, 'GET /user', { token: access })).status).toBe(403);
  // Once passwords are on again, one that a stranger may have chosen still does not work.
  const back = await auth.request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });
  expect(back.status).toBe(400);
});

test('[P8] [A2] the first confirmation by an operator ends the password, sessions and passkeys of the person who created the account', async () => {
  const { request, joinWithPasskey, tokens } = passkeys;
  const confirm = (id: string): Promise<Answer> =>
    request(`PUT /admin/users/${id}`, { token: tokens.serviceRoleKey, body: { email_confirm: true } });
  const made = await joinWithPasskey();
  await confirm(made.id);
  expect((await passkeys.signIn(made.passkey)).status).toBe(400);
  expect((await request('GET /user', { token: made.access })).status).toBe(403);
  const sentence = 'An operator confirmed the email address of your account. All devices were signed out';
  await vi.waitUntil(() => passkeys.mails.some(({ to, text }) => to === made.email && text.includes(sentence)));
  // Passwords are on here: with the one that was chosen before the proof, a stranger could sign in until they are off.
  const credentials = { email: made.email, password: PASSWORD };
  const logIn = (): Promise<Answer> => request('POST /token?grant_type=password', { body: credentials });
  expect((await logIn()).status).toBe(400);
  // Later confirmations end nothing.
  await request(`PUT /admin/users/${made.id}`, { token: tokens.serviceRoleKey, body: { password: PASSWORD } });
  const again = await logIn();
  expect(again.status).toBe(200);
  await confirm(made.id);
  expect((await request('GET /user', { token: again.json.access_token })).status).toBe(200);
});

test('[P8] the last provider cannot be unlinked, but the unused password can', async () => {
  const { id, email } = await auth.join();
  await sql`update auth.users set email_proved_at = now() where id = ${id}`;
  const { browser } = await signIn(addPerson(email), off);
  const { data } = await browser.client.getUserIdentities();
  const find = (name: string) => {
    const identity = data?.identities.find((one) => one.provider === name);
    if (identity === undefined) throw new Error('There is no such identity.');
    return identity;
  };
  // A provider that this server no longer has opens nothing.
  await sql`insert into auth.identities (user_id, provider, provider_id, identity_data)
    values (${id}, 'former', ${id}, '{}')`;
  const last = await browser.client.unlinkIdentity(find('keycloak'));
  expect(last.error?.code).toBe('single_identity_not_deletable');
  expect((await browser.client.unlinkIdentity(find('email'))).error).toBeNull();
});
