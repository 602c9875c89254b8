/** Provider names that were reassigned to another issuer, assurance levels, and notifications. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { sendBugsTo } from '#server/log/log.ts';
import type { TestBrowser } from './testing/browser.ts';
import { createProviderSandbox } from './testing/provider-sandbox.ts';

const ground = await createProviderSandbox();
const { auth, provider, signIn, visit } = ground;
const { sql } = auth.database;
afterAll(() => ground.close());

let reports: string[] = [];
beforeEach(() => {
  reports = [];
  sendBugsTo((description) => void reports.push(description));
});
afterEach(() => sendBugsTo(() => undefined));

const keepIssuer = (subject: string, issuer: string | null) =>
  sql`update auth.identities set identity_data = jsonb_set(identity_data, '{iss}', ${JSON.stringify(issuer)}::text::jsonb)
    where provider_id = ${subject}`;

async function join(): Promise<{ browser: TestBrowser; id: string; email: string }> {
  const [browser, email] = [visit(), newEmail()];
  const { data } = await browser.client.signUp({ email, password: PASSWORD });
  return { browser, email, id: data.user?.id ?? '' };
}

/** Starts linking and returns a function that completes it. */
async function beginLinking({ client, openUntilReturn, open }: TestBrowser, subject: string) {
  const { data } = await client.linkIdentity({
    provider: 'keycloak',
    options: { queryParams: { login_hint: subject } },
  });
  const back = await openUntilReturn(data.url ?? '');
  return () => open(back.href);
}

test('[A2] the same user id at another issuer opens no account of the first one, and the operator gets a report', async () => {
  provider.accounts.set('moved', { email: 'moved@example.org', email_verified: true });
  const first = await signIn('moved');
  await keepIssuer('moved', 'https://before.example');
  expect(await signIn('moved')).toMatchObject({ user: null, refusal: 'unexpected_failure' });
  expect(reports.join('\n')).toContain('keycloak failed: this person is known from another issuer');
  const { browser } = await join();
  const comeBack = await beginLinking(browser, 'moved');
  expect((await comeBack()).searchParams.get('error_code')).toBe('unexpected_failure');
  // A trailing slash does not change the issuer, and an identity without an issuer still matches.
  await keepIssuer('moved', `${provider.issuer}/`);
  expect((await signIn('moved')).user?.id).toBe(first.user?.id);
  await keepIssuer('moved', null);
  expect((await signIn('moved')).user?.id).toBe(first.user?.id);
});

test('[A2] [A3] the owner is notified when a provider is linked or unlinked', async () => {
  provider.accounts.set('linked', { name: 'Linked' });
  const { browser, email } = await join();
  const target = await (await beginLinking(browser, 'linked'))();
  const isTold = (event: string) =>
    vi.waitUntil(() => auth.mails.some(({ to, text }) => to === email && text.startsWith(event)));
  await browser.client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  await isTold('Sign-in with keycloak was added to your account.');
  const { data } = await browser.client.getUserIdentities();
  const unlink = async (name: string): Promise<void> => {
    const identity = data?.identities.find((one) => one.provider === name);
    if (identity !== undefined) await browser.client.unlinkIdentity(identity);
  };
  await unlink('keycloak');
  await isTold('Sign-in with keycloak was removed from your account.');
  expect(auth.mails.filter(({ to }) => to === email)).toHaveLength(2);
});

test('[A3] linking fails if a second step was set up meanwhile', async () => {
  provider.accounts.set('weak', { name: 'Weak' });
  const { browser, id } = await join();
  const comeBack = await beginLinking(browser, 'weak');
  await sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
  expect((await comeBack()).searchParams.get('error_code')).toBe('insufficient_aal');
  expect(await sql`select from auth.identities where user_id = ${id}`).toHaveLength(1);
});
