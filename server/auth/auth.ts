/** The auth API at /auth/v1, compatible with the official client `auth-js`. */
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import type { Database } from '#server/database/database.ts';
import type { Mailer } from '#server/mail/mail.ts';
import { createRateLimit } from '#server/rate-limit/rate-limit.ts';
import { reportBug } from '#server/log/report-bug.ts';
import type { SmsSender } from '#server/text-messages/text-message.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import { adminGenerateLink, adminInvite } from './admin/generate-link.ts';
import { adminDeleteFactor, adminListFactors } from './admin/manage-factors.ts';
import { adminDeleteUser, adminListUsers, adminShowUser } from './admin/manage-users.ts';
import { adminUpdateUser, adminCreateUser } from './admin/write-user.ts';
import { reauthenticate } from './changes/reauthentication.ts';
import { resend } from './changes/resend.ts';
import { changeUser, showUser } from './changes/user.ts';
import type { AuthContext } from './context/auth-context.ts';
import type { AuthSettings } from './context/auth-settings.ts';
import { challengeFactor } from '#server/auth/factors/challenges/challenge-factor.ts';
import { enrollFactor } from '#server/auth/factors/enrollment/enroll-factor.ts';
import { unenrollFactor } from '#server/auth/factors/enrollment/unenroll-factor.ts';
import { verifyFactor } from '#server/auth/factors/challenges/verify-factor.ts';
import { RECOVERY_CODES } from './factors/recovery-codes/renew-recovery-codes.ts';
import { verifyRecoveryCode } from './factors/recovery-codes/verify-recovery-code.ts';
import { recover } from './links/recover.ts';
import { followLink, verifyToken } from './links/verify.ts';
import {
  adminDeletePasskey,
  deleteOwnPasskey,
  adminListPasskeys,
  listOwnPasskeys,
  renameOwnPasskey,
} from './passkeys/manage-passkeys.ts';
import { finishPasskeyRegistration, startPasskeyRegistration } from './passkeys/register-passkey.ts';
import { finishPasskeySignIn, startPasskeySignIn } from './passkeys/sign-in-with-passkey.ts';
import { createPasswords } from './passwords/create-passwords.ts';
import { startLinking, startAuthorization } from './providers/authorize.ts';
import { handleCallback } from './providers/callback.ts';
import { unlinkIdentity } from './providers/unlink-identity.ts';
import { showHealth, showKeys, showSettings } from './public-info.ts';
import { fail } from './requests/auth-failure.ts';
import { answerFailure, handle } from './requests/route.ts';
import type { Route, Work } from './requests/route.ts';
import { logOut } from './sign-in/log-out.ts';
import { grantToken } from './sign-in/token.ts';
import { signUp } from './sign-up/sign-up.ts';

export type AuthParts = {
  readonly database: Pick<Database, 'sql'>;
  readonly tokens: Tokens;
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  readonly settings: AuthSettings;
  /** Milliseconds since 1970. */
  readonly clock: { readonly now: () => number };
  /** The network address of the client that sent a request. Rate limits are counted by it. */
  readonly addressOf: (request: Request) => string;
  /** Runs work after the response was sent. Without it, a stopping server does not wait for such work. */
  readonly defer?: AuthContext['defer'];
};

/** Passkey routes answer as if they did not exist while passkeys are disabled (GoTrue, requirePasskeyEnabled). */
const ifEnabled =
  (work: Work): Work =>
  async (auth, c) =>
    auth.settings.passkeys ? work(auth, c) : fail('passkeys-disabled');

const routes: readonly Route[] = [
  { method: 'POST', path: '/signup', work: signUp },
  { method: 'POST', path: '/token', work: grantToken },
  { method: 'POST', path: '/recover', work: recover },
  { method: 'GET', path: '/verify', work: followLink },
  { method: 'POST', path: '/verify', work: verifyToken },
  { method: 'GET', path: '/user', work: showUser },
  { method: 'PUT', path: '/user', work: changeUser },
  { method: 'POST', path: '/logout', work: logOut },
  { method: 'GET', path: '/reauthenticate', work: reauthenticate },
  { method: 'POST', path: '/resend', work: resend },
  // Emailed codes and links cannot start a session on their own. Users who forgot their password recover it.
  { method: 'POST', path: '/otp', work: async () => fail('otp-disabled') },
  { method: 'POST', path: '/magiclink', work: async () => fail('otp-disabled') },
  { method: 'POST', path: '/factors', work: enrollFactor },
  { method: 'DELETE', path: '/factors/:id', work: unenrollFactor },
  // Before the routes of factors, because its path also matches theirs.
  { method: 'POST', path: `/factors/${RECOVERY_CODES.id}/verify`, work: verifyRecoveryCode },
  { method: 'POST', path: '/factors/:id/challenge', work: challengeFactor },
  { method: 'POST', path: '/factors/:id/verify', work: verifyFactor },
  { method: 'GET', path: '/admin/users/:id/factors', work: adminListFactors },
  { method: 'DELETE', path: '/admin/users/:id/factors/:factorId', work: adminDeleteFactor },
  { method: 'GET', path: '/authorize', work: startAuthorization },
  { method: 'GET', path: '/callback', work: handleCallback },
  { method: 'POST', path: '/callback', work: handleCallback },
  { method: 'GET', path: '/user/identities/authorize', work: startLinking },
  { method: 'DELETE', path: '/user/identities/:id', work: unlinkIdentity },
  { method: 'POST', path: '/passkeys/registration/options', work: ifEnabled(startPasskeyRegistration) },
  { method: 'POST', path: '/passkeys/registration/verify', work: ifEnabled(finishPasskeyRegistration) },
  { method: 'POST', path: '/passkeys/authentication/options', work: ifEnabled(startPasskeySignIn) },
  { method: 'POST', path: '/passkeys/authentication/verify', work: ifEnabled(finishPasskeySignIn) },
  { method: 'GET', path: '/passkeys', work: ifEnabled(listOwnPasskeys) },
  { method: 'PATCH', path: '/passkeys/:passkey', work: ifEnabled(renameOwnPasskey) },
  { method: 'DELETE', path: '/passkeys/:passkey', work: ifEnabled(deleteOwnPasskey) },
  // Operators can remove passkeys even while passkeys are disabled.
  { method: 'GET', path: '/admin/users/:id/passkeys', work: adminListPasskeys },
  { method: 'DELETE', path: '/admin/users/:id/passkeys/:passkey', work: adminDeletePasskey },
  { method: 'POST', path: '/invite', work: adminInvite },
  { method: 'POST', path: '/admin/generate_link', work: adminGenerateLink },
  { method: 'GET', path: '/admin/users', work: adminListUsers },
  { method: 'POST', path: '/admin/users', work: adminCreateUser },
  { method: 'GET', path: '/admin/users/:id', work: adminShowUser },
  { method: 'PUT', path: '/admin/users/:id', work: adminUpdateUser },
  { method: 'DELETE', path: '/admin/users/:id', work: adminDeleteUser },
];

/**
 * Creates the Hono app that is mounted at /auth/v1. Every response is JSON or a redirect, including errors, because the
 * client treats anything else as a network failure. Any number of servers can share one database.
 */
export function createAuth(parts: AuthParts): Hono {
  const auth = createContext(parts);
  const app = new Hono();
  const route = (work: Work): ReturnType<typeof handle> => handle((c) => work(auth, c));
  app.use(keepOutOfCaches);
  app.get('/health', showHealth);
  app.get('/settings', (c) => showSettings(auth, c));
  app.get('/.well-known/jwks.json', (c) => showKeys(auth, c));
  for (const { method, path, work } of routes) app.on(method, path, route(work));
  // `notFound()` would be ignored, because this app is mounted in another one.
  app.all(
    '*',
    route(async () => fail('path-not-found')),
  );
  app.onError((error, c) => {
    reportBug(error);
    return answerFailure(c, { type: 'unexpected' });
  });
  return app;
}

function createContext({ database, tokens, settings, clock, defer, ...outside }: AuthParts): AuthContext {
  const { sql } = database;
  return {
    ...outside,
    sql,
    tokens,
    settings,
    passwords: createPasswords(),
    rateLimit: createRateLimit({ sql, now: clock.now }),
    now: () => new Date(clock.now()),
    defer: defer ?? ((work) => void work().catch(reportBug)),
  };
}

/** Prevents caching of responses, which may contain tokens (RFC 6749, section 5.1). */
const keepOutOfCaches: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
};
