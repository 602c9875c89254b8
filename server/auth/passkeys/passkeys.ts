/** Stores passkeys, and the challenges that they sign. Each challenge allows one attempt within five minutes. */
import type { ISql, PendingQuery, Row } from 'postgres';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { type AuthFailure, fail, type Steps } from '#server/auth/requests/steps.ts';

export type Passkey = {
  readonly id: string;
  readonly userId: string;
  /** The credential id, in base64url. */
  readonly credentialId: string;
  /** A COSE key (RFC 9052). */
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly isBackupEligible: boolean;
  readonly friendlyName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Returns the user's passkeys, oldest first. */
export async function listPasskeys(sql: ISql, userId: string): Promise<readonly Passkey[]> {
  return sql<Passkey[]>`${selectPasskeys(sql)} where user_id = ${userId} order by created_at, id`;
}

export async function findPasskeyByCredential(sql: ISql, credentialId: string): Promise<Passkey | undefined> {
  const [passkey] = await sql<Passkey[]>`
    ${selectPasskeys(sql)} where credential_id = ${Buffer.from(credentialId, 'base64url')}`;
  return passkey;
}

/** A new credential whose response was verified. */
export type NewCredential = {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly aaguid: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
};

export type NewPasskey = {
  readonly userId: string;
  readonly credential: NewCredential;
  readonly friendlyName: string;
  readonly now: Date;
};

/** Inserts a passkey. Returns undefined if it is already registered, by any user. */
export async function insertPasskey(
  sql: ISql,
  { userId, credential, friendlyName, now }: NewPasskey,
): Promise<Passkey | undefined> {
  const [inserted] = await sql<{ id: string }[]>`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
      transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
    values (${userId}, ${Buffer.from(credential.credentialId, 'base64url')}, ${Buffer.from(credential.publicKey)}, 'none',
      ${credential.aaguid}, ${credential.signCount}, ${JSON.stringify(credential.transports)}::text::jsonb, ${credential.isBackupEligible},
      ${credential.isBackedUp}, ${friendlyName}, ${now}, ${now})
    on conflict (credential_id) do nothing returning id`;
  return inserted === undefined ? undefined : findPasskey(sql, userId, inserted.id);
}

/** Finds a passkey of this user. */
export async function findPasskey(sql: ISql, userId: string, id: string): Promise<Passkey | undefined> {
  const [passkey] = await sql<Passkey[]>`${selectPasskeys(sql)} where id = ${id} and user_id = ${userId}`;
  return passkey;
}

export type Use = {
  readonly passkey: Passkey;
  readonly signCount: number;
  readonly isBackedUp: boolean;
  readonly now: Date;
};

/** Records a use. Returns whether the passkey still exists with the counter that the use was checked against. */
export async function recordUse(sql: ISql, { passkey, signCount, isBackedUp, now }: Use): Promise<boolean> {
  const updated = await sql`
    update auth.webauthn_credentials set sign_count = ${signCount}, backed_up = ${isBackedUp}, last_used_at = ${now},
      updated_at = ${now}
    where id = ${passkey.id} and sign_count = ${passkey.signCount}`;
  return updated.count > 0;
}

/** Renames a passkey and returns whether the user has it. */
export async function renamePasskey(
  sql: ISql,
  { userId, id, friendlyName, now }: Pick<NewPasskey, 'userId' | 'friendlyName' | 'now'> & { readonly id: string },
): Promise<boolean> {
  const renamed = await sql`
    update auth.webauthn_credentials set friendly_name = ${friendlyName}, updated_at = ${now}
    where id = ${id} and user_id = ${userId}`;
  return renamed.count > 0;
}

/** Deletes a passkey and returns whether the user had it. */
export async function deletePasskey(sql: ISql, userId: string, id: string): Promise<boolean> {
  const deleted = await sql`delete from auth.webauthn_credentials where id = ${id} and user_id = ${userId}`;
  return deleted.count > 0;
}

function selectPasskeys(sql: ISql): PendingQuery<Row[]> {
  // Counters have 32 unsigned bits (WebAuthn, section 6.1), which fit into a number but not into int4.
  return sql`
    select id, user_id as "userId", translate(encode(credential_id, 'base64'), E'+/=\n', '-_') as "credentialId",
      public_key as "publicKey", sign_count::float8 as "signCount", backup_eligible as "isBackupEligible",
      friendly_name as "friendlyName", created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth.webauthn_credentials`;
}

export type PasskeyJson = {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: string;
  /** Left out if it was never used. */
  readonly last_used_at?: string;
};

export function passkeyToJson({ id, friendlyName, createdAt, lastUsedAt }: Passkey): PasskeyJson {
  return {
    id,
    friendly_name: friendlyName,
    created_at: createdAt.toISOString(),
    ...(lastUsedAt !== null && { last_used_at: lastUsedAt.toISOString() }),
  };
}

/** Passkey routes answer as if they did not exist while passkeys are disabled (GoTrue, requirePasskeyEnabled). */
export const offerPasskeys = ({ passkeys }: Pick<AuthSettings, 'passkeys'>): AuthFailure['type'] | null =>
  passkeys ? null : 'passkeys-disabled';

/** The value of hosted Supabase (GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION). */
export const CHALLENGE_SECONDS = 300;

/** Seconds for which expired challenges are kept, so that a late response gets a precise error. */
const KEPT_SECONDS = 3600;

type NewChallenge = {
  readonly type: 'registration' | 'authentication';
  /** The registering user. Null for a sign-in, whose user is still unknown. */
  readonly userId: string | null;
  readonly now: Date;
};

/**
 * Stores the challenge of the options and deletes old ones. Any server on this database can process the response.
 * @returns the response that starts a ceremony
 */
export async function offerChallenge<Options extends { readonly challenge: string }>(
  sql: ISql,
  { type, userId, options, now }: NewChallenge & { readonly options: Options },
): Promise<{ readonly challenge_id: string; readonly options: Options; readonly expires_at: number }> {
  // Skip rows that another process is deleting.
  await sql`delete from auth.webauthn_challenges where id in (
    select id from auth.webauthn_challenges where expires_at < ${addSeconds(now, -KEPT_SECONDS)}
    for update skip locked
  )`;
  const expiresAt = addSeconds(now, CHALLENGE_SECONDS);
  const [inserted] = await sql<{ id: string }[]>`
    insert into auth.webauthn_challenges (user_id, challenge_type, session_data, created_at, expires_at)
    values (${userId}, ${type}, jsonb_build_object('challenge', ${options.challenge}::text), ${now}, ${expiresAt})
    returning id`;
  if (inserted === undefined) throw new Error('An inserted challenge is not there.');
  return { challenge_id: inserted.id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/** Consumes a challenge, whatever the result is. Of two requests with the same id, only one finds it. */
export async function* consumeChallenge(
  sql: ISql,
  { id, type, userId, now }: NewChallenge & { readonly id: string },
): Steps<string> {
  const [consumed] = await sql<{ challenge: string; expiresAt: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at as "expiresAt"`;
  if (consumed === undefined) return yield* fail('passkey-challenge-not-found');
  return consumed.expiresAt < now ? yield* fail('passkey-challenge-expired') : consumed.challenge;
}

const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);
