/** POST /passkeys/authentication/options and /verify: signs in with a passkey of the site. */
import * as v from 'valibot';
import { lockUser } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { queueByAccount } from '#server/auth/requests/limits.ts';
import { defineRoute, jsonBody, anyone, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { sendSession, openSession, type OpenSession } from '#server/auth/sessions/open-session.ts';
import {
  consumeChallenge,
  findPasskeyByCredential,
  recordUse,
  offerPasskeys,
  offerChallenge,
  type Passkey,
  type Use,
} from './passkeys.ts';
import {
  authenticationBody,
  checkAuthentication,
  toRelyingParty,
  writeAuthenticationOptions,
  type AuthenticationCredential,
} from './webauthn.ts';

/** Responds with a challenge. The request names no user, so the response cannot reveal whether an account exists. */
export const startPasskeySignIn = defineRoute({
  method: 'POST',
  path: '/passkeys/authentication/options',
  offered: offerPasskeys,
  limit: 'passkeyByAddress',
  caller: anyone,
  body: jsonBody(v.object({})),
  captcha: true,
  async *work(auth, { c }) {
    const options = await writeAuthenticationOptions(toRelyingParty(auth.settings));
    return c.json(await offerChallenge(auth.sql, { type: 'authentication', userId: null, options, now: auth.now() }));
  },
});

/**
 * Verifies the signed challenge and responds with an aal1 session. The second factor is still required if there is one.
 */
export const finishPasskeySignIn = defineRoute({
  method: 'POST',
  path: '/passkeys/authentication/verify',
  offered: offerPasskeys,
  limit: 'passkeyByAddress',
  caller: anyone,
  body: jsonBody(authenticationBody),
  async *work(auth, { c, client, body }) {
    const use = yield* checkUse(auth, body);
    const opened = yield* queueByAccount(auth, use.passkey.userId, () => openSessionByPasskey(auth, use, client));
    return yield* sendSession(auth, c, opened);
  },
});

async function* checkUse(
  auth: AuthContext,
  { challenge_id: id, credential }: v.InferOutput<typeof authenticationBody>,
): Steps<Use> {
  const challenge = yield* consumeChallenge(auth.sql, { id, type: 'authentication', userId: null, now: auth.now() });
  const passkey = await findOwned(auth, credential);
  if (passkey === undefined) return yield* fail('passkey-failed');
  const expected = { site: toRelyingParty(auth.settings), challenge, passkey };
  const use = await checkAuthentication(expected, credential);
  return use === null ? yield* fail('passkey-failed') : { passkey, ...use, now: auth.now() };
}

/** Finds the passkey, whose user handle must match its owner (WebAuthn, section 7.2, step 6). */
async function findOwned(
  { sql }: AuthContext,
  { id, response }: AuthenticationCredential,
): Promise<Passkey | undefined> {
  const passkey = await findPasskeyByCredential(sql, id);
  const owner = Buffer.from(response.userHandle, 'base64url').toString();
  return passkey?.userId === owner ? passkey : undefined;
}

/** Opens the session. Only the holder of the passkey learns that the account is unconfirmed or banned. */
async function* openSessionByPasskey(auth: AuthContext, use: Use, client: SessionClient): Steps<OpenSession> {
  const { userId } = use.passkey;
  return yield* inTransaction(auth.sql, async function* (tx): Steps<OpenSession> {
    const user = await lockUser(tx, userId);
    // The account or passkey may have been deleted meanwhile, or a copy of the passkey was used.
    if (user === undefined || !(await recordUse(tx, use))) return yield* fail('passkey-failed');
    if (user.email !== null && user.emailConfirmedAt === null) return yield* fail('email-not-confirmed');
    if (isBanned(user, use.now)) return yield* fail('user-banned');
    return await openSession(tx, { userId, method: 'passkey', client, now: use.now });
  });
}
