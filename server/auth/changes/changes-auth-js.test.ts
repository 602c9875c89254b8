/** The official client library changes accounts as it does with hosted Supabase. */
import type { AuthFlowType } from '@supabase/auth-js';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createAuthDevice } from '#server/auth/testing/auth-device.ts';
import { createTestAuth, newEmail, PASSWORD, SITE } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth({ recentSignIn: 600, accessTokenLifetime: 7 * 24 * 3600 });
const server = new Hono().route('/auth/v1', auth.app);

const createDevice = (flowType: AuthFlowType = 'implicit', site = server) =>
  createAuthDevice({ site, key: auth.tokens.anonKey, flowType });

async function join(flowType?: AuthFlowType) {
  const device = createDevice(flowType);
  const email = newEmail();
  expect((await device.signUp({ email, password: PASSWORD })).error).toBeNull();
  return { device, email };
}

const mailTo = (email: string) => vi.waitUntil(() => auth.mails.findLast(({ to }) => to === email));
const follow = async (link: string) => new URL((await server.request(link)).headers.get('location') ?? '');
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

test('[A3] updateUser with another address sends links to both, and a code to the requesting device (PKCE)', async () => {
  const { device, email } = await join('pkce');
  const next = newEmail();
  const { data, error } = await device.updateUser({ email: next }, { emailRedirectTo: `${SITE}/account` });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: next, email_change_sent_at: expect.any(String) });
  const halfway = await follow((await mailTo(email)).link);
  expect(halfway.pathname).toBe('/account');
  expect(halfway.searchParams.get('message')).toContain('Confirmation link accepted.');
  const target = await follow((await mailTo(next)).link);
  const exchanged = await device.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  expect(exchanged.error).toBeNull();
  expect(exchanged.data.user?.email).toBe(next);
});

test('[A3] verifyOtp with the token of each email returns a message first and then a session', async () => {
  const { device, email } = await join();
  const next = newEmail();
  await device.updateUser({ email: next });
  // With the token alone, the address that it was sent to must be named.
  const early = tokenOf((await mailTo(next)).link);
  const stray = await device.verifyOtp({ type: 'email_change', token: early, email });
  expect(stray.error).toMatchObject({ code: 'otp_expired' });
  const first = await device.verifyOtp({ type: 'email_change', token: early, email: next });
  expect(first.error).toBeNull();
  expect(first.data.session).toBeNull();
  expect((await device.getUser()).data.user?.email).toBe(email);
  const token = tokenOf((await mailTo(email)).link);
  const wrong = await device.verifyOtp({ type: 'email_change', token, email: next });
  expect(wrong.error).toMatchObject({ code: 'otp_expired' });
  const second = await device.verifyOtp({ type: 'email_change', token_hash: token });
  expect(second.error).toBeNull();
  expect(second.data.session?.user.email).toBe(next);
});

test('[A3] reauthenticate emails a code, and updateUser accepts it', async () => {
  const { device, email } = await join();
  auth.wait(601);
  const early = await device.updateUser({ password: 'a new password' });
  expect(early.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  expect((await device.reauthenticate()).error).toBeNull();
  const nonce = (await mailTo(email)).code ?? '';
  expect((await device.updateUser({ password: 'a new password', nonce })).error).toBeNull();
  const again = await createDevice().signInWithPassword({ email, password: 'a new password' });
  expect(again.error).toBeNull();
});

test('[A3] updateUser accepts the current password and refuses a wrong one', async () => {
  const { device } = await join();
  auth.wait(601);
  const wrong = await device.updateUser({ password: 'a new password', current_password: 'wrong' });
  expect(wrong.error).toMatchObject({ code: 'invalid_credentials' });
  const right = await device.updateUser({ password: 'a new password', current_password: PASSWORD });
  expect(right.error).toBeNull();
});

test('[A2] a recovery link that is opened twice or too late returns an error that the client finds', async () => {
  for (const flowType of ['implicit', 'pkce'] as const) {
    const { device, email } = await join(flowType);
    await device.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset` });
    const used = (await mailTo(email)).link;
    await follow(used);
    const target = await follow(used);
    const fields = new URLSearchParams(flowType === 'pkce' ? target.search : target.hash.slice(1));
    expect(target.pathname).toBe('/reset');
    expect(Object.fromEntries(fields)).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' });
    await device.resetPasswordForEmail(email);
    const late = (await vi.waitUntil(() => auth.mails.findLast(({ to, link }) => to === email && link !== used))).link;
    auth.wait(3601);
    expect((await follow(late)).hash).toContain('otp_expired');
  }
});

test('[A2] a recovery link that is opened on another device does not sign that device in (PKCE)', async () => {
  const { device, email } = await join('pkce');
  await device.resetPasswordForEmail(email);
  const code = (await follow((await mailTo(email)).link)).searchParams.get('code') ?? '';
  const elsewhere = createDevice('pkce');
  expect((await elsewhere.exchangeCodeForSession(code)).error?.message).toContain('verifier');
  expect((await device.exchangeCodeForSession(code)).error).toBeNull();
});

test('[wire] resend emails a sign-up link again, and accepts a captcha token', async () => {
  const device = createDevice('implicit', new Hono().route('/auth/v1', auth.beside({ autoconfirm: false })));
  const email = newEmail();
  await device.signUp({ email, password: PASSWORD });
  const first = await mailTo(email);
  const options = { captchaToken: 'unused', emailRedirectTo: `${SITE}/welcome` };
  expect((await device.resend({ type: 'signup', email, options })).error).toBeNull();
  const second = await vi.waitUntil(() => auth.mails.findLast((mail) => mail.to === email && mail !== first));
  const { error } = await device.verifyOtp({ type: 'signup', token_hash: tokenOf(second.link) });
  expect(error).toBeNull();
});

test('[wire] a sign-in with an emailed code is refused with its error code', async () => {
  const { error } = await createDevice().signInWithOtp({ email: newEmail() });
  expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
});
