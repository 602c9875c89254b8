/** Accounts and sessions at /auth/v1, as the official auth client speaks with them. */
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { limitBody } from '#server/limit-body.ts';
import type { Database } from '#server/database/database.ts';
import type { Mailer } from '#server/mail/mail.ts';
import { createRateLimit } from '#server/rate-limit/rate-limit.ts';
import type { Texter } from '#server/text-messages/text-message.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import type { AuthBase } from './auth-base.ts';
import type { AuthSettings } from './auth-settings.ts';
import { changeRoutes } from './changes/change-routes.ts';
import { factorRoutes } from './factors/factor-routes.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { createPasswords } from './passwords/create-passwords.ts';
import { providerRoutes } from './providers/provider-routes.ts';
import { answerFailure, handle } from './requests/answer-failure.ts';
import { fail } from './requests/auth-failure.ts';
import { MAX_BODY_BYTES } from './requests/read-body.ts';
import { reportBug } from '#server/report-bug.ts';
import type { Route, Work } from './route.ts';
import { deleteAnyUser, listAllUsers, showAnyUser } from './routes/admin-users.ts';
import { changeAnyUser, createAnyUser } from './routes/admin-write-user.ts';
import { logOut } from './routes/log-out.ts';
import { showHealth, showKeys, showSettings } from './routes/public-facts.ts';
import { recover } from './routes/recover.ts';
import { signUp } from './routes/sign-up.ts';
import { grantToken } from './routes/token.ts';
import { changeUser, showUser } from './routes/user.ts';
import { followLink, verifyToken } from './routes/verify.ts';

export type AuthParts = {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly mailer: Mailer;
  readonly texter: Texter;
  readonly settings: AuthSettings;
  /** Milliseconds since 1970. */
  readonly clock: { readonly now: () => number };
  /** The network address of whoever sent this; what limits count by. */
  readonly addressOf: (request: Request) => string;
  /** Does work after the answer; without it, nobody waits for that work when the server stops. */
  readonly defer?: AuthBase['defer'];
};

const routes: readonly Route[] = [
  { method: 'POST', path: '/signup', work: signUp },
  { method: 'POST', path: '/token', work: grantToken },
  { method: 'POST', path: '/recover', work: recover },
  { method: 'GET', path: '/verify', work: followLink },
  { method: 'POST', path: '/verify', work: verifyToken },
  { method: 'GET', path: '/user', work: showUser },
  { method: 'PUT', path: '/user', work: changeUser },
  { method: 'POST', path: '/logout', work: logOut },
  ...changeRoutes,
  ...factorRoutes,
  ...providerRoutes,
  ...passkeyRoutes,
  { method: 'GET', path: '/admin/users', work: listAllUsers },
  { method: 'POST', path: '/admin/users', work: createAnyUser },
  { method: 'GET', path: '/admin/users/:id', work: showAnyUser },
  { method: 'PUT', path: '/admin/users/:id', work: changeAnyUser },
  { method: 'DELETE', path: '/admin/users/:id', work: deleteAnyUser },
];

/**
 * Gives the app to be mounted at /auth/v1. Every answer is JSON or a redirect, also the refusals: the client takes anything
 * else for a broken network. Several of these on one database are one.
 */
export function createAuth(parts: AuthParts): Hono {
  const auth = createBase(parts);
  const app = new Hono();
  const route = (work: Work): ReturnType<typeof handle> => handle((c) => work(auth, c));
  app.use(keepOutOfCaches, refuseLongBody);
  app.get('/health', showHealth);
  app.get('/settings', (c) => showSettings(auth, c));
  app.get('/.well-known/jwks.json', (c) => showKeys(auth, c));
  for (const { method, path, work } of routes) app.on(method, path, route(work));
  // Not notFound(), which would be lost where this app is mounted in another.
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

function createBase({ database, tokens, settings, clock, defer, ...outside }: AuthParts): AuthBase {
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

/** RFC 6749 section 5.1: what holds a token is stored nowhere. */
const keepOutOfCaches: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
};

const refuseLongBody = limitBody({
  maxSize: MAX_BODY_BYTES,
  onError: (c) => answerFailure(c, { type: 'body-too-large' }),
});
