/** For tests: an auth app with a real provider and its users. */
import type { User } from '@supabase/auth-js';
import type { Hono } from 'hono';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import { createTestAuth, type TestAuth } from '#server/auth/testing/test-auth.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createBrowser, type TestBrowser } from './browser.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

type ProviderSandbox = {
  readonly auth: TestAuth;
  readonly provider: TestProvider;
  /** The app's settings for the provider. */
  readonly keycloak: ProviderSettings;
  /** Opens a browser with the official client. */
  readonly visit: (app?: Hono) => TestBrowser;
  /** Signs in at the provider and returns the app address that the browser is redirected to. */
  readonly signInAtProvider: (browser: TestBrowser, subject: string) => Promise<URL>;
  /** Signs in completely. Returns the user, or the error code. */
  readonly signIn: (subject: string, app?: Hono) => Promise<SignInAttempt>;
  readonly close: () => Promise<void>;
};

type SignInAttempt = { readonly browser: TestBrowser; readonly user: User | null; readonly refusal: string | null };

export async function createProviderSandbox(): Promise<ProviderSandbox> {
  const database = await createTestDatabase();
  const provider = await startTestProvider();
  const { issuer, clientId, clientSecret } = provider;
  const scopes = ['openid', 'email', 'profile'];
  const keycloak = { name: 'keycloak', kind: 'oidc', issuer, clientId, clientSecret, scopes } as const;
  const auth = await createTestAuth({ providers: [keycloak] }, { database });
  const visit = (app: Hono = auth.app): TestBrowser => createBrowser(app, auth.tokens.anonKey);
  const signIn = async (subject: string, app?: Hono): Promise<SignInAttempt> => signInWith(visit(app), subject);
  const close = async (): Promise<void> => {
    await provider.close();
    await database.close();
  };
  return { auth, provider, keycloak, visit, signInAtProvider, signIn, close };
}

async function signInAtProvider(browser: TestBrowser, subject: string): Promise<URL> {
  const { data } = await browser.client.signInWithOAuth({
    provider: 'keycloak',
    options: { queryParams: { login_hint: subject }, skipBrowserRedirect: true },
  });
  return browser.open(data.url ?? '');
}

async function signInWith(browser: TestBrowser, subject: string): Promise<SignInAttempt> {
  const { searchParams } = await signInAtProvider(browser, subject);
  const code = searchParams.get('code');
  if (code === null) return { browser, user: null, refusal: searchParams.get('error_code') };
  const { data, error } = await browser.client.exchangeCodeForSession(code);
  return { browser, user: data.user, refusal: error?.code ?? null };
}
