/** Second factors: their rows in the database, and the codes of authenticator apps (RFC 6238). */
import type { ISql, PendingQuery, Row } from 'postgres';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

export type FactorType = 'totp' | 'phone';

export type Factor = {
  readonly id: string;
  readonly type: FactorType;
  readonly isVerified: boolean;
  /** The secret of an authenticator app, in Base32. */
  readonly secret: string | null;
  /** The digits of E.164, without the plus sign. */
  readonly phone: string | null;
  /** The time step of the last accepted code (RFC 6238, section 5.2). */
  readonly lastStep: number | null;
  readonly friendlyName: string;
};

/** Returns the user's factors, oldest first. */
export async function listFactors(sql: ISql, userId: string): Promise<readonly Factor[]> {
  return sql<Factor[]>`${selectFactors(sql)} where user_id = ${userId} order by created_at, id`;
}

/** Finds a factor of this user. */
export async function findFactor(sql: ISql, userId: string, id: string): Promise<Factor | undefined> {
  const [factor] = await sql<Factor[]>`${selectFactors(sql)} where id = ${id} and user_id = ${userId}`;
  return factor;
}

export async function hasVerifiedFactor(sql: ISql, userId: string): Promise<boolean> {
  const [row] = await sql`select from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  return row !== undefined;
}

export type NewFactor = Pick<Factor, 'type' | 'friendlyName' | 'secret' | 'phone'> & {
  readonly userId: string;
  readonly now: Date;
};

/** Inserts an unverified factor and returns its id. */
export async function insertFactor(sql: ISql, factor: NewFactor): Promise<string> {
  const { userId, type, friendlyName, secret, phone, now } = factor;
  const [inserted] = await sql<{ id: string }[]>`
    insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret, phone, created_at, updated_at)
    values (${userId}, ${type}, ${friendlyName}, ${secret}, ${phone}, ${now}, ${now}) returning id`;
  if (inserted === undefined) throw new Error('An inserted factor is not there.');
  return inserted.id;
}

type VerifiedFactor = {
  readonly id: string;
  /** The time step of the code of an authenticator app. */
  readonly step: number | null;
  readonly now: Date;
};

/** Marks a factor as verified and its code as used. */
export async function markVerified(sql: ISql, { id, step, now }: VerifiedFactor): Promise<void> {
  await sql`
    update auth.mfa_factors set last_step = coalesce(${step}, last_step),
      updated_at = case status when 'verified' then updated_at else ${now} end, status = 'verified'
    where id = ${id}`;
}

export async function deleteFactor(sql: ISql, id: string): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${id}`;
}

/** Deletes factors that were never verified. */
export async function deleteUnverified(sql: ISql, userId: string, type: FactorType): Promise<void> {
  await sql`
    delete from auth.mfa_factors where user_id = ${userId} and factor_type = ${type} and status = 'unverified'`;
}

/** Deletes unverified factors that were enrolled before the given time and have no challenge since. */
export async function deleteStaleFactors(sql: ISql, userId: string, before: Date): Promise<void> {
  await sql`
    delete from auth.mfa_factors f where user_id = ${userId} and status = 'unverified' and created_at < ${before}
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id and c.created_at >= ${before})`;
}

function selectFactors(sql: ISql): PendingQuery<Row[]> {
  return sql`
    select id, factor_type as "type", status = 'verified' as "isVerified", secret, phone,
      last_step::int as "lastStep", friendly_name as "friendlyName"
    from auth.mfa_factors`;
}

/** The name of each factor type in the session's `amr` (GoTrue, models/factor.go). */
export const amrMethods: Readonly<Record<FactorType, string>> = { totp: 'totp', phone: 'mfa/phone' };

/** What every app supports. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** RFC 4226 section 4, R6. */
const SECRET_BYTES = 20;

/** Creates a secret, in Base32. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The label that the app shows. */
type Label = { readonly issuer: string; readonly account: string };

/**
 * Returns the `otpauth://` address of a secret and its QR code. The SVG contains no '#' or '%', because auth-js puts it
 * into a data URL without escaping.
 */
export function describeSecret(
  secret: string,
  { issuer, account }: Label,
): { readonly uri: string; readonly svg: string } {
  const uri = new TOTP({ ...FORM, issuer, label: account, secret: Secret.fromBase32(secret) }).toString();
  // ISO/IEC 18004 requires a border of four modules. Without it, cameras fail on dark pages.
  return { uri, svg: renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4 }) };
}

/** Clocks differ, so the previous and the next code are accepted too (RFC 6238, section 5.2). */
const DRIFT = 1;

/** Returns the time step of a code, or undefined if the code is not valid now. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  // The library compares lengths in characters but contents in bytes, and throws for multibyte characters.
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...FORM, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
