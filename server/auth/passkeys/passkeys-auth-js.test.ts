/** The official client library uses passkeys with a software authenticator. */
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { createAuthDevice } from '#server/auth/testing/auth-device.ts';
import { newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { createPasskeySandbox } from './testing/passkey-sandbox.ts';
import { createAuthenticator } from './testing/software-authenticator.ts';

const bench = await createPasskeySandbox();
afterAll(() => bench.database.close());
const server = new Hono().route('/auth/v1', bench.app);

const createDevice = (key = bench.tokens.anonKey) => createAuthDevice({ site: server, key });

async function registerOn(device: ReturnType<typeof createDevice>, passkey: ReturnType<typeof createAuthenticator>) {
  const started = await device.passkey.startRegistration();
  const challengeId = started.data?.challenge_id ?? '';
  return device.passkey.verifyRegistration({ challengeId, credential: passkey.create(started.data?.options) });
}

test('[wire] registers, lists, renames, signs in elsewhere, and deletes', async () => {
  const [here, there] = [createDevice(), createDevice()];
  const email = newEmail();
  await here.signUp({ email, password: PASSWORD });
  const passkey = createAuthenticator();
  const made = await registerOn(here, passkey);
  expect(made).toMatchObject({ error: null, data: { friendly_name: 'Passkey' } });
  const passkeyId = made.data?.id ?? '';
  const renamed = await here.passkey.update({ passkeyId, friendlyName: 'My phone' });
  expect(renamed).toMatchObject({ error: null, data: { id: passkeyId, friendly_name: 'My phone' } });

  const started = await there.passkey.startAuthentication();
  const signedIn = await there.passkey.verifyAuthentication({
    challengeId: started.data?.challenge_id ?? '',
    credential: passkey.get(started.data?.options),
  });
  expect(signedIn).toMatchObject({ error: null, data: { user: { email }, session: { user: { email } } } });
  expect((await there.getSession()).data.session?.user.email).toBe(email);
  expect((await there.passkey.list()).data).toMatchObject([{ id: passkeyId, last_used_at: expect.any(String) }]);

  expect(await there.passkey.delete({ passkeyId })).toMatchObject({ error: null });
  expect((await here.passkey.list()).data).toEqual([]);
  const again = await there.passkey.delete({ passkeyId });
  expect(again.error).toMatchObject({ status: 404, code: 'webauthn_credential_not_found' });
});

test('[wire] an operator lists and deletes the passkeys of a user', async () => {
  const device = createDevice();
  const { data } = await device.signUp({ email: newEmail(), password: PASSWORD });
  await registerOn(device, createAuthenticator());
  const { passkey } = createDevice(bench.tokens.serviceRoleKey).admin;
  const userId = data.user?.id ?? '';
  const listed = await passkey.listPasskeys({ userId });
  expect(listed.data).toMatchObject([{ friendly_name: 'Passkey' }]);
  expect((await passkey.deletePasskey({ userId, passkeyId: listed.data?.[0]?.id ?? '' })).error).toBeNull();
  expect((await device.passkey.list()).data).toEqual([]);
});
