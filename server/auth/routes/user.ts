/** GET and PUT /user: the signed-in user's own account. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import { lockUser, updateUser } from '#server/auth/accounts/update-user.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import { revokeProofs } from '#server/auth/links/revoke-proofs.ts';
import { checkNewPassword } from '#server/auth/passwords/password-rules.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import { optionalRecord, optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { endSessions } from '#server/auth/sessions/sessions.ts';
import type { Result } from '#server/result.ts';

export async function showUser(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  return signedIn.ok ? { ok: true, value: c.json(userToJson(signedIn.value.user)) } : signedIn;
}

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  current_password: optionalText,
  data: optionalRecord,
});

export async function changeUser(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const { user } = signedIn.value;
  const limited = await limitSubject(auth, 'changeByAccount', user.id);
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const changes = await prepareChanges(auth, signedIn.value, body.value);
  if (!changes.ok) return changes;
  const changed = await applyChanges(auth, signedIn.value, changes.value);
  if (!changed.ok) return changed;
  const present = await findUserById(auth.sql, user.id);
  return present === undefined ? fail('unknown-user') : { ok: true, value: c.json(userToJson(present)) };
}

async function prepareChanges(auth: AuthBase, signedIn: SignedIn, body: Body): Promise<Result<Changes, AuthFailure>> {
  const settled = checkContact(signedIn, body);
  if (!settled.ok) return settled;
  const passwordHash = await hashNewPassword(auth, signedIn, body);
  return passwordHash.ok ? { ok: true, value: { passwordHash: passwordHash.value, data: body.data } } : passwordHash;
}

type Body = v.InferOutput<typeof bodySchema>;

/** Another address must be confirmed first, which this server does not offer yet; the present one may be repeated. */
function checkContact({ user }: SignedIn, { email, phone }: Body): Result<null, AuthFailure> {
  if (email !== '') {
    const address = parseEmailAddress(email);
    if (address === undefined) return fail('invalid-email');
    if (address !== user.email) return fail('validation-failed', { message: 'The email address cannot be changed' });
  }
  if (phone !== '') return fail('validation-failed', { message: 'A phone number cannot be added' });
  return { ok: true, value: null };
}

/** Gives undefined where the password is to stay. */
async function hashNewPassword(
  { passwords, settings }: AuthBase,
  { user }: SignedIn,
  { password, current_password: current }: Body,
): Promise<Result<string | undefined, AuthFailure>> {
  if (password === undefined || password === null) return { ok: true, value: undefined };
  const accepted = checkNewPassword(password, settings.minPasswordLength);
  if (!accepted.ok) return accepted;
  if (current !== '' && !(await passwords.check(current, user.passwordHash)).matches)
    return fail('invalid-credentials');
  if ((await passwords.check(password, user.passwordHash)).matches) return fail('same-password');
  return { ok: true, value: await passwords.hash(password) };
}

type Changes = { readonly passwordHash: string | undefined; readonly data: Metadata };

/** A new password ends the user's other sessions and makes links useless that were sent before. */
async function applyChanges(
  { sql, now }: AuthBase,
  { user, session }: SignedIn,
  { passwordHash, data }: Changes,
): Promise<Result<null, AuthFailure>> {
  return sql.begin(async (tx): Promise<Result<null, AuthFailure>> => {
    const locked = await lockUser(tx, user.id);
    if (locked === undefined) return fail('unknown-user');
    const userMetadata = mergeMetadata(locked.userMetadata, data);
    if (!userMetadata.ok) return userMetadata;
    await updateUser(tx, user.id, { userMetadata: userMetadata.value, passwordHash, now: now() });
    if (passwordHash === undefined) return { ok: true, value: null };
    await endSessions(tx, session, 'others');
    await revokeProofs(tx, user.id);
    return { ok: true, value: null };
  });
}
