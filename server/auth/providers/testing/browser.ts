/** For tests: a browser that follows redirects between an auth app and a provider, with the provider's cookies. */
import type { AuthFlowType } from '@supabase/auth-js';
import { Hono } from 'hono';
import { createAuthDevice, type AuthDevice } from '#server/auth/testing/auth-device.ts';
import { SITE } from '#server/auth/testing/test-auth.ts';

export type TestBrowser = {
  /** Follows redirects and returns the first address outside of auth and the provider. */
  readonly open: (address: string) => Promise<URL>;
  /** Follows redirects until the browser would return to auth, and returns that address. */
  readonly openUntilReturn: (address: string) => Promise<URL>;
  /** The official client in this browser, with separate storage. */
  readonly client: AuthDevice;
};

const AUTH = `${SITE}/auth/v1`;
const RETURN = `${AUTH}/callback`;

/** Creates a browser for an auth app at SITE, with the API key of its clients. */
export function createBrowser(app: Hono, key: string, flowType: AuthFlowType = 'pkce'): TestBrowser {
  const site = new Hono().route('/auth/v1', app);
  const jar = new Map<string, string>();
  const step = async (address: string): Promise<string | null> => {
    const isAuth = address.startsWith(AUTH);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = isAuth ? {} : { cookie };
    const request = new Request(address, { redirect: 'manual', headers });
    const answer = isAuth ? await site.fetch(request) : await fetch(request);
    if (!isAuth) keepCookies(jar, answer.headers.getSetCookie());
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${answer.status} at ${address}: ${await answer.text()}`);
    return new URL(location, address).href;
  };
  const follow = async (start: string, isEnd: (address: string) => boolean): Promise<URL> => {
    let address = await step(start);
    for (let steps = 0; steps < 12 && address !== null && !isEnd(address); steps += 1) address = await step(address);
    return new URL(address ?? '');
  };
  return {
    open: (address) => follow(address, (at) => isDestination(at)),
    openUntilReturn: (address) => follow(address, (at) => at.startsWith(RETURN) || isDestination(at)),
    client: createAuthDevice({ site, key, flowType }),
  };
}

/**
 * Whether an address belongs to the app or to another redirect destination. Providers are on loopback too, but on other
 * ports.
 */
const isDestination = (address: string): boolean =>
  !address.startsWith(AUTH) && (address.startsWith(SITE) || !address.startsWith('http://127.0.0.1:'));

function keepCookies(jar: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}
