/** The passkeys of users as the database keeps them. */
import type { ISql, PendingQuery, Row } from 'postgres';

export type Passkey = {
  readonly id: string;
  readonly userId: string;
  /** What the browser calls it, in base64url. */
  readonly credentialId: string;
  /** In the form of COSE (RFC 9052). */
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly isBackupEligible: boolean;
  readonly friendlyName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Gives the user's passkeys, the oldest first. */
export async function listPasskeys(sql: ISql, userId: string): Promise<readonly Passkey[]> {
  return sql<Passkey[]>`${selectPasskeys(sql)} where user_id = ${userId} order by created_at, id`;
}

export async function findPasskeyByCredential(sql: ISql, credentialId: string): Promise<Passkey | undefined> {
  const [passkey] = await sql<Passkey[]>`
    ${selectPasskeys(sql)} where credential_id = ${Buffer.from(credentialId, 'base64url')}`;
  return passkey;
}

/** What a browser has made, once its answer was checked. */
export type MadePasskey = {
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
  readonly made: MadePasskey;
  readonly friendlyName: string;
  readonly now: Date;
};

/** Gives the new passkey, or undefined where it is registered already, with whomever. */
export async function insertPasskey(
  sql: ISql,
  { userId, made, friendlyName, now }: NewPasskey,
): Promise<Passkey | undefined> {
  const [inserted] = await sql<{ id: string }[]>`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
      transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
    values (${userId}, ${Buffer.from(made.credentialId, 'base64url')}, ${Buffer.from(made.publicKey)}, 'none',
      ${made.aaguid}, ${made.signCount}, ${JSON.stringify(made.transports)}::text::jsonb, ${made.isBackupEligible},
      ${made.isBackedUp}, ${friendlyName}, ${now}, ${now})
    on conflict (credential_id) do nothing returning id`;
  return inserted === undefined ? undefined : findPasskey(sql, userId, inserted.id);
}

/** Gives the user's own passkey of this id; nobody's else. */
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

/** Notes a use. Gives whether the passkey is still there, with the count that the use was checked against. */
export async function noteUse(sql: ISql, { passkey, signCount, isBackedUp, now }: Use): Promise<boolean> {
  const noted = await sql`
    update auth.webauthn_credentials set sign_count = ${signCount}, backed_up = ${isBackedUp}, last_used_at = ${now},
      updated_at = ${now}
    where id = ${passkey.id} and sign_count = ${passkey.signCount}`;
  return noted.count > 0;
}

/** Gives whether the user has such a passkey. */
export async function renamePasskey(
  sql: ISql,
  { userId, id, friendlyName, now }: Pick<NewPasskey, 'userId' | 'friendlyName' | 'now'> & { readonly id: string },
): Promise<boolean> {
  const renamed = await sql`
    update auth.webauthn_credentials set friendly_name = ${friendlyName}, updated_at = ${now}
    where id = ${id} and user_id = ${userId}`;
  return renamed.count > 0;
}

/** Gives whether the user had such a passkey. */
export async function deletePasskey(sql: ISql, userId: string, id: string): Promise<boolean> {
  const deleted = await sql`delete from auth.webauthn_credentials where id = ${id} and user_id = ${userId}`;
  return deleted.count > 0;
}

function selectPasskeys(sql: ISql): PendingQuery<Row[]> {
  // A count has 32 bits (WebAuthn, section 6.1): a number holds it, though int4 does not.
  return sql`
    select id, user_id as "userId", translate(encode(credential_id, 'base64'), E'+/=\n', '-_') as "credentialId",
      public_key as "publicKey", sign_count::float8 as "signCount", backup_eligible as "isBackupEligible",
      friendly_name as "friendlyName", created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth.webauthn_credentials`;
}
