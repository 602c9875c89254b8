/** The auth API at /auth/v1, compatible with the official client `auth-js`. */
import { Hono, type MiddlewareHandler } from 'hono';
import { adminGenerateLink, adminInvite } from '#server/auth/admin/generate-link.ts';
import {
  adminDeleteFactor,
  adminDeleteUser,
  adminListFactors,
  adminListUsers,
  adminShowUser,
} from '#server/auth/admin/manage-users.ts';
import { adminCreateUser, adminUpdateUser } from '#server/auth/admin/write-user.ts';
import { changeUser, showUser } from '#server/auth/changes/change-user.ts';
import { reauthenticate } from '#server/auth/changes/reauthentication.ts';
import { recover, resend } from '#server/auth/changes/request-link.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { challengeFactor } from '#server/auth/factors/challenge-factor.ts';
import { enrollFactor, unenrollFactor } from '#server/auth/factors/enrollment.ts';
import { verifyRecoveryCode } from '#server/auth/factors/recovery-codes.ts';
import { verifyFactor } from '#server/auth/factors/verify-factor.ts';
import { followLink, verifyToken } from '#server/auth/links/verify.ts';
import {
  adminDeletePasskey,
  adminListPasskeys,
  deleteOwnPasskey,
  listOwnPasskeys,
  renameOwnPasskey,
  finishPasskeyRegistration,
  startPasskeyRegistration,
} from '#server/auth/passkeys/manage-passkeys.ts';
import { finishPasskeySignIn, startPasskeySignIn } from '#server/auth/passkeys/sign-in-with-passkey.ts';
import { createPasswords } from '#server/auth/passwords/create-passwords.ts';
import { startAuthorization, startLinking } from '#server/auth/providers/authorize.ts';
import { callbackByForm, callbackByQuery } from '#server/auth/providers/callback.ts';
import { unlinkIdentity } from '#server/auth/providers/unlink-identity.ts';
import { answerFailure, defineRefusal, type Route } from '#server/auth/requests/route.ts';
import { grantByCode, grantByPassword, grantByRefreshToken } from '#server/auth/sign-in/grants.ts';
import { logOut } from '#server/auth/sign-in/log-out.ts';
import { createAccount } from '#server/auth/sign-up/sign-up.ts';
import { reportBug } from '#server/log/log.ts';
import { createQueues } from '#server/rate-limit/create-queues.ts';
import { createRateLimit } from '#server/rate-limit/rate-limit.ts';
import { LOCK_NOT_AVAILABLE, readErrorCode } from '#server/result.ts';
import { showHealth, showKeys, showSettings } from './public-info.ts';

export type AuthParts = Omit<AuthContext, 'passwords' | 'rateLimit' | 'queueByAccount' | 'now' | 'defer'> & {
  /** Milliseconds since 1970. */
  readonly clock: { readonly now: () => number };
  /** Runs work after the response was sent. Without it, a stopping server does not wait for such work. */
  readonly defer?: AuthContext['defer'];
};

/** In the order in which paths are matched: the recovery codes come before the factors, whose paths also match theirs. */
export const routes: readonly Route[] = [
  [showHealth, showSettings, showKeys],
  [createAccount, grantByPassword, grantByRefreshToken, grantByCode],
  // Clients show the reason. The last one is for all other grants.
  [defineRefusal('/token', 'id-token-disabled', 'id_token'), defineRefusal('/token', 'web3-disabled', 'web3')],
  [defineRefusal('/token', 'unsupported-grant'), defineRefusal('/sso', 'sso-disabled')],
  [recover, resend, followLink, verifyToken, showUser, changeUser, logOut, reauthenticate],
  // Emailed codes and links cannot start a session on their own. Users who forgot their password recover it.
  [defineRefusal('/otp', 'otp-disabled'), defineRefusal('/magiclink', 'otp-disabled')],
  [enrollFactor, unenrollFactor, verifyRecoveryCode, challengeFactor, verifyFactor],
  [startAuthorization, callbackByQuery, callbackByForm, startLinking, unlinkIdentity],
  [startPasskeyRegistration, finishPasskeyRegistration, startPasskeySignIn, finishPasskeySignIn],
  [listOwnPasskeys, renameOwnPasskey, deleteOwnPasskey, adminListPasskeys, adminDeletePasskey],
  [adminListFactors, adminDeleteFactor, adminInvite, adminGenerateLink],
  [adminListUsers, adminCreateUser, adminShowUser, adminUpdateUser, adminDeleteUser],
].flat();

/**
 * Creates the Hono app that is mounted at /auth/v1. Every response is JSON or a redirect, including errors, because the
 * client treats anything else as a network failure. Any number of servers can share one database.
 */
export function createAuth(parts: AuthParts): Hono {
  const auth = createContext(parts);
  const app = new Hono();
  app.use(keepOutOfCaches);
  for (const { method, path, handle } of routes) app.on(method, path, handle(auth));
  // `notFound()` would be ignored, because this app is mounted in another one.
  app.all('*', (c) => answerFailure(c, { type: 'path-not-found' }));
  app.onError((error, c) => {
    if (readErrorCode(error) === LOCK_NOT_AVAILABLE) return answerFailure(c, { type: 'account-busy' });
    reportBug(error);
    return answerFailure(c, { type: 'unexpected' });
  });
  return app;
}

function createContext({ clock, defer = runAtOnce, ...parts }: AuthParts): AuthContext {
  return {
    ...parts,
    passwords: createPasswords(),
    rateLimit: createRateLimit({ sql: parts.sql, now: clock.now }),
    queueByAccount: createQueues(),
    now: () => new Date(clock.now()),
    defer,
  };
}

const runAtOnce: AuthContext['defer'] = (work) => void work().catch(reportBug);

/** Prevents caching of responses, which may contain tokens (RFC 6749, section 5.1). */
const keepOutOfCaches: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
};
