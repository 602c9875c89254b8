/** Lists, renames and deletes passkeys, for users at /passkeys and for operators at /admin/users/:id/passkeys. */
import type { Context } from 'hono';
import * as v from 'valibot';
import {
  emailSecurityEvent,
  OPERATOR,
  recordSecurityEvent,
  type SecurityEvent,
} from '#server/auth/accounts/security-events.ts';
import { isUuid, lockUser, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { assuredUser } from '#server/auth/factors/assurance.ts';
import { defineRoute, noBody, jsonBody, type SessionClient } from '#server/auth/requests/route.ts';
import { beginBriefly, fail, type Steps } from '#server/auth/requests/steps.ts';
import { signedInUser, operatorOfUser } from '#server/auth/sessions/authenticate.ts';
import { deletePasskey, findPasskey, listPasskeys, passkeyToJson, renamePasskey, offerPasskeys } from './passkeys.ts';

/**
 * A user who manages passkeys. Requires the second factor if there is one, so that a stolen password is not enough to add
 * permanent access (GoTrue, requirePasskeyManagementAAL).
 */
export const passkeyManager = assuredUser('passkey-needs-aal2');

export const listOwnPasskeys = defineRoute({
  method: 'GET',
  path: '/passkeys',
  offered: offerPasskeys,
  limit: 'otherByAddress',
  caller: signedInUser,
  body: noBody,
  async *work(auth, { c, caller }) {
    return c.json((await listPasskeys(auth.sql, caller.user.id)).map(passkeyToJson));
  },
});

export const renameOwnPasskey = defineRoute({
  method: 'PATCH',
  path: '/passkeys/:passkey',
  offered: offerPasskeys,
  limit: 'otherByAddress',
  caller: passkeyManager,
  body: jsonBody(v.object({ friendly_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)) })),
  async *work(auth, { c, caller, body: { friendly_name: friendlyName } }) {
    const [userId, id] = [caller.user.id, c.req.param('passkey')];
    if (!isUuid(id)) return yield* fail('passkey-not-found');
    await renamePasskey(auth.sql, { userId, id, friendlyName, now: auth.now() });
    const passkey = await findPasskey(auth.sql, userId, id);
    return passkey === undefined ? yield* fail('passkey-not-found') : c.json(passkeyToJson(passkey));
  },
});

export const deleteOwnPasskey = defineRoute({
  method: 'DELETE',
  path: '/passkeys/:passkey',
  offered: offerPasskeys,
  limit: 'otherByAddress',
  caller: passkeyManager,
  body: noBody,
  async *work(auth, { c, client, caller: { user } }) {
    return yield* answerDeletion(auth, c, { user, client, event: { kind: 'passkey-removed' } });
  },
});

/** Operators can list and remove passkeys even while passkeys are disabled. */
export const adminListPasskeys = defineRoute({
  method: 'GET',
  path: '/admin/users/:id/passkeys',
  limit: 'otherByAddress',
  caller: operatorOfUser,
  body: noBody,
  async *work(auth, { c, caller: user }) {
    return c.json((await listPasskeys(auth.sql, user.id)).map(passkeyToJson));
  },
});

export const adminDeletePasskey = defineRoute({
  method: 'DELETE',
  path: '/admin/users/:id/passkeys/:passkey',
  limit: 'otherByAddress',
  caller: operatorOfUser,
  body: noBody,
  async *work(auth, { c, caller: user }) {
    return yield* answerDeletion(auth, c, { user, client: OPERATOR, event: { kind: 'operator-passkey-removed' } });
  },
});

type Deletion = { readonly user: User; readonly client: SessionClient; readonly event: SecurityEvent };

async function* answerDeletion(auth: AuthContext, c: Context, { user, client, event }: Deletion): Steps<Response> {
  const id = c.req.param('passkey');
  if (!isUuid(id)) return yield* fail('passkey-not-found');
  const isDeleted = await beginBriefly(auth.sql, async (tx) => {
    await lockUser(tx, user.id);
    if (!(await deletePasskey(tx, user.id, id))) return false;
    await recordSecurityEvent(tx, { userId: user.id, client, now: auth.now() }, event);
    return true;
  });
  if (!isDeleted) return yield* fail('passkey-not-found');
  emailSecurityEvent(auth, user, event);
  return c.body(null, 204);
}
