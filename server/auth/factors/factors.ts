/** The second steps of users as the database keeps them. */
import type { ISql, PendingQuery, Row } from 'postgres';

export type FactorType = 'totp' | 'phone';

export type Factor = {
  readonly id: string;
  readonly type: FactorType;
  readonly isVerified: boolean;
  /** Of an authenticator app, in base 32. */
  readonly secret: string | null;
  /** The digits of E.164, without the plus sign. */
  readonly phone: string | null;
  /** The latest step whose code was taken (RFC 6238 section 5.2). */
  readonly lastStep: number | null;
  readonly friendlyName: string;
};

/** Gives the user's factors, the oldest first. */
export async function listFactors(sql: ISql, userId: string): Promise<readonly Factor[]> {
  return sql<Factor[]>`${selectFactors(sql)} where user_id = ${userId} order by created_at, id`;
}

/** Gives the user's own factor of this id; nobody else's. */
export async function findFactor(sql: ISql, userId: string, id: string): Promise<Factor | undefined> {
  const [factor] = await sql<Factor[]>`${selectFactors(sql)} where id = ${id} and user_id = ${userId}`;
  return factor;
}

export async function hasVerifiedFactor(sql: ISql, userId: string): Promise<boolean> {
  const [row] = await sql`select from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  return row !== undefined;
}

export type NewFactor = {
  readonly userId: string;
  readonly type: FactorType;
  readonly friendlyName: string;
  readonly secret: string | null;
  readonly phone: string | null;
  readonly now: Date;
};

/** Gives the id of a factor that waits for its first code. */
export async function insertFactor(sql: ISql, wanted: NewFactor): Promise<string> {
  const { userId, type, friendlyName, secret, phone, now } = wanted;
  const [made] = await sql<{ id: string }[]>`
    insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret, phone, created_at, updated_at)
    values (${userId}, ${type}, ${friendlyName}, ${secret}, ${phone}, ${now}, ${now}) returning id`;
  if (made === undefined) throw new Error('An inserted factor is not there.');
  return made.id;
}

export type VerifiedFactor = {
  readonly id: string;
  /** The step of the code, where it was one of an authenticator app. */
  readonly step: number | null;
  readonly now: Date;
};

/** Notes that the right code was shown: the factor counts from now on, and the code's step is over. */
export async function markVerified(sql: ISql, { id, step, now }: VerifiedFactor): Promise<void> {
  await sql`
    update auth.mfa_factors set last_step = coalesce(${step}, last_step),
      updated_at = case status when 'verified' then updated_at else ${now} end, status = 'verified'
    where id = ${id}`;
}

export async function deleteFactor(sql: ISql, id: string): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${id}`;
}

/** Deletes what was begun and never finished. */
export async function deleteUnverified(sql: ISql, userId: string, type: FactorType): Promise<void> {
  await sql`
    delete from auth.mfa_factors where user_id = ${userId} and factor_type = ${type} and status = 'unverified'`;
}

/** Deletes what was begun before this time and has no challenge since. */
export async function deleteAbandoned(sql: ISql, userId: string, before: Date): Promise<void> {
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

/** How a session's `amr` names the proof (GoTrue, models/factor.go). */
export const proofOf: Readonly<Record<FactorType, string>> = { totp: 'totp', phone: 'mfa/phone' };
