/** Lists, renames and deletes passkeys, for users at /passkeys and for operators at /admin/users/:id/passkeys. */
import type { Context } from 'hono';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import * as v from 'valibot';
import { emailSecurityEvent, OPERATOR, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { isUuid } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { requireAssurance } from '#server/auth/factors/require-assurance.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import { readBody } from '#server/auth/requests/read-body.ts';
import type { Work } from '#server/auth/requests/route.ts';
import { authenticateUser, findUserForAdmin } from '#server/auth/sessions/authenticate.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { Result } from '#server/result.ts';
import { deletePasskey, findPasskey, listPasskeys, passkeyToJson, renamePasskey } from './passkeys.ts';

/**
 * Authenticates a user who manages passkeys. Requires the second factor if there is one, so that a stolen password is
 * not enough to add permanent access (GoTrue, requirePasskeyManagementAAL).
 */
export async function authenticateManager(auth: AuthContext, c: Context): Promise<Result<SignedIn, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const limited = await limitSubject(auth, 'changeByAccount', signedIn.value.user.id);
  if (!limited.ok) return limited;
  const assured = await requireAssurance(auth, signedIn.value);
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
  return answerDeletion(auth, c, { user, client: readClient(auth, c), event: { kind: 'passkey-removed' } });
};

export const adminListPasskeys: Work = async (auth, c) => {
  const user = await findUserForAdmin(auth, c);
  if (!user.ok) return user;
  const passkeys = await listPasskeys(auth.sql, user.value.id);
  return { ok: true, value: c.json(passkeys.map(passkeyToJson)) };
};

export const adminDeletePasskey: Work = async (auth, c) => {
  const user = await findUserForAdmin(auth, c);
  if (!user.ok) return user;
  return answerDeletion(auth, c, { user: user.value, client: OPERATOR, event: { kind: 'operator-passkey-removed' } });
};

type Deletion = { readonly user: User; readonly client: SessionClient; readonly event: SecurityEvent };

async function answerDeletion(
  auth: AuthContext,
  c: Context,
  { user, client, event }: Deletion,
): Promise<Result<Response, AuthFailure>> {
  const id = c.req.param('passkey');
  if (!isUuid(id)) return fail('passkey-not-found');
  const isDeleted = await auth.sql.begin(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await deletePasskey(tx, user.id, id))) return false;
    await recordSecurityEvent(tx, { userId: user.id, client, now: auth.now() }, event);
    return true;
  });
  if (!isDeleted) return fail('passkey-not-found');
  emailSecurityEvent(auth, user, event);
  return { ok: true, value: c.body(null, 204) };
}
