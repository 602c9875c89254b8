/** What anybody may know: that auth is well, how it is set, and by which keys its tokens are checked. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';

/** As clients of the hosted service know it: they look at the name. */
export function showHealth(c: Context): Response {
  return c.json({
    version: 'v2.119.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
}

/** The public keys (RFC 7517). */
export function showKeys({ tokens }: AuthBase, c: Context): Response {
  return c.json(tokens.jwks(), 200, { 'cache-control': 'public, max-age=600' });
}

/** What clients offer by this: the ways to sign in. All that the hosted service knows are named, with those of this server. */
export function showSettings({ settings }: AuthBase, c: Context): Response {
  const known = Object.fromEntries(PROVIDERS.map((provider) => [provider, false]));
  const present = Object.fromEntries(settings.providers.map(({ name }) => [name, true]));
  return c.json({
    external: { ...known, ...present, email: true },
    disable_signup: !settings.signupEnabled,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
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
