/** POST /passkeys/authentication/options and /verify: signs in with a passkey of the site. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readBody } from '#server/auth/requests/read-body.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { requireCaptcha, securitySchema } from '#server/auth/requests/require-captcha.ts';
import type { Work } from '#server/auth/requests/route.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { sendSession, openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { Result } from '#server/result.ts';
import { storeChallenge, consumeChallenge } from './challenges.ts';
import { authenticationBody } from './credential-schema.ts';
import type { AuthenticationCredential } from './credential-schema.ts';
import { findPasskeyByCredential, recordUse } from './passkeys.ts';
import type { Passkey, Use } from './passkeys.ts';
import { toRelyingParty } from './relying-party.ts';
import { checkAuthentication, writeAuthenticationOptions } from './webauthn.ts';

const startBody = v.object({ gotrue_meta_security: securitySchema });

/** Responds with a challenge. The request names no user, so the response cannot reveal whether an account exists. */
export const startPasskeySignIn: Work = async (auth, c) => {
  const limited = await limitAddress(auth, c, 'passkeyByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, startBody);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const options = await writeAuthenticationOptions(toRelyingParty(auth.settings));
  const newChallenge = { type: 'authentication', userId: null, challenge: options.challenge, now: auth.now() } as const;
  const { id, expiresAt } = await storeChallenge(auth.sql, newChallenge);
  const expiry = Math.floor(expiresAt.getTime() / 1000);
  return { ok: true, value: c.json({ challenge_id: id, options, expires_at: expiry }) };
};

/**
 * Verifies the signed challenge and responds with an aal1 session. The second factor is still required if there is one.
 */
export const finishPasskeySignIn: Work = async (auth, c) => {
  const limited = await limitAddress(auth, c, 'passkeyByAddress');
  if (!limited.ok) return limited;
  const use = await readUse(auth, c);
  if (!use.ok) return use;
  const opened = await openSessionByPasskey(auth, use.value, readClient(auth, c));
  return opened.ok ? sendSession(auth, c, opened.value) : opened;
};

async function readUse(auth: AuthContext, c: Context): Promise<Result<Use, AuthFailure>> {
  const body = await readBody(c, authenticationBody);
  if (!body.ok) return body;
  const { challenge_id: id, credential } = body.value;
  const challenge = await consumeChallenge(auth.sql, { id, type: 'authentication', userId: null, now: auth.now() });
  if (!challenge.ok) return challenge;
  const passkey = await findOwned(auth, credential);
  if (passkey === undefined) return fail('passkey-failed');
  const expected = { site: toRelyingParty(auth.settings), challenge: challenge.value, passkey };
  const use = await checkAuthentication(expected, credential);
  return use === null ? fail('passkey-failed') : { ok: true, value: { passkey, ...use, now: auth.now() } };
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
async function openSessionByPasskey(
  auth: AuthContext,
  use: Use,
  client: SessionClient,
): Promise<Result<OpenSession, AuthFailure>> {
  const { userId } = use.passkey;
  return auth.sql.begin(async (tx): Promise<Result<OpenSession, AuthFailure>> => {
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    // The account or passkey may have been deleted meanwhile, or a copy of the passkey was used.
    if (user === undefined || !(await recordUse(tx, use))) return fail('passkey-failed');
    if (user.email !== null && user.emailConfirmedAt === null) return fail('email-not-confirmed');
    if (isBanned(user, use.now)) return fail('user-banned');
    return { ok: true, value: await openSession(tx, { userId, method: 'passkey', client, now: use.now }) };
  });
}
