/** POST /passkeys/authentication/options and /verify: a session for whoever holds a passkey of the site. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import { requireCaptcha, securitySchema } from '#server/auth/captcha/require-captcha.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { isBanned } from '#server/auth/requests/authenticate.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readBody } from '#server/auth/requests/read-body.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { Work } from '#server/auth/route.ts';
import { answerSession } from '#server/auth/routes/answer-session.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { SessionClient } from '#server/auth/sessions/sessions.ts';
import type { Result } from '#server/result.ts';
import { keepChallenge, takeChallenge } from './challenges.ts';
import { authenticationBody } from './credential-schema.ts';
import type { AuthenticationCredential } from './credential-schema.ts';
import { findPasskeyByCredential, noteUse } from './passkeys.ts';
import type { Passkey, Use } from './passkeys.ts';
import { toRelyingParty } from './relying-party.ts';
import { checkAuthentication, writeAuthenticationOptions } from './webauthn.ts';

const startBody = v.object({ gotrue_meta_security: securitySchema });

/** Gives a challenge, the same to everybody: nobody says who is to sign in, so nobody learns who has an account. */
export const startSignIn: Work = async (auth, c) => {
  const limited = await limitAddress(auth, c, 'passkeyByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, startBody);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const options = await writeAuthenticationOptions(toRelyingParty(auth.settings));
  const wanted = { type: 'authentication', userId: null, challenge: options.challenge, now: auth.now() } as const;
  const { id, expiresAt } = await keepChallenge(auth.sql, wanted);
  const expiry = Math.floor(expiresAt.getTime() / 1000);
  return { ok: true, value: c.json({ challenge_id: id, options, expires_at: expiry }) };
};

/** Takes the signed challenge. Gives a session of level aal1: a second step is still asked for where there is one. */
export const finishSignIn: Work = async (auth, c) => {
  const limited = await limitAddress(auth, c, 'passkeyByAddress');
  if (!limited.ok) return limited;
  const use = await readUse(auth, c);
  if (!use.ok) return use;
  const opened = await openByPasskey(auth, use.value, readClient(auth, c));
  return opened.ok ? answerSession(auth, c, opened.value) : opened;
};

async function readUse(auth: AuthBase, c: Context): Promise<Result<Use, AuthFailure>> {
  const body = await readBody(c, authenticationBody);
  if (!body.ok) return body;
  const { challenge_id: id, credential } = body.value;
  const challenge = await takeChallenge(auth.sql, { id, type: 'authentication', userId: null, now: auth.now() });
  if (!challenge.ok) return challenge;
  const passkey = await findOwned(auth, credential);
  if (passkey === undefined) return fail('passkey-failed');
  const expected = { site: toRelyingParty(auth.settings), challenge: challenge.value, passkey };
  const use = await checkAuthentication(expected, credential);
  return use === null ? fail('passkey-failed') : { ok: true, value: { passkey, ...use, now: auth.now() } };
}

/** The passkey has to say itself whose it is, and rightly (WebAuthn, section 7.2, step 6). */
async function findOwned({ sql }: AuthBase, { id, response }: AuthenticationCredential): Promise<Passkey | undefined> {
  const passkey = await findPasskeyByCredential(sql, id);
  const owner = Buffer.from(response.userHandle, 'base64url').toString();
  return passkey?.userId === owner ? passkey : undefined;
}

/** Only who has shown the passkey learns that the account waits for confirmation, or is banned. */
async function openByPasskey(
  auth: AuthBase,
  use: Use,
  client: SessionClient,
): Promise<Result<OpenSession, AuthFailure>> {
  const { userId } = use.passkey;
  return auth.sql.begin(async (tx): Promise<Result<OpenSession, AuthFailure>> => {
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    // The account or the passkey may be gone meanwhile, or the passkey used by a copy of it.
    if (user === undefined || !(await noteUse(tx, use))) return fail('passkey-failed');
    if (user.email !== null && user.emailConfirmedAt === null) return fail('email-not-confirmed');
    if (isBanned(user, use.now)) return fail('user-banned');
    return { ok: true, value: await openSession(tx, { userId, method: 'passkey', client, now: use.now }) };
  });
}
