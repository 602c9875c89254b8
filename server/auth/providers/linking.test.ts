/** Linking and unlinking providers: only by the account's user, and never the last sign-in method. */
import { afterAll, expect, test } from 'vitest';
import { newEmail, PASSWORD, SITE } from '#server/auth/testing/test-auth.ts';
import type { TestBrowser } from './testing/browser.ts';
import { untilWaiting } from '#server/testing/test-database.ts';
import { createProviderSandbox } from './testing/provider-sandbox.ts';

const ground = await createProviderSandbox();
const { auth, provider, keycloak, signIn, visit } = ground;
const { accounts } = provider;
const { sql } = auth.database;
const CHALLENGE = `code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`;
afterAll(() => ground.close());

/** A user who signed up with a password. */
async function join(app = auth.app): Promise<{ browser: TestBrowser; email: string; id: string; token: string }> {
  const browser = visit(app);
  const email = newEmail();
  const { data } = await browser.client.signUp({ email, password: PASSWORD });
  return { browser, email, id: data.user?.id ?? '', token: data.session?.access_token ?? '' };
}

/** Links an identity and returns the final address. */
async function link({ client, open }: TestBrowser, subject: string): Promise<URL> {
  const { data, error } = await client.linkIdentity({
    provider: 'keycloak',
    options: { redirectTo: `${SITE}/account`, queryParams: { login_hint: subject } },
  });
  expect(error).toBeNull();
  return open(data.url ?? '');
}

async function linkFully(browser: TestBrowser, subject: string): Promise<void> {
  const target = await link(browser, subject);
  expect((await browser.client.exchangeCodeForSession(target.searchParams.get('code') ?? '')).error).toBeNull();
}

async function listProviders({ client }: TestBrowser): Promise<readonly string[]> {
  const { data } = await client.getUserIdentities();
  return data?.identities.map((identity) => identity.provider) ?? [];
}

async function unlink({ client }: TestBrowser, name: string): Promise<string | undefined> {
  const { data } = await client.getUserIdentities();
  const identity = data?.identities.find((one) => one.provider === name);
  if (identity === undefined) throw new Error('There is no such identity.');
  return (await client.unlinkIdentity(identity)).error?.code;
}

test('[A2] a signed-in user links a provider, signs in with it and unlinks it', async () => {
  accounts.set('one', { email: 'elsewhere@example.org', email_verified: false, name: 'One' });
  const { browser, email, id } = await join();
  const target = await link(browser, 'one');
  expect(target.href).toMatch(/\/account\?code=/);
  await browser.client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  const { data: me } = await browser.client.getUser();
  expect(me.user).toMatchObject({ id, email, app_metadata: { provider: 'email', providers: ['email', 'keycloak'] } });
  expect(await listProviders(browser)).toEqual(['email', 'keycloak']);

  expect((await signIn('one')).user?.id).toBe(id);
  expect(await unlink(browser, 'keycloak')).toBeUndefined();
  const { data: after } = await browser.client.getUser();
  expect(after.user).toMatchObject({ email, app_metadata: { provider: 'email', providers: ['email'] } });
  expect((await signIn('one')).refusal).toBe('provider_email_needs_verification');
  expect((await auth.request('POST /token?grant_type=password', { body: { email, password: PASSWORD } })).status).toBe(
    200,
  );
});

test('[A2] the last sign-in method cannot be removed', async () => {
  const { browser } = await join();
  expect(await unlink(browser, 'email')).toBe('single_identity_not_deletable');
  const { browser: other, user } = await signIn('ann');
  expect(user?.identities).toHaveLength(1);
  expect(await unlink(other, 'keycloak')).toBe('single_identity_not_deletable');
});

test('[A2] two devices that each unlink a sign-in method leave one', async () => {
  accounts.set('two', { name: 'Two' });
  const { browser, id } = await join();
  await linkFully(browser, 'two');
  const token = (await browser.client.getSession()).data.session?.access_token ?? '';
  const { data } = await browser.client.getUserIdentities();
  const { responses } = await sql.begin(async (tx) => {
    // Both arrive while the account is locked, and continue at the same moment.
    await tx`select 1 from auth.users where id = ${id} for update`;
    const both = (data?.identities ?? []).map((one) =>
      auth.request(`DELETE /user/identities/${one.identity_id}`, { token }),
    );
    await untilWaiting(sql, 2);
    return { responses: both };
  });
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await sql`select 1 from auth.identities where user_id = ${id}`).toHaveLength(1);
});

test('[A2] unlinking the email identity removes the password; the address can still recover the account', async () => {
  accounts.set('three', { email: 'three@example.org', email_verified: true });
  const { browser, email } = await join();
  await linkFully(browser, 'three');
  expect(await unlink(browser, 'email')).toBeUndefined();
  const refused = await auth.request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });
  expect(refused.json['code']).toBe('invalid_credentials');
  expect((await browser.client.getUser()).data.user?.email).toBe(email);
  expect((await signIn('three')).user?.email).toBe(email);
});

test('[A2] an identity belongs to one account', async () => {
  accounts.set('four', { name: 'Four' });
  const { browser } = await join();
  await linkFully(browser, 'four');
  const again = await link(browser, 'four');
  expect(again.searchParams.get('error_code')).toBe('identity_already_exists');
  const { browser: other } = await join();
  const conflict = await link(other, 'four');
  expect(conflict.searchParams.get('error_code')).toBe('identity_already_exists');
  expect(await listProviders(other)).toEqual(['email']);
});

test('[A2] a user cannot unlink the identity of another user', async () => {
  accounts.set('five', { name: 'Five' });
  const { browser } = await join();
  await linkFully(browser, 'five');
  const { data } = await browser.client.getUserIdentities();
  const { browser: attacker } = await join();
  accounts.set('six', { name: 'Six' });
  await linkFully(attacker, 'six');
  const token = (await attacker.client.getSession()).data.session?.access_token ?? '';
  for (const { identity_id: identity } of data?.identities ?? []) {
    const { json, status } = await auth.request(`DELETE /user/identities/${identity}`, { token });
    expect({ status, code: json['code'] }).toEqual({ status: 422, code: 'identity_not_found' });
  }
  expect((await auth.request('DELETE /user/identities/x', { token })).json['code']).toBe('validation_failed');
  expect(await listProviders(browser)).toEqual(['email', 'keycloak']);
});

test('[A2] a link is completed only by the browser that started it', async () => {
  accounts.set('victim', { name: 'Victim' });
  const { browser: attacker, id } = await join();
  const { data } = await attacker.client.linkIdentity({
    provider: 'keycloak',
    options: { queryParams: { login_hint: 'victim' } },
  });
  // The victim opens the attacker's address, signs in at the provider and returns to the app.
  const victim = visit();
  const target = await victim.open(data.url ?? '');
  const code = target.searchParams.get('code') ?? '';
  expect(code).toMatch(/^[\w-]{43}$/);
  const listIdentities = () => sql`select provider from auth.identities where user_id = ${id} order by provider`;
  expect(await listIdentities()).toEqual([{ provider: 'email' }]);
  const exchange = (verifier: string) =>
    auth.request('POST /token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } });
  expect((await victim.client.exchangeCodeForSession(code)).error).not.toBeNull();
  expect((await exchange('v'.repeat(43))).json['code']).toBe('bad_code_verifier');
  expect(await listIdentities()).toEqual([{ provider: 'email' }]);
  // The same code completes the link in the browser that started it, once.
  expect((await attacker.client.exchangeCodeForSession(code)).error).toBeNull();
  expect(await listIdentities()).toEqual([{ provider: 'email' }, { provider: 'keycloak' }]);
  expect((await exchange('v'.repeat(43))).json['code']).toBe('flow_state_not_found');
});

test('[A2] linking without a challenge is refused, because nothing would bind it to a browser', async () => {
  const { token } = await join();
  const refused = { status: 400, json: { code: 'validation_failed', message: expect.stringContaining('pkce') } };
  expect(await auth.request('GET /user/identities/authorize?provider=keycloak', { token })).toMatchObject(refused);
});

test.each([
  [
    'the session ended',
    'AuthSessionMissingError',
    (id: string) => sql`delete from auth.sessions where user_id = ${id}`,
  ],
  [
    'a second step was set up',
    'insufficient_aal',
    (id: string) => sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`,
  ],
  [
    'another account linked the identity',
    'identity_already_exists',
    async () => {
      const { browser } = await join();
      await linkFully(browser, 'late');
    },
  ],
])('[A2] a link is not completed if %s before the code is exchanged', async (_, code, change) => {
  accounts.set('late', { name: 'Late' });
  await sql`delete from auth.identities where provider_id = 'late'`;
  const { browser, id } = await join();
  const target = await link(browser, 'late');
  await change(id);
  const { error } = await browser.client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  expect(error?.code ?? error?.name).toBe(code);
  expect(await sql`select from auth.identities where user_id = ${id}`).toHaveLength(1);
});

test('[A2] the provider always asks for consent before linking, whatever the client requests', async () => {
  const { browser } = await join();
  const { data } = await browser.client.linkIdentity({
    provider: 'keycloak',
    options: { queryParams: { prompt: 'none' } },
  });
  expect(new URL(data.url ?? '').searchParams.get('prompt')).toBe('consent');
});

test('[A2] a user who signed out meanwhile cannot link an identity', async () => {
  accounts.set('seven', { name: 'Seven' });
  const { browser, id } = await join();
  const { data } = await browser.client.linkIdentity({
    provider: 'keycloak',
    options: { queryParams: { login_hint: 'seven' } },
  });
  const back = await browser.openUntilReturn(data.url ?? '');
  await browser.client.signOut();
  const target = await browser.open(back.href);
  expect(target.searchParams.get('error_code')).toBe('session_not_found');
  expect(await sql`select 1 from auth.identities where user_id = ${id}`).toHaveLength(1);
});

test('[A3] linking and unlinking require the second step', async () => {
  const { id, token } = await join();
  await sql`insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, secret, created_at, updated_at)
    values (${id}, 'totp', 'verified', 'phone', 'x', now(), now())`;
  const linking = await auth.request('GET /user/identities/authorize?provider=keycloak', { token });
  const refused = {
    status: 401,
    json: {
      code: 'insufficient_aal',
      message: 'AAL2 session is required to link or unlink sign-ins when MFA is enabled',
    },
  };
  expect(linking).toMatchObject(refused);
  const unlinking = await auth.request(`DELETE /user/identities/${id}`, { token });
  expect(unlinking).toMatchObject(refused);
});

test('[wire] linking requires a session and must be enabled', async () => {
  const { token } = await join();
  expect((await auth.request('GET /user/identities/authorize?provider=keycloak')).json['code']).toBe(
    'no_authorization',
  );
  expect((await auth.request('DELETE /user/identities/x')).json['code']).toBe('no_authorization');
  const off = auth.beside({ manualLinking: false, providers: [keycloak] });
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=keycloak'],
    ['DELETE', '/user/identities/x'],
  ] as const) {
    const answer = await off.request(path, { method, headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, await answer.json()]).toMatchObject([404, { error_code: 'manual_linking_disabled' }]);
  }
  const plain = await auth.app.request(`/user/identities/authorize?provider=keycloak&${CHALLENGE}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(plain.status).toBe(302);
});
