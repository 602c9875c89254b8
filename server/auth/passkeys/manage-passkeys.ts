/** Adds passkeys (POST /passkeys/registration/options and /verify), lists, renames and deletes them, for users and for operators. */
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
import { assuredUser, lockAssuredSession, requireRecentSignIn } from '#server/auth/factors/assurance.ts';
import { defineRoute, noBody, jsonBody, type SessionClient } from '#server/auth/requests/route.ts';
import { beginBriefly, fail, type Steps, inTransaction } from '#server/auth/requests/steps.ts';
import { signedInUser, operatorOfUser, type SignedIn } from '#server/auth/sessions/authenticate.ts';
import {
  deletePasskey,
  findPasskey,
  listPasskeys,
  passkeyToJson,
  renamePasskey,
  offerPasskeys,
  consumeChallenge,
  insertPasskey,
  offerChallenge,
  type NewCredential,
  type Passkey,
} from './passkeys.ts';
import { checkRegistration, registrationBody, toRelyingParty, writeRegistrationOptions } from './webauthn.ts';

/**
 * A user who manages passkeys. Requires the second factor if there is one, so that a stolen password is not enough to add
 * permanent access (GoTrue, requirePasskeyManagementAAL).
 */
const passkeyManager = assuredUser('passkey-needs-aal2');

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

/** The limit of hosted Supabase. */
const MAX_PASSKEYS = 10;

/** Responds with the creation options and a challenge. */
export const startPasskeyRegistration = defineRoute({
  method: 'POST',
  path: '/passkeys/registration/options',
  offered: offerPasskeys,
  limit: 'otherByAddress',
  caller: passkeyManager,
  body: noBody,
  async *work(auth, { c, caller }) {
    yield* requireRecentSignIn(auth, caller.session);
    const { user } = caller;
    const passkeys = await listPasskeys(auth.sql, user.id);
    if (passkeys.length >= MAX_PASSKEYS) return yield* fail('too-many-passkeys');
    const options = await writeRegistrationOptions({
      site: toRelyingParty(auth.settings),
      user: { id: user.id, ...nameUser(caller) },
      known: passkeys.map(({ credentialId }) => credentialId),
    });
    return c.json(await offerChallenge(auth.sql, { type: 'registration', userId: user.id, options, now: auth.now() }));
  },
});

/** The names that the browser shows with the passkey. */
function nameUser({ user }: SignedIn): { readonly name: string; readonly displayName: string } {
  const name = user.email ?? user.id;
  const given = user.userMetadata['name'];
  return { name, displayName: typeof given === 'string' && given !== '' ? given : name };
}

/** Verifies the new credential and responds with the passkey. */
export const finishPasskeyRegistration = defineRoute({
  method: 'POST',
  path: '/passkeys/registration/verify',
  offered: offerPasskeys,
  readsBodyFirst: true,
  limit: 'otherByAddress',
  caller: passkeyManager,
  body: jsonBody(registrationBody),
  async *work(auth, { c, client, caller, body: { challenge_id: id, credential: presented } }) {
    const { user } = caller;
    const challenge = yield* consumeChallenge(auth.sql, { id, type: 'registration', userId: user.id, now: auth.now() });
    const credential = await checkRegistration({ site: toRelyingParty(auth.settings), challenge }, presented);
    if (credential === null) return yield* fail('passkey-failed');
    const added = yield* addPasskey(auth, caller, { credential, client });
    emailSecurityEvent(auth, user, { kind: 'passkey-added' });
    const { friendly_name, created_at } = passkeyToJson(added);
    return c.json({ id: added.id, friendly_name, created_at });
  },
});

type NewPasskeyCredential = { readonly credential: NewCredential; readonly client: SessionClient };

/**
 * Adds the passkey. The user is locked, so that concurrent requests cannot exceed the maximum, and the session is
 * checked again, because it may have ended meanwhile.
 */
async function* addPasskey(
  auth: AuthContext,
  signedIn: SignedIn,
  { credential, client }: NewPasskeyCredential,
): Steps<Passkey> {
  const { id: userId } = signedIn.user;
  return yield* inTransaction(auth.sql, async function* (tx): Steps<Passkey> {
    const session = yield* lockAssuredSession(tx, signedIn, 'passkey-needs-aal2');
    yield* requireRecentSignIn(auth, session);
    const present = await listPasskeys(tx, userId);
    if (present.length >= MAX_PASSKEYS) return yield* fail('too-many-passkeys');
    const taken = present.map((passkey) => passkey.friendlyName);
    const friendlyName = namePasskey({ aaguid: credential.aaguid, userAgent: client.userAgent, taken });
    const now = auth.now();
    const passkey = await insertPasskey(tx, { userId, credential, friendlyName, now });
    if (passkey === undefined) return yield* fail('passkey-exists');
    await recordSecurityEvent(tx, { userId, client, now }, { kind: 'passkey-added' });
    return passkey;
  });
}

/**
 * Password managers and authenticators by AAGUID (WebAuthn, section 6.5.1), from the list of the passkey developers'
 * community.
 */
const AUTHENTICATORS: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
};

/** The first match counts, because mobile browsers also name desktop systems. */
const MACHINES = ['iPhone', 'iPad', 'Android', 'CrOS', 'Windows', 'Macintosh', 'Linux'] as const;

type NameSource = {
  readonly aaguid: string;
  readonly userAgent: string;
  /** The names of the user's other passkeys. */
  readonly taken: readonly string[];
};

/** Returns a name that is unique among the user's passkeys. */
function namePasskey({ aaguid, userAgent, taken }: NameSource): string {
  const machine = MACHINES.find((word) => userAgent.includes(word));
  const base = AUTHENTICATORS[aaguid] ?? (machine === undefined ? 'Passkey' : `Passkey on ${MACHINE_NAMES[machine]}`);
  const candidates = [base, ...taken.map((_, index) => `${base} ${index + 2}`)];
  return candidates.find((name) => !taken.includes(name)) ?? base;
}

const MACHINE_NAMES: Readonly<Record<(typeof MACHINES)[number], string>> = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  CrOS: 'Chromebook',
  Windows: 'Windows',
  Macintosh: 'Mac',
  Linux: 'Linux',
};
