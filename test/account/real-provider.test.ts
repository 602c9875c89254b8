/** Signing in with a provider and linking one, from the device's side, against the bundled server and a real OpenID provider. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { AuthCallback } from '#client/ports/accounts.ts';
import { startTestProvider } from '#server/auth/providers/testing/test-provider.ts';
import { startRealServer } from '#test/backend/real-server.ts';
import { stubPage } from '#test/doubles/fake-page.ts';
import { readAuthCallback } from '#web/sign-in/callback/use-auth-callback.ts';
import { openDevice } from './real-device.ts';

const provider = await startTestProvider();
const { issuer, clientId, clientSecret, accounts: people } = provider;
const scopes = ['openid', 'email', 'profile'];
const server = await startRealServer({
  rateLimits: {},
  providers: [{ name: 'keycloak', kind: 'oidc', issuer, clientId, clientSecret, scopes }],
});
const { origin } = server;

afterAll(async () => {
  await server.stop();
  await provider.close();
});

beforeEach(() => {
  stubPage();
  vi.stubGlobal('location', { href: `${origin}/` });
});

/** Follows redirects until the browser returns to the app, with the cookies of the provider. */
async function travel(start: string): Promise<AuthCallback> {
  const cookies = new Map<string, string>();
  let place = new URL(start);
  for (let steps = 0; steps < 12 && !isApp(place); steps += 1) place = await step(place, cookies);
  return readAuthCallback(place.search + place.hash);
}

const isApp = ({ origin: at, pathname }: URL): boolean => at === origin && !pathname.startsWith('/auth/');

/** The redirect address of one response. */
async function step(place: URL, cookies: Map<string, string>): Promise<URL> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(place, { redirect: 'manual', headers: place.origin === issuer ? { cookie } : {} });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
    cookies.set(name, value);
  }
  return new URL(answer.headers.get('location') ?? '', place);
}

/** Chooses the account that is signed in at the provider. */
function seat(name: string, verified = true): string {
  const email = `${name}@provider.example`;
  people.set(name, { email, email_verified: verified, name });
  provider.chooseAccount(name);
  return email;
}

/** Signs in at the provider and returns to the app. */
async function goAndReturn(way: { readonly ok: boolean; readonly value?: string }): Promise<AuthCallback> {
  if (!way.ok) throw new Error('There is no way there.');
  return travel(way.value ?? '');
}

describe('a provider', () => {
  test('[A3] is offered, and its callback signs in', async () => {
    const device = openDevice();
    expect(await device.accounts.settings()).toMatchObject({ ok: true, value: { providers: ['keycloak'] } });
    seat('ann');
    const callback = await goAndReturn(await device.accounts.signInWith('keycloak'));
    expect(await device.accounts.completeAuthCallback(callback)).toMatchObject({
      ok: true,
      value: { type: 'in', user: { username: 'ann' } },
    });
    expect(device.stored()?.user.email).toBe('ann@provider.example');
  });

  test('[spec-8] that refuses does not sign in, and the refusal is shown', async () => {
    const device = openDevice();
    provider.chooseAccount(null);
    const callback = await goAndReturn(await device.accounts.signInWith('keycloak'));
    expect(await device.accounts.completeAuthCallback(callback)).toMatchObject({
      failure: { type: 'provider-refused' },
    });
    expect(device.stored()).toBeNull();
  });

  test('[spec-8] whose callback is opened on another device does not sign in there', async () => {
    const device = openDevice();
    seat('bob');
    const callback = await goAndReturn(await device.accounts.signInWith('keycloak'));
    expect(await openDevice().accounts.completeAuthCallback(callback)).toEqual(fail({ type: 'other-device' }));
  });
});

describe('linking', () => {
  test('[A3] adds a sign-in method, keeps the current session, and can be undone', async () => {
    const device = openDevice();
    const { user } = await device.signUp();
    const api = await device.openAccountApi(user);
    const before = device.stored()?.refresh_token;
    seat('linked', false);
    const callback = await goAndReturn(await api.link('keycloak'));
    expect(await device.accounts.completeAuthCallback(callback)).toEqual(ok({ type: 'linked' }));
    expect(device.stored()?.refresh_token).toBe(before);
    expect(await api.sessions()).toMatchObject({ ok: true, value: { length: 1 } });

    const other = openDevice();
    const back = await goAndReturn(await other.accounts.signInWith('keycloak'));
    expect(await other.accounts.completeAuthCallback(back)).toMatchObject({
      ok: true,
      value: { user: { id: user.id } },
    });

    const idOf = async (name: string): Promise<string> => {
      const facts = await api.read();
      return (facts.ok && facts.value.identities.find((identity) => identity.provider === name)?.id) || '';
    };
    expect(await api.unlink(await idOf('keycloak'))).toEqual(ok(null));
    expect(await api.unlink(await idOf('email'))).toMatchObject({ failure: { type: 'refused' } });
  });

  test('[A3] an identity of another account is refused with a message', async () => {
    seat('owner', false);
    const owner = openDevice();
    const ownerApi = await owner.openAccountApi((await owner.signUp()).user);
    await owner.accounts.completeAuthCallback(await goAndReturn(await ownerApi.link('keycloak')));
    const device = openDevice();
    const api = await device.openAccountApi((await device.signUp()).user);
    const callback = await goAndReturn(await api.link('keycloak'));
    expect(await device.accounts.completeAuthCallback(callback)).toMatchObject({
      failure: { type: 'provider-refused' },
    });
    expect(await api.read()).toMatchObject({ value: { identities: { length: 1 } } });
  });
});
