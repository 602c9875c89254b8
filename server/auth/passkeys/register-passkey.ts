/** POST /passkeys/registration/options and /verify: adds a passkey to the signed-in user's account. */
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { lockAssuredSession, requireRecentSignIn } from '#server/auth/factors/require-assurance.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { parseBody, readText } from '#server/auth/requests/read-body.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import type { Work } from '#server/auth/requests/route.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { Result } from '#server/result.ts';
import { storeChallenge, consumeChallenge } from './challenges.ts';
import { registrationBody } from './credential-schema.ts';
import { authenticateManager } from './manage-passkeys.ts';
import { namePasskey } from './passkey-name.ts';
import { insertPasskey, listPasskeys, passkeyToJson } from './passkeys.ts';
import type { NewCredential, Passkey } from './passkeys.ts';
import { toRelyingParty } from './relying-party.ts';
import { checkRegistration, writeRegistrationOptions } from './webauthn.ts';

/** The limit of hosted Supabase. */
const MAX_PASSKEYS = 10;

/** Responds with the creation options and a challenge. */
export const startPasskeyRegistration: Work = async (auth, c) => {
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
  const newChallenge = {
    type: 'registration',
    userId: user.id,
    challenge: options.challenge,
    now: auth.now(),
  } as const;
  const { id, expiresAt } = await storeChallenge(auth.sql, newChallenge);
  const expiry = Math.floor(expiresAt.getTime() / 1000);
  return { ok: true, value: c.json({ challenge_id: id, options, expires_at: expiry }) };
};

/** The names that the browser shows with the passkey. */
function nameUser({ user }: SignedIn): { readonly name: string; readonly displayName: string } {
  const name = user.email ?? user.id;
  const given = user.userMetadata['name'];
  return { name, displayName: typeof given === 'string' && given !== '' ? given : name };
}

/** Verifies the new credential and responds with the passkey. */
export const finishPasskeyRegistration: Work = async (auth, c) => {
  // Read the whole body before authenticating: a slow body may take long, and the account may change meanwhile.
  const text = await readText(c);
  if (!text.ok) return text;
  const signedIn = await authenticateManager(auth, c);
  if (!signedIn.ok) return signedIn;
  const credential = await readNewPasskey(auth, text.value, signedIn.value);
  if (!credential.ok) return credential;
  const added = await addPasskey(auth, signedIn.value, {
    credential: credential.value,
    client: readClient(auth, c),
  });
  if (!added.ok) return added;
  emailSecurityEvent(auth, signedIn.value.user, { kind: 'passkey-added' });
  const { id, friendly_name, created_at } = passkeyToJson(added.value);
  return { ok: true, value: c.json({ id, friendly_name, created_at }) };
};

async function readNewPasskey(
  auth: AuthContext,
  text: string,
  { user }: SignedIn,
): Promise<Result<NewCredential, AuthFailure>> {
  const body = parseBody(text, registrationBody);
  if (!body.ok) return body;
  const { challenge_id: id, credential } = body.value;
  const challenge = await consumeChallenge(auth.sql, { id, type: 'registration', userId: user.id, now: auth.now() });
  if (!challenge.ok) return challenge;
  const checked = await checkRegistration(
    { site: toRelyingParty(auth.settings), challenge: challenge.value },
    credential,
  );
  return checked === null ? fail('passkey-failed') : { ok: true, value: checked };
}

type NewPasskeyCredential = { readonly credential: NewCredential; readonly client: SessionClient };

/**
 * Adds the passkey. The user is locked, so that concurrent requests cannot exceed the maximum, and the session is
 * checked again, because it may have ended meanwhile.
 */
async function addPasskey(
  auth: AuthContext,
  signedIn: SignedIn,
  { credential, client }: NewPasskeyCredential,
): Promise<Result<Passkey, AuthFailure>> {
  const { id: userId } = signedIn.user;
  return auth.sql.begin(async (tx): Promise<Result<Passkey, AuthFailure>> => {
    const session = await lockAssuredSession(tx, signedIn, 'passkey-needs-aal2');
    if (!session.ok) return session;
    const recent = requireRecentSignIn(auth, session.value);
    if (!recent.ok) return recent;
    const present = await listPasskeys(tx, userId);
    if (present.length >= MAX_PASSKEYS) return fail('too-many-passkeys');
    const taken = present.map((passkey) => passkey.friendlyName);
    const friendlyName = namePasskey({ aaguid: credential.aaguid, userAgent: client.userAgent, taken });
    const now = auth.now();
    const passkey = await insertPasskey(tx, { userId, credential, friendlyName, now });
    if (passkey === undefined) return fail('passkey-exists');
    await recordSecurityEvent(tx, { userId, client, now }, { kind: 'passkey-added' });
    return { ok: true, value: passkey };
  });
}
