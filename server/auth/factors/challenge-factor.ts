/** POST /factors/{id}/challenge: starts a challenge. For a phone it sends the code in a text message. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { groupAddress } from '#server/http/client-address.ts';
import type { Result } from '#server/result.ts';
import type { TextMessage } from '#server/text-messages/text-message.ts';
import { insertChallenge } from './challenges.ts';
import type { NewChallenge } from './challenges.ts';
import { lockFactor, readFactorRequest, requireUsable } from './factor-request.ts';
import type { FactorRequest } from './factor-request.ts';
import { findFactor } from './factors.ts';
import type { Factor } from './factors.ts';
import { createTextCode, hashTextCode, limitTextMessages, sendTextCode } from './text-codes.ts';

export async function challengeFactor(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const request = await readFactorRequest(auth, c, ['factorByAccount']);
  if (!request.ok) return request;
  const factor = await findFactor(auth.sql, request.value.user.id, request.value.factorId);
  if (factor === undefined) return fail('factor-not-found');
  const asked: Asked = { ...request.value, id: randomUUID(), address: groupAddress(auth.addressOf(c.req.raw)) };
  const made = factor.type === 'phone' ? await askByText(auth, c, { asked, factor }) : await ask(auth, asked, null);
  if (!made.ok) return made;
  const expiresAt = Math.floor(made.value.getTime() / 1000) + auth.settings.factors.challengeLifetime;
  return { ok: true, value: c.json({ id: asked.id, type: factor.type, expires_at: expiresAt }) };
}

type Asked = FactorRequest & Pick<NewChallenge, 'id' | 'address'>;

/** Returns the time when the challenge started. */
async function ask(auth: AuthContext, asked: Asked, code: string | null): Promise<Result<Date, AuthFailure>> {
  return auth.sql.begin((tx) => askInTransaction(auth, tx, { asked, code }));
}

type Question = { readonly asked: Asked; readonly code: string | null };

async function askInTransaction(
  auth: AuthContext,
  tx: TransactionSql,
  { asked, code }: Question,
): Promise<Result<Date, AuthFailure>> {
  const { id, address, factorId } = asked;
  const held = await lockFactor(tx, asked);
  if (!held.ok) return held;
  const usable = await requireUsable(auth, tx, held.value);
  if (!usable.ok) return usable;
  const createdAt = auth.now();
  const codeHash = code === null ? null : hashTextCode(id, code);
  await insertChallenge(tx, { id, factorId, address, codeHash, createdAt });
  return { ok: true, value: createdAt };
}

type TextQuestion = { readonly asked: Asked; readonly factor: Factor };

/** Sends the text message after the commit, so that a user who reads it at once finds the challenge. */
async function askByText(
  auth: AuthContext,
  c: Context,
  { asked, factor }: TextQuestion,
): Promise<Result<Date, AuthFailure>> {
  const channel = await readChannel(c);
  if (!channel.ok) return channel;
  const { phone, isVerified: isProven } = factor;
  const to = { attemptSubject: asked.attemptSubject, phone: phone ?? '', isProven, channel: channel.value };
  const limited = await limitTextMessages(auth, to);
  if (!limited.ok) return limited;
  const code = createTextCode();
  const made = await ask(auth, asked, code);
  if (!made.ok) return made;
  const sent = await sendTextCode(auth, to, { challengeId: asked.id, code });
  return sent.ok ? made : sent;
}

/** Reads the channel. auth-js repeats the factor's id in the body; other clients send no body. */
async function readChannel(c: Context): Promise<Result<TextMessage['channel'], AuthFailure>> {
  if ((await c.req.text()).trim() === '') return { ok: true, value: 'sms' };
  const body = await readBody(c, v.object({ channel: optionalText }));
  if (!body.ok) return body;
  const { channel } = body.value;
  if (channel === '' || channel === 'sms') return { ok: true, value: 'sms' };
  if (channel === 'whatsapp') return { ok: true, value: 'whatsapp' };
  return fail('validation-failed', { message: "Invalid channel, supported values are 'sms' or 'whatsapp'" });
}
