/** POST /factors/{id}/challenge: starts a challenge. For a phone it sends the code in a text message. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { optionalText, parseBody } from '#server/auth/requests/read-body.ts';
import { defineRoute, noBody, type AuthRequest } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { groupAddress } from '#server/http/client-address.ts';
import type { TextMessage } from '#server/text-messages/create-sms-sender.ts';
import {
  createTextCode,
  hashTextCode,
  insertChallenge,
  limitTextMessages,
  sendTextCode,
  type NewChallenge,
} from './challenges.ts';
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
