/** What stands between a person at a provider and an account here, though both have names: issuers, levels, and a letter. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { sendBugsTo } from '#server/report-bug.ts';
import type { TestBrowser } from './testing/browser.ts';
import { createGround } from './testing/ground.ts';

const ground = await createGround();
const { auth, provider, signIn, visit } = ground;
const { sql } = auth.database;
afterAll(() => ground.close());

let told: string[] = [];
beforeEach(() => {
  told = [];
  sendBugsTo((description) => void told.push(description));
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

/** Begins a linking. Gives how to come back. */
async function beginLinking({ client, openUntilReturn, open }: TestBrowser, subject: string) {
  const { data } = await client.linkIdentity({
    provider: 'keycloak',
    options: { queryParams: { login_hint: subject } },
  });
  const back = await openUntilReturn(data.url ?? '');
  return () => open(back.href);
}

test('[A2] the same name at another issuer opens no account of somebody from the first, and the operator is told', async () => {
  provider.accounts.set('moved', { email: 'moved@example.org', email_verified: true });
  const first = await signIn('moved');
  await keepIssuer('moved', 'https://before.example');
  expect(await signIn('moved')).toMatchObject({ user: null, refusal: 'unexpected_failure' });
  expect(told.join('\n')).toContain('keycloak failed: this person is known from another issuer');
  const { browser } = await join();
  const comeBack = await beginLinking(browser, 'moved');
  expect((await comeBack()).searchParams.get('error_code')).toBe('unexpected_failure');
  // A slash is no other issuer, and what was kept without one is known as before.
  await keepIssuer('moved', `${provider.issuer}/`);
  expect((await signIn('moved')).user?.id).toBe(first.user?.id);
  await keepIssuer('moved', null);
  expect((await signIn('moved')).user?.id).toBe(first.user?.id);
});

test('[A2] [A3] a provider that was linked or unlinked is told to the owner of the account', async () => {
  provider.accounts.set('linked', { name: 'Linked' });
  const { browser, email } = await join();
  const place = await (await beginLinking(browser, 'linked'))();
  const isTold = (event: string) =>
    vi.waitUntil(() => auth.mails.some(({ to, text }) => to === email && text.startsWith(event)));
  await isTold('Signing in with keycloak was added to your account.');
  await browser.client.exchangeCodeForSession(place.searchParams.get('code') ?? '');
  const { data } = await browser.client.getUserIdentities();
  const unlink = async (name: string): Promise<void> => {
    const identity = data?.identities.find((one) => one.provider === name);
    if (identity !== undefined) await browser.client.unlinkIdentity(identity);
  };
  await unlink('keycloak');
  await isTold('Signing in with keycloak was removed from your account.');
  expect(auth.mails.filter(({ to }) => to === email)).toHaveLength(2);
});

test('[A3] beside whom a second step was set up on the way to the provider links nothing', async () => {
  provider.accounts.set('weak', { name: 'Weak' });
  const { browser, id } = await join();
  const comeBack = await beginLinking(browser, 'weak');
  await sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
  expect((await comeBack()).searchParams.get('error_code')).toBe('insufficient_aal');
  expect(await sql`select from auth.identities where user_id = ${id}`).toHaveLength(1);
});
