/** The keys and secrets of a backend: generated once and stored in its database, so that all processes share them. */
import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { Sql } from 'postgres';
import { makeSigningKey } from './key-ring.ts';

export type Secrets = {
  /** The first one signs; the others still verify (rotation). Private EC P-256 keys with `kid`. */
  readonly signingKeys: readonly JWK[];
  /** Signs the legacy HS256 keys of roles. */
  readonly jwtSecret: string;
  /** The modern opaque keys of roles. */
  readonly publishableKey: string;
  readonly secretKey: string;
};

/**
 * Returns the issuer of a database's tokens, which the first process stores. It stays the same when a process moves to
 * another port, and processes on several ports share it.
 */
export async function keepIssuer(sql: Sql, own: string): Promise<string> {
  await sql`insert into auth.secrets (name, value) values ('issuer', ${JSON.stringify(own)}::text::jsonb)
    on conflict (name) do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from auth.secrets where name = 'issuer'`;
  return row?.value ?? own;
}

/**
 * Reads the secrets of a database. The first process generates them.
 * @param own an operator's own key and secret, which take precedence; the stored keys still verify
 */
export async function readSecrets(sql: Sql, own: OwnSecrets): Promise<Secrets> {
  const made = await makeSecrets();
  await sql`insert into auth.secrets (name, value) values ('secrets', ${JSON.stringify(made)}::text::jsonb)
    on conflict (name) do nothing`;
  const [row] = await sql<{ value: Secrets }[]>`select value from auth.secrets where name = 'secrets'`;
  if (row === undefined) throw new Error('The secrets are missing after they were written.');
  const { value } = row;
  return {
    ...value,
    signingKeys: own.signingKey === null ? value.signingKeys : [own.signingKey, ...value.signingKeys],
    jwtSecret: own.jwtSecret ?? value.jwtSecret,
  };
}

export type OwnSecrets = { readonly signingKey: JWK | null; readonly jwtSecret: string | null };

/**
 * Adds a new signing key at the front and keeps at most three. Tokens of earlier keys stay valid until they expire.
 * Running servers load the new key when they first see its id, and sign with it after their next start.
 */
export async function rotateSigningKey(sql: Sql): Promise<Secrets> {
  const key = await makeSigningKey();
  return sql.begin(async (tx) => {
    const [row] = await tx<{ value: Secrets }[]>`select value from auth.secrets where name = 'secrets' for update`;
    if (row === undefined) throw new Error('The database has no secrets.');
    const rotated = { ...row.value, signingKeys: [key, ...row.value.signingKeys].slice(0, 3) };
    await tx`update auth.secrets set value = ${JSON.stringify(rotated)}::text::jsonb where name = 'secrets'`;
    return rotated;
  });
}

/** The channel on which running servers learn of a revocation. */
export const SECRETS_CHANNEL = 'auth_secrets';

/**
 * Replaces all secrets except the publishable key, which is public, and notifies running servers. Access tokens and keys
 * that were issued before are invalid from then on, and so are links in emails and pending changes of address, which the holder
 * of the secret key could have created or confirmed.
 * Sessions continue, because refresh tokens are not signed.
 */
export async function revokeSecrets(sql: Sql): Promise<void> {
  const fresh = await makeSecrets();
  await sql`update auth.secrets set created_at = now(),
    value = ${JSON.stringify(fresh)}::text::jsonb || jsonb_build_object('publishableKey', value -> 'publishableKey')
    where name = 'secrets'`;
  await sql`delete from auth.one_time_tokens`;
  await sql`update auth.users set email_change = null, email_change_confirm_status = 0 where email_change is not null`;
  await sql.notify(SECRETS_CHANNEL, '');
}

/** Generates new secrets. */
export async function makeSecrets(): Promise<Secrets> {
  return {
    signingKeys: [await makeSigningKey()],
    jwtSecret: randomBytes(32).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(16).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  };
}
