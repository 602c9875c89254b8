/** The official client library with second factors behaves as it does with hosted Supabase. */
import { GoTrueAdminApi } from '@supabase/auth-js';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAuthDevice, type AuthDevice } from '#server/auth/testing/auth-device.ts';
import { createTestAuth, newEmail, PASSWORD, SITE } from '#server/auth/testing/test-auth.ts';
import { readApp, readText } from './testing/test-factors.ts';

const auth = await createTestAuth();
const server = new Hono().route('/auth/v1', auth.app);
const url = `${SITE}/auth/v1`;
const request = async (input: RequestInfo | URL, init?: RequestInit) => server.fetch(new Request(input, init));

const createDevice = (): AuthDevice => createAuthDevice({ site: server, key: auth.tokens.anonKey });

async function join() {
  const [device, email] = [createDevice(), newEmail()];
  const { data } = await device.signUp({ email, password: PASSWORD });
  return { device, email, id: data.user?.id ?? '' };
}

async function signIn(email: string): Promise<AuthDevice> {
  const device = createDevice();
  await device.signInWithPassword({ email, password: PASSWORD });
  return device;
}

/** Enrolls an authenticator app and returns its factor and secret. */
async function setUpApp(device: AuthDevice) {
  const { data } = await device.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'Checklist' });
  const { id: factorId = '', totp: { secret, qr_code: picture } = { secret: '', qr_code: '' } } = data ?? {};
  const verified = await device.mfa.challengeAndVerify({ factorId, code: readApp(secret, auth.now()) });
  auth.wait(30);
  return { factorId, secret, picture, verified };
}

const levels = async (device: AuthDevice) => {
  const { data } = await device.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

test('[wire] set up an app, sign in with both steps, and remove the app', async () => {
  const { device, email } = await join();
  const events: string[] = [];
  device.onAuthStateChange((event) => void events.push(event));
  expect(await levels(device)).toEqual(['aal1', 'aal1']);
  const { factorId, secret, picture, verified } = await setUpApp(device);
  expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/);
  expect(verified.error).toBeNull();
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  expect(await levels(device)).toEqual(['aal2', 'aal2']);
  expect((await device.mfa.listFactors()).data).toMatchObject({
    all: [{ id: factorId, friendly_name: 'App', status: 'verified' }],
    totp: [{ id: factorId }],
    phone: [],
  });

  const other = await signIn(email);
  expect(await levels(other)).toEqual(['aal1', 'aal2']);
  const { data: response } = await other.mfa.challenge({ factorId });
  expect(response).toMatchObject({ type: 'totp' });
  const wrong = await other.mfa.verify({ factorId, challengeId: response?.id ?? '', code: '000000x' });
  expect(wrong.error).toMatchObject({ name: 'AuthApiError', status: 422, code: 'mfa_verification_failed' });
  const code = readApp(secret, auth.now());
  const right = await other.mfa.verify({ factorId, challengeId: response?.id ?? '', code });
  expect(right.error).toBeNull();
  expect(await levels(other)).toEqual(['aal2', 'aal2']);
  expect((await other.refreshSession()).error).toBeNull();
  expect(await levels(other)).toEqual(['aal2', 'aal2']);
  const { data } = await other.mfa.getAuthenticatorAssuranceLevel();
  expect(data?.currentAuthenticationMethods).toMatchObject([{ method: 'totp' }, { method: 'password' }]);

  expect((await other.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  await other.refreshSession();
  expect((await other.getUser()).data.user).not.toHaveProperty('factors');
  expect((await signIn(email).then(levels))[1]).toBe('aal1');
});

test('[wire] set up a phone and sign in with its codes', async () => {
  const { device, email } = await join();
  const enrolled = await device.mfa.enroll({ factorType: 'phone', friendlyName: 'Phone', phone: '+15558001' });
  expect(enrolled.data).toMatchObject({ type: 'phone', phone: '+15558001' });
  const factorId = enrolled.data?.id ?? '';
  for (const channel of ['sms', 'whatsapp'] as const) {
    const client = channel === 'sms' ? device : await signIn(email);
    const { data } = await client.mfa.challenge({ factorId, channel });
    const code = readText(auth, '+15558001');
    expect((await client.mfa.verify({ factorId, challengeId: data?.id ?? '', code })).error).toBeNull();
    expect(await levels(client)).toEqual(['aal2', 'aal2']);
  }
  expect((await device.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId }]);
});

test('[wire] refusals arrive with their codes', async () => {
  const { device, email } = await join();
  const { factorId } = await setUpApp(device);
  const weak = await signIn(email);
  const enrolled = await weak.mfa.enroll({ factorType: 'totp', friendlyName: 'Other' });
  expect(enrolled.error).toMatchObject({ name: 'AuthApiError', status: 403, code: 'insufficient_aal' });
  expect((await weak.mfa.unenroll({ factorId })).error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  const again = await device.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  const lost = await device.mfa.challenge({ factorId: '00000000-0000-4000-8000-000000000000' });
  expect(lost.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
});

test("[wire] an operator lists a user's factors and removes one", async () => {
  const { device, email, id } = await join();
  const { factorId } = await setUpApp(device);
  const key = auth.tokens.serviceRoleKey;
  const admin = new GoTrueAdminApi({ url, headers: { apikey: key, Authorization: `Bearer ${key}` }, fetch: request });
  expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toMatchObject([{ id: factorId }]);
  expect((await admin.mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull();
  expect(await levels(await signIn(email))).toEqual(['aal1', 'aal1']);
});
