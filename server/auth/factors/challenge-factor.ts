/**
 * Challenges of second factors: POST /factors/{id}/challenge starts one, and sends the code in a text message for a phone. Each
 * can be answered once, within its lifetime, and from the network that requested it.
 */
import { randomUUID, hash, randomInt, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { ISql } from 'postgres';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { limitMessage, toInterval, toRule, toTotal, type Count } from '#server/auth/requests/limits.ts';
import { optionalText, parseBody } from '#server/auth/requests/read-body.ts';
import { defineRoute, noBody, type AuthRequest } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { groupAddress } from '#server/http/client-address.ts';
import type { TextMessage } from '#server/text-messages/create-sms-sender.ts';
import { lockFactor, requireUsable, factorOwner, type FactorRequest } from './factor-request.ts';
import { findFactor, type Factor } from './factors.ts';

export const challengeFactor = defineRoute({
  method: 'POST',
  path: '/factors/:id/challenge',
  limit: 'otherByAddress',
  caller: factorOwner('factorByAccount'),
  // Only the challenge of a phone has a body.
  body: noBody,
  async *work(auth, { c, client, caller, text }) {
    const factor = await findFactor(auth.sql, caller.user.id, caller.factorId);
    if (factor === undefined) return yield* fail('factor-not-found');
    const challenge: RequestedChallenge = { ...caller, id: randomUUID(), address: groupAddress(client.ip) };
    const createdAt = yield* factor.type === 'phone'
      ? createTextChallenge(auth, { challenge, factor, text })
      : createChallenge(auth, challenge, null);
    const expiresAt = Math.floor(createdAt.getTime() / 1000) + auth.settings.factors.challengeLifetime;
    return c.json({ id: challenge.id, type: factor.type, expires_at: expiresAt });
  },
});

type RequestedChallenge = FactorRequest & Pick<NewChallenge, 'id' | 'address'>;

/** Returns the time when the challenge started. */
function createChallenge(auth: AuthContext, challenge: RequestedChallenge, code: string | null): Steps<Date> {
  return inTransaction(auth.sql, (tx) => createInTransaction(auth, tx, { challenge, code }));
}

type CodedChallenge = { readonly challenge: RequestedChallenge; readonly code: string | null };

async function* createInTransaction(
  auth: AuthContext,
  tx: TransactionSql,
  { challenge, code }: CodedChallenge,
): Steps<Date> {
  const { id, address, factorId } = challenge;
  const locked = yield* lockFactor(tx, challenge);
  yield* requireUsable(auth, tx, locked);
  const createdAt = auth.now();
  const codeHash = code === null ? null : hashTextCode(id, code);
  await insertChallenge(tx, { id, factorId, address, codeHash, createdAt });
  return createdAt;
}

type TextChallenge = Pick<AuthRequest<never, never>, 'text'> & {
  readonly challenge: RequestedChallenge;
  readonly factor: Factor;
};

/** Sends the text message after the commit, so that a user who reads it at once finds the challenge. */
async function* createTextChallenge(auth: AuthContext, { challenge, factor, text }: TextChallenge): Steps<Date> {
  const channel = yield* parseChannel(yield* text());
  const { phone, isVerified: isProven } = factor;
  const to = { attemptSubject: challenge.attemptSubject, phone: phone ?? '', isProven, channel };
  yield* limitTextMessages(auth, to);
  const code = createTextCode();
  const created = yield* createChallenge(auth, challenge, code);
  yield* sendTextCode(auth, to, { challengeId: challenge.id, code });
  return created;
}

/** Parses the channel. auth-js repeats the factor's id in the body; other clients send no body. */
function* parseChannel(text: string): Checks<TextMessage['channel']> {
  if (text.trim() === '') return 'sms';
  const { channel } = yield* parseBody(text, v.object({ channel: optionalText }));
  if (channel === '' || channel === 'sms') return 'sms';
  if (channel === 'whatsapp') return 'whatsapp';
  return yield* fail('validation-failed', { message: "Invalid channel, supported values are 'sms' or 'whatsapp'" });
}

export type Challenge = {
  readonly id: string;
  /** The network address that requested the challenge, grouped like in rate limits. */
  readonly address: string;
  /** The hash of the code in the text message. */
  readonly codeHash: Buffer | null;
  readonly wrongCodes: number;
  readonly verifiedAt: Date | null;
  readonly createdAt: Date;
};

type NewChallenge = Pick<Challenge, 'id' | 'address' | 'codeHash' | 'createdAt'> & { readonly factorId: string };

/** The factor must exist in this transaction. */
async function insertChallenge(sql: ISql, challenge: NewChallenge): Promise<void> {
  const { id, factorId, address, codeHash, createdAt } = challenge;
  await sql`
    insert into auth.mfa_challenges (id, factor_id, ip_address, code_hash, created_at)
    values (${id}, ${factorId}, ${address}, ${codeHash}, ${createdAt})`;
  await sql`update auth.mfa_factors set last_challenged_at = ${createdAt} where id = ${factorId}`;
  await deleteOldChallenges(sql, factorId, createdAt);
}

/**
 * Deletes old challenges. For a day, a late answer learns that its challenge has expired. Answered challenges are kept
 * longer, because they show which networks are trusted (sessions/trusted-network.ts).
 */
async function deleteOldChallenges(sql: ISql, factorId: string, now: Date): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 24 * 3600 * 1000);
  await sql`
    delete from auth.mfa_challenges where factor_id = ${factorId}
      and created_at < case when verified_at is null then ${daysAgo(1)}::timestamptz else ${daysAgo(90)} end`;
}

/** Finds a challenge of a factor, even if it has expired or was answered. */
export async function findChallenge(sql: ISql, factorId: string, id: string): Promise<Challenge | undefined> {
  const [challenge] = await sql<Challenge[]>`
    select id, ip_address as address, code_hash as "codeHash", wrong_codes as "wrongCodes", verified_at as "verifiedAt",
      created_at as "createdAt"
    from auth.mfa_challenges where id = ${id} and factor_id = ${factorId}`;
  return challenge;
}

export async function markAnswered(sql: ISql, id: string, now: Date): Promise<void> {
  await sql`update auth.mfa_challenges set verified_at = ${now} where id = ${id}`;
}

export async function countWrongCode(sql: ISql, id: string): Promise<void> {
  await sql`update auth.mfa_challenges set wrong_codes = wrong_codes + 1 where id = ${id}`;
}

async function deleteChallenge(sql: ISql, id: string): Promise<void> {
  await sql`delete from auth.mfa_challenges where id = ${id}`;
}

type Recipient = {
  /** The account, or the account on a trusted network. */
  readonly attemptSubject: string;
  /** The digits of E.164. */
  readonly phone: string;
  /** Whether the account has verified this phone. */
  readonly isProven: boolean;
  readonly channel: TextMessage['channel'];
};

/**
 * Counts a text message by account, because one account can enroll many numbers; by number until it is verified,
 * because many accounts can name it; and toward the total of this server. A verified number is not counted by number,
 * so that other accounts cannot block it.
 */
function limitTextMessages(auth: AuthContext, recipient: Recipient): Steps<void> {
  return limitMessage(auth, 'text-too-soon', [...listIntervals(auth, recipient), ...listTotals(auth, recipient)]);
}

/**
 * Sends the code. If that fails, deletes the challenge, and allows an immediate retry if the message surely was not
 * delivered. Daily and hourly counts remain.
 */
async function* sendTextCode(
  auth: AuthContext,
  recipient: Recipient,
  { challengeId, code }: { readonly challengeId: string; readonly code: string },
): Steps<void> {
  const { phone, channel } = recipient;
  const sent = await auth.smsSender.send({ to: `+${phone}`, text: writeTextCode(code), channel });
  if (sent.ok) return;
  await deleteChallenge(auth.sql, challengeId);
  const freed = sent.failure.mayHaveGone ? [] : listIntervals(auth, recipient);
  for (const { rule, subject } of freed) await auth.rateLimit.reset(rule, subject);
  yield* fail('text-not-sent');
}

function listIntervals({ settings }: AuthContext, { attemptSubject, phone, isProven }: Recipient): readonly Count[] {
  const byAccount = { rule: toInterval('text-by-account', settings.textInterval), subject: attemptSubject };
  const byNumber = { rule: toInterval('text-by-number', settings.textInterval), subject: phone };
  return isProven ? [byAccount] : [byAccount, byNumber];
}

/** Unverified numbers get at most half of the hourly messages, so that users can still sign in. */
function listTotals(auth: AuthContext, { attemptSubject, phone, isProven }: Recipient): readonly Count[] {
  const { textsPerHour } = auth.settings;
  const byAccount = { rule: toRule(auth, 'textByDay'), subject: attemptSubject };
  const inAll = { rule: toTotal('texts', textsPerHour), subject: '' };
  if (isProven) return [byAccount, inAll];
  const byNumber = { rule: toRule(auth, 'numberByDay'), subject: phone };
  const toStrangers = { rule: toTotal('texts-to-unproven', Math.ceil(textsPerHour / 2)), subject: '' };
  return [byAccount, byNumber, toStrangers, inAll];
}

export const createTextCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** The text of the message. */
export const writeTextCode = (code: string): string => `${code} is your Checklist code.`;

/** Hashes the code together with its challenge, so that equal codes have different hashes. */
export const hashTextCode = (challengeId: string, code: string): Buffer =>
  hash('sha256', `${challengeId}:${code}`, 'buffer');

export function isTextCode(challengeId: string, code: string, codeHash: Buffer): boolean {
  return timingSafeEqual(hashTextCode(challengeId, code), codeHash);
}
