/** Passkeys from the device's side, with a software authenticator, against the bundled server. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '#core/result.ts';
import { createAuthenticator } from '#server/auth/passkeys/testing/software-authenticator.ts';
import { startRealServer } from '#test/backend/real-server.ts';
import { stubPage } from '#test/doubles/fake-page.ts';
import { openDevice } from './real-device.ts';

const server = await startRealServer({ rateLimits: {}, passkeys: true });
const { origin } = server;
afterAll(server.stop);

type Ceremony = { readonly publicKey: object };

/** A browser whose authenticator has one passkey. Its user can cancel the dialog. */
function stubBrowser() {
  const state = { isRefused: false };
  const authenticator = createAuthenticator();
  const credential = { [Symbol.hasInstance]: () => true };
  const answer = (json: object) => {
    if (state.isRefused) throw new DOMException('Not now.', 'NotAllowedError');
    return Promise.resolve({ ...json, toJSON: () => json });
  };
  const asIs = (options: object): object => options;
  const type = { ...credential, parseCreationOptionsFromJSON: asIs, parseRequestOptionsFromJSON: asIs };
  vi.stubGlobal('PublicKeyCredential', type);
  Object.assign(window, { PublicKeyCredential: type });
  vi.stubGlobal('navigator', {
    onLine: true,
    credentials: {
      create: async ({ publicKey }: Ceremony) => answer(authenticator.create(publicKey, { origin })),
      get: async ({ publicKey }: Ceremony) => answer(authenticator.get(publicKey, { origin })),
    },
  });
  return state;
}

beforeEach(() => {
  stubPage();
  vi.stubGlobal('location', { href: `${origin}/` });
});

test('[A3] a passkey is added, signs in on another device, and is removed', async () => {
  stubBrowser();
  const device = openDevice();
  const { user } = await device.signUp();
  const api = await device.openAccountApi(user);
  const added = await api.addPasskey();
  expect(added).toMatchObject({ ok: true, value: { name: 'Passkey' } });
  const other = openDevice();
  expect(await other.accounts.signInWithPasskey()).toEqual(ok(user));
  expect(other.stored()?.user.id).toBe(user.id);
  expect(await api.passkeys()).toMatchObject({ ok: true, value: { length: 1 } });
  expect(await api.removePasskey(added.ok ? added.value.id : '')).toEqual(ok(null));
  expect(await openDevice().accounts.signInWithPasskey()).toMatchObject({ ok: false, failure: { type: 'refused' } });
});

test('[A3] a canceled passkey dialog does not sign in, and is not a network failure', async () => {
  const browser = stubBrowser();
  const device = openDevice();
  const api = await device.openAccountApi((await device.signUp()).user);
  browser.isRefused = true;
  expect(await api.addPasskey()).toMatchObject({ ok: false, failure: { type: 'refused' } });
  const other = openDevice();
  expect(await other.accounts.signInWithPasskey()).toMatchObject({ ok: false, failure: { type: 'refused' } });
  expect(other.stored()).toBeNull();
});
