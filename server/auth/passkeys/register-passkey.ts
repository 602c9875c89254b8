/** POST /passkeys/registration/options and /verify: who is signed in adds a passkey to the account. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { requireRecentSignIn } from '#server/auth/changes/recent-sign-in.ts';
import { tellOfChange } from '#server/auth/changes/tell-of-change.ts';
import { holdAssured } from '#server/auth/factors/hold-assured.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { readBody } from '#server/auth/requests/read-body.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { Work } from '#server/auth/route.ts';
import type { Result } from '#server/result.ts';
import { keepChallenge, takeChallenge } from './challenges.ts';
import { registrationBody } from './credential-schema.ts';
import { authenticateManager } from './manage-passkeys.ts';
import { namePasskey } from './passkey-name.ts';
import { passkeyToJson } from './passkey-json.ts';
import { insertPasskey, listPasskeys } from './passkeys.ts';
import type { MadePasskey, Passkey } from './passkeys.ts';
import { toRelyingParty } from './relying-party.ts';
import { checkRegistration, writeRegistrationOptions } from './webauthn.ts';

/** As with the hosted service. */
const MAX_PASSKEYS = 10;

/** Gives what the browser is to make, with the challenge to be signed. */
export const startRegistration: Work = async (auth, c) => {
  const signedIn = await authenticateManager(auth, c);
  if (!signedIn.ok) return signedIn;
  const recent = requireRecentSignIn(auth, signedIn.value.session);
  if (!recent.ok) return recent;
  const { user } = signedIn.value;
  const passkeys = await listPasskeys(auth.sql, user.id);
  if (passkeys.length >= MAX_PASSKEYS) return fail('too-many-passkeys');
  const options = await writeRegistrationOptions({
    site: toRelyingParty(auth.settings),
    user: { id: user.id, ...nameUser(signedIn.value) },
    known: passkeys.map(({ credentialId }) => credentialId),
  });
  const wanted = { type: 'registration', userId: user.id, challenge: options.challenge, now: auth.now() } as const;
  const { id, expiresAt } = await keepChallenge(auth.sql, wanted);
  const expiry = Math.floor(expiresAt.getTime() / 1000);
  return { ok: true, value: c.json({ challenge_id: id, options, expires_at: expiry }) };
};

/** What the browser shows beside the passkey. */
function nameUser({ user }: SignedIn): { readonly name: string; readonly displayName: string } {
  const name = user.email ?? user.id;
  const given = user.userMetadata['name'];
  return { name, displayName: typeof given === 'string' && given !== '' ? given : name };
}

/** Takes what the browser has made. Gives the passkey as it is listed. */
export const finishRegistration: Work = async (auth, c) => {
  // Read to its end before anybody is let in: it may come slowly, and much can change meanwhile.
  await c.req.text();
  const signedIn = await authenticateManager(auth, c);
  if (!signedIn.ok) return signedIn;
  const made = await readMade(auth, c, signedIn.value);
  if (!made.ok) return made;
  const added = await addPasskey(auth, signedIn.value, { made: made.value, userAgent: readClient(auth, c).userAgent });
  if (!added.ok) return added;
  tellOfChange(auth, signedIn.value.user, 'A passkey was added to your account.');
  const { id, friendly_name, created_at } = passkeyToJson(added.value);
  return { ok: true, value: c.json({ id, friendly_name, created_at }) };
};

async function readMade(auth: AuthBase, c: Context, { user }: SignedIn): Promise<Result<MadePasskey, AuthFailure>> {
  const body = await readBody(c, registrationBody);
  if (!body.ok) return body;
  const { challenge_id: id, credential } = body.value;
  const challenge = await takeChallenge(auth.sql, { id, type: 'registration', userId: user.id, now: auth.now() });
  if (!challenge.ok) return challenge;
  const made = await checkRegistration({ site: toRelyingParty(auth.settings), challenge: challenge.value }, credential);
  return made === null ? fail('passkey-failed') : { ok: true, value: made };
}

type Added = { readonly made: MadePasskey; readonly userAgent: string };

/**
 * The user is locked: of two requests at once, the second counts what the first has added. The session is looked at again:
 * whoever was signed out elsewhere meanwhile adds nothing any more.
 */
async function addPasskey(
  auth: AuthBase,
  signedIn: SignedIn,
  { made, userAgent }: Added,
): Promise<Result<Passkey, AuthFailure>> {
  const { id: userId } = signedIn.user;
  return auth.sql.begin(async (tx): Promise<Result<Passkey, AuthFailure>> => {
    const session = await holdAssured(tx, signedIn, 'passkey-needs-aal2');
    if (!session.ok) return session;
    const recent = requireRecentSignIn(auth, session.value);
    if (!recent.ok) return recent;
    const present = await listPasskeys(tx, userId);
    if (present.length >= MAX_PASSKEYS) return fail('too-many-passkeys');
    const taken = present.map((passkey) => passkey.friendlyName);
    const friendlyName = namePasskey({ aaguid: made.aaguid, userAgent, taken });
    const passkey = await insertPasskey(tx, { userId, made, friendlyName, now: auth.now() });
    return passkey === undefined ? fail('passkey-exists') : { ok: true, value: passkey };
  });
}
