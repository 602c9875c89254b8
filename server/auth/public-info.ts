/** Public endpoints: health, settings and the keys that verify tokens. */
import type { Context } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { defineRoute, noBody, anyone, type Route } from '#server/auth/requests/route.ts';

/** Answers like hosted Supabase, because clients check the name. */
export const showHealth = defineInfo('/health', (c) =>
  c.json({ version: 'v2.119.0', name: 'GoTrue', description: 'GoTrue is a user registration and authentication API' }),
);

/** Lists the public keys (RFC 7517). */
export const showKeys = defineInfo('/.well-known/jwks.json', (c, { tokens }) =>
  c.json(tokens.jwks(), 200, { 'cache-control': 'public, max-age=600' }),
);

/**
 * Tells clients which sign-in methods are available. All providers of hosted Supabase are listed, together with those
 * of this server. The last four fields are our own: they tell the app what to offer.
 */
export const showSettings = defineInfo('/settings', (c, { settings }) => {
  const known = Object.fromEntries(PROVIDERS.map((provider) => [provider, false]));
  const present = Object.fromEntries(settings.providers.map(({ name }) => [name, true]));
  return c.json({
    // Like a hosted project without email accounts, where people sign in only with providers.
    external: { ...known, ...present, email: settings.passwords },
    // Clients that can't send an invitation must not offer sign-up.
    disable_signup: settings.signUp !== 'open',
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    mfa_totp_enroll_enabled: settings.factors.totp,
    mfa_phone_enroll_enabled: settings.factors.phone,
    unlinking_removes_password: true,
    signup_by_invitation: settings.signUp === 'invited',
  });
});

function defineInfo(path: string, answer: (c: Context, auth: AuthContext) => Response): Route {
  return defineRoute({
    method: 'GET',
    path,
    limit: 'none',
    caller: anyone,
    body: noBody,
    async *work(auth, { c }) {
      return answer(c, auth);
    },
  });
}

const PROVIDERS = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
].concat(
  ['gitlab', 'google', 'keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify', 'slack', 'slack_oidc'],
  ['workos', 'twitch', 'twitter', 'phone', 'zoom'],
);
