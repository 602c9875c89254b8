import { describe, expect, it } from 'vitest';
import { routes } from '#server/auth/auth.ts';
import { anyone, defineRoute, noBody } from './route.ts';

describe('the routes of the auth API', () => {
  it('are limited by network address, except for answers that cost nothing', () => {
    const unlimited = routes.filter(({ limit }) => limit === 'none').map(({ method, path }) => `${method} ${path}`);
    expect(unlimited.toSorted()).toEqual([
      'GET /.well-known/jwks.json',
      'GET /health',
      'GET /settings',
      'POST /magiclink',
      'POST /otp',
      'POST /sso',
      'POST /token',
      'POST /token',
      'POST /token',
    ]);
  });

  it('require a captcha where strangers create accounts, guess passwords or request emails', () => {
    const guarded = routes.filter(({ captcha }) => captcha).map(({ path, grantType = '' }) => `${path} ${grantType}`);
    expect(guarded.map((text) => text.trim()).toSorted()).toEqual([
      '/passkeys/authentication/options',
      '/recover',
      '/resend',
      '/signup',
      '/token password',
    ]);
  });

  it('do not compile without a limit', () => {
    const work = async function* () {
      return new Response();
    };
    // @ts-expect-error: a route says how often it can be called.
    expect(defineRoute({ method: 'GET', path: '/new', caller: anyone, body: noBody, work }).path).toBe('/new');
  });
});
