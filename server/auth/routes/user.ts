/** GET and PUT /user: the signed-in user's own account. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import { applyChanges } from '#server/auth/changes/apply-changes.ts';
import { mailAddressLinks } from '#server/auth/changes/change-address.ts';
import { changesSchema, prepareChanges } from '#server/auth/changes/prepare-changes.ts';
import type { Changes } from '#server/auth/changes/prepare-changes.ts';
import { chooseRedirect } from '#server/auth/links/redirect.ts';
import { sendLetter } from '#server/auth/links/send-letter.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import { readBody } from '#server/auth/requests/read-body.ts';
import type { Result } from '#server/result.ts';

export async function showUser(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  return signedIn.ok ? { ok: true, value: c.json(userToJson(signedIn.value.user)) } : signedIn;
}

/** Another address waits until it is confirmed; everything else holds at once (GoTrue, user.go). */
export async function changeUser(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const { user } = signedIn.value;
  const changes = await readChanges(auth, c, signedIn.value);
  if (!changes.ok) return changes;
  const links = await auth.sql.begin((tx) => applyChanges(auth, tx, { ...signedIn.value, changes: changes.value }));
  if (!links.ok) return links;
  mailAddressLinks(auth, links.value);
  if (changes.value.password !== null) tellOfNewPassword(auth, user.email);
  const present = await findUserById(auth.sql, user.id);
  return present === undefined ? fail('unknown-user') : { ok: true, value: c.json(userToJson(present)) };
}

async function readChanges(auth: AuthBase, c: Context, signedIn: SignedIn): Promise<Result<Changes, AuthFailure>> {
  const limited = await limitSubject(auth, 'changeByAccount', signedIn.user.id);
  if (!limited.ok) return limited;
  const body = await readBody(c, changesSchema);
  if (!body.ok) return body;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
  return prepareChanges(auth, signedIn, { body: body.value, redirectTo });
}

/** So that whoever did not change it learns of it. */
function tellOfNewPassword(auth: AuthBase, email: string | null): void {
  if (email !== null) auth.defer(() => sendLetter(auth, { kind: 'password-changed', to: email, email }));
}
