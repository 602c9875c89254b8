/** Lists, renames and deletes passkeys at /passkeys and /admin/users/:id/passkeys, for their owner or an operator. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { tellOfChange } from '#server/auth/changes/tell-of-change.ts';
import { requireFullAssurance } from '#server/auth/factors/require-full-assurance.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import { readBody } from '#server/auth/requests/read-body.ts';
import type { Work } from '#server/auth/route.ts';
import { findNamedUser } from '#server/auth/routes/admin-users.ts';
import type { Result } from '#server/result.ts';
import { passkeyToJson } from './passkey-json.ts';
import { deletePasskey, findPasskey, listPasskeys, renamePasskey } from './passkeys.ts';

/**
 * Gives who may change the passkeys of an account: a live session that has shown the second step, where there is one. Else a
 * stolen password would be enough to stay (GoTrue, requirePasskeyManagementAAL).
 */
export async function authenticateManager(auth: AuthBase, c: Context): Promise<Result<SignedIn, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const limited = await limitSubject(auth, 'changeByAccount', signedIn.value.user.id);
  if (!limited.ok) return limited;
  const assured = await requireFullAssurance(auth, signedIn.value);
  return assured.ok ? signedIn : fail('passkey-needs-aal2');
}

export const listOwnPasskeys: Work = async (auth, c) => {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const passkeys = await listPasskeys(auth.sql, signedIn.value.user.id);
  return { ok: true, value: c.json(passkeys.map(passkeyToJson)) };
};

const nameBody = v.object({ friendly_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)) });

export const renameOwnPasskey: Work = async (auth, c) => {
  const signedIn = await authenticateManager(auth, c);
  if (!signedIn.ok) return signedIn;
  const body = await readBody(c, nameBody);
  if (!body.ok) return body;
  const [userId, id] = [signedIn.value.user.id, c.req.param('passkey')];
  if (!isUuid(id)) return fail('passkey-not-found');
  await renamePasskey(auth.sql, { userId, id, friendlyName: body.value.friendly_name, now: auth.now() });
  const passkey = await findPasskey(auth.sql, userId, id);
  return passkey === undefined ? fail('passkey-not-found') : { ok: true, value: c.json(passkeyToJson(passkey)) };
};

export const deleteOwnPasskey: Work = async (auth, c) => {
  const signedIn = await authenticateManager(auth, c);
  if (!signedIn.ok) return signedIn;
  const { user } = signedIn.value;
  const answer = await answerDeletion(auth, c, user.id);
  if (answer.ok) tellOfChange(auth, user, 'A passkey was removed from your account.');
  return answer;
};

export const listAnyPasskeys: Work = async (auth, c) => {
  const user = await findNamedUser(auth, c);
  if (!user.ok) return user;
  const passkeys = await listPasskeys(auth.sql, user.value.id);
  return { ok: true, value: c.json(passkeys.map(passkeyToJson)) };
};

export const deleteAnyPasskey: Work = async (auth, c) => {
  const user = await findNamedUser(auth, c);
  return user.ok ? answerDeletion(auth, c, user.value.id) : user;
};

async function answerDeletion(auth: AuthBase, c: Context, userId: string): Promise<Result<Response, AuthFailure>> {
  const id = c.req.param('passkey');
  const isDeleted = isUuid(id) && (await deletePasskey(auth.sql, userId, id));
  return isDeleted ? { ok: true, value: c.body(null, 204) } : fail('passkey-not-found');
}
