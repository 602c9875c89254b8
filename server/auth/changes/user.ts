/** GET and PUT /user: reads and changes the signed-in user's account. */
import type { Context } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import { applyChanges } from './apply-changes.ts';
import { emailAddressLinks } from './change-address.ts';
import { changesSchema, prepareChanges } from './prepare-changes.ts';
import type { Changes } from './prepare-changes.ts';
import { chooseRedirect } from '#server/auth/links/redirects/allowed-redirect.ts';
import { emailSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/sessions/authenticate.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import { readBody } from '#server/auth/requests/read-body.ts';
import type { Result } from '#server/result.ts';

export async function showUser(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  return signedIn.ok ? { ok: true, value: c.json(userToJson(signedIn.value.user)) } : signedIn;
}

/** Applies changes at once, except for the address, which has to be confirmed first (GoTrue, user.go). */
export async function changeUser(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const { user } = signedIn.value;
  const changes = await readChanges(auth, c, signedIn.value);
  if (!changes.ok) return changes;
  const wanted = { ...signedIn.value, changes: changes.value, client: readClient(auth, c) };
  const links = await auth.sql.begin((tx) => applyChanges(auth, tx, wanted));
  if (!links.ok) return links;
  emailAddressLinks(auth, links.value);
  if (changes.value.password !== null) emailSecurityEvent(auth, user, { kind: 'password-changed' });
  const present = await findUserById(auth.sql, user.id);
  return present === undefined ? fail('unknown-user') : { ok: true, value: c.json(userToJson(present)) };
}

async function readChanges(auth: AuthContext, c: Context, signedIn: SignedIn): Promise<Result<Changes, AuthFailure>> {
  const limited = await limitSubject(auth, 'changeByAccount', signedIn.user.id);
  if (!limited.ok) return limited;
  const body = await readBody(c, changesSchema);
  if (!body.ok) return body;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
  return prepareChanges(auth, signedIn, { body: body.value, redirectTo });
}
