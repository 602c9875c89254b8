/** POST /factors/{id}/challenge: starts a challenge. For a phone it sends the code in a text message. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { optionalText, parseBody, readText } from '#server/auth/requests/read-body.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { groupAddress } from '#server/http/client-address.ts';
import type { Result } from '#server/result.ts';
import type { TextMessage } from '#server/text-messages/text-message.ts';
import { insertChallenge } from './challenges.ts';
import type { NewChallenge } from './challenges.ts';
import { lockFactor, readFactorRequest, requireUsable } from '#server/auth/factors/factor-request.ts';
import type { FactorRequest } from '#server/auth/factors/factor-request.ts';
import { findFactor } from '#server/auth/factors/factors.ts';
import type { Factor } from '#server/auth/factors/factors.ts';
import { createTextCode, hashTextCode, limitTextMessages, sendTextCode } from './text-codes.ts';

export async function challengeFactor(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const request = await readFactorRequest(auth, c, ['factorByAccount']);
  if (!request.ok) return request;
  const factor = await findFactor(auth.sql, request.value.user.id, request.value.factorId);
  if (factor === undefined) return fail('factor-not-found');
  const address = groupAddress(auth.addressOf(c.req.raw));
  const challenge: RequestedChallenge = { ...request.value, id: randomUUID(), address };
  const created =
    factor.type === 'phone'
      ? await createTextChallenge(auth, c, { challenge, factor })
      : await createChallenge(auth, challenge, null);
  if (!created.ok) return created;
  const expiresAt = Math.floor(created.value.getTime() / 1000) + auth.settings.factors.challengeLifetime;
  return { ok: true, value: c.json({ id: challenge.id, type: factor.type, expires_at: expiresAt }) };
}

type RequestedChallenge = FactorRequest & Pick<NewChallenge, 'id' | 'address'>;

/** Returns the time when the challenge started. */
async function createChallenge(
  auth: AuthContext,
  challenge: RequestedChallenge,
  code: string | null,
): Promise<Result<Date, AuthFailure>> {
  return auth.sql.begin((tx) => createInTransaction(auth, tx, { challenge, code }));
}

type CodedChallenge = { readonly challenge: RequestedChallenge; readonly code: string | null };

async function createInTransaction(
  auth: AuthContext,
  tx: TransactionSql,
  { challenge, code }: CodedChallenge,
): Promise<Result<Date, AuthFailure>> {
  const { id, address, factorId } = challenge;
  const locked = await lockFactor(tx, challenge);
  if (!locked.ok) return locked;
  const usable = await requireUsable(auth, tx, locked.value);
  if (!usable.ok) return usable;
  const createdAt = auth.now();
  const codeHash = code === null ? null : hashTextCode(id, code);
  await insertChallenge(tx, { id, factorId, address, codeHash, createdAt });
  return { ok: true, value: createdAt };
}

type TextChallenge = { readonly challenge: RequestedChallenge; readonly factor: Factor };

/** Sends the text message after the commit, so that a user who reads it at once finds the challenge. */
async function createTextChallenge(
  auth: AuthContext,
  c: Context,
  { challenge, factor }: TextChallenge,
): Promise<Result<Date, AuthFailure>> {
  const channel = await readChannel(c);
  if (!channel.ok) return channel;
  const { phone, isVerified: isProven } = factor;
  const to = { attemptSubject: challenge.attemptSubject, phone: phone ?? '', isProven, channel: channel.value };
  const limited = await limitTextMessages(auth, to);
  if (!limited.ok) return limited;
  const code = createTextCode();
  const created = await createChallenge(auth, challenge, code);
  if (!created.ok) return created;
  const sent = await sendTextCode(auth, to, { challengeId: challenge.id, code });
  return sent.ok ? created : sent;
}

/** Reads the channel. auth-js repeats the factor's id in the body; other clients send no body. */
async function readChannel(c: Context): Promise<Result<TextMessage['channel'], AuthFailure>> {
  const text = await readText(c);
  if (!text.ok) return text;
  if (text.value.trim() === '') return { ok: true, value: 'sms' };
  const body = parseBody(text.value, v.object({ channel: optionalText }));
  if (!body.ok) return body;
  const { channel } = body.value;
  if (channel === '' || channel === 'sms') return { ok: true, value: 'sms' };
  if (channel === 'whatsapp') return { ok: true, value: 'whatsapp' };
  return fail('validation-failed', { message: "Invalid channel, supported values are 'sms' or 'whatsapp'" });
}
