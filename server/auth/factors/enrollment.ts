/** POST /factors and DELETE /factors/{id}: adds and removes second factors. One becomes active when its first code is verified. */
import * as v from 'valibot';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, noBody, jsonBody } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import { downgradeSessions } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { isAal2, lockUserSession, requireRecentSignIn } from './assurance.ts';
import { lockFactor, toFactorEvent, countedUser, factorOwner, type FactorRequest } from './factor-request.ts';
import {
  amrMethods,
  deleteFactor,
  deleteStaleFactors,
  hasVerifiedFactor,
  insertFactor,
  listFactors,
  type Factor,
  type NewFactor,
  createSecret,
  describeSecret,
} from './factors.ts';
import { deleteRecoveryCodes, RECOVERY_CODES, renewRecoveryCodes } from './recovery-codes.ts';

const bodySchema = v.object({
  factor_type: optionalText,
  friendly_name: v.pipe(optionalText, v.maxLength(100)),
  // A longer name would not fit into a scannable QR code.
  issuer: v.pipe(optionalText, v.maxLength(64)),
  phone: optionalText,
});

type Body = v.InferOutput<typeof bodySchema>;

/** Enrolls a factor. Only this response contains the secret and its QR code. */
export const enrollFactor = defineRoute({
  method: 'POST',
  path: '/factors',
  limit: 'otherByAddress',
  caller: countedUser('factorByAccount'),
  body: jsonBody(bodySchema),
  async *work(auth, { c, caller: signedIn, body }) {
    if (body.factor_type === RECOVERY_CODES.type) return yield* renewRecoveryCodes(auth, c, signedIn);
    const requested = yield* readRequestedFactor(auth, body);
    const id = yield* inTransaction(auth.sql, (tx) => addFactor(auth, tx, { signedIn, requested }));
    const details = describe(auth, { body, requested, signedIn });
    const { type, friendlyName } = requested;
    return c.json({ id, type, friendly_name: friendlyName, ...details });
  },
});

type RequestedFactor = Omit<NewFactor, 'userId' | 'now'>;

function* readRequestedFactor({ settings }: AuthContext, body: Body): Checks<RequestedFactor> {
  const friendlyName = body.friendly_name;
  switch (body.factor_type) {
    case 'totp':
      if (!settings.factors.totp) return yield* fail('enroll-disabled');
      return { type: 'totp', friendlyName, secret: createSecret(), phone: null };
    case 'phone': {
      if (!settings.factors.phone) return yield* fail('phone-enroll-disabled');
      if (body.phone === '')
        return yield* fail('validation-failed', { message: 'Phone number required to enroll Phone factor' });
      const phone = parsePhoneNumber(body.phone);
      if (phone === undefined) return yield* fail('validation-failed', { message: WRONG_PHONE_NUMBER });
      return { type: 'phone', friendlyName, secret: null, phone };
    }
    case 'webauthn':
      // A passkey is a way to sign in here, and not a second factor.
      return yield* fail('webauthn-enroll-disabled');
    default:
      return yield* fail('validation-failed', { message: 'factor_type needs to be totp, phone, or webauthn' });
  }
}

type Addition = { readonly signedIn: SignedIn; readonly requested: RequestedFactor };

/** Inserts the factor and returns its id. */
async function* addFactor(auth: AuthContext, tx: TransactionSql, { signedIn, requested }: Addition): Steps<string> {
  const { settings, now } = auth;
  const userId = signedIn.user.id;
  const session = yield* lockUserSession(tx, signedIn);
  yield* requireRecentSignIn(auth, session);
  await deleteStaleFactors(tx, userId, new Date(now().getTime() - settings.factors.challengeLifetime * 1000));
  const present = await listFactors(tx, userId);
  if (!isAal2(session.aal) && present.some(({ isVerified }) => isVerified)) return yield* fail('enroll-needs-aal2');
  const sameNumber = present.filter(({ phone }) => phone !== null && phone === requested.phone);
  if (sameNumber.some(({ isVerified }) => isVerified)) return yield* fail('factor-exists');
  for (const { id } of sameNumber) await deleteFactor(tx, id);
  const others = present.filter((factor) => !sameNumber.includes(factor));
  yield* checkRoom(others, requested.friendlyName, settings.factors.max);
  return await insertFactor(tx, { ...requested, userId, now: now() });
}

/** Checks name and number of factors. Empty names count as names (GoTrue, validateFactors). */
function* checkRoom(present: readonly Factor[], name: string, max: number): Checks<void> {
  if (present.some(({ friendlyName }) => friendlyName === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    yield* fail('factor-name-taken', { message });
  }
  if (present.length >= max) yield* fail('too-many-factors');
}

type EnrolledFactor = Addition & { readonly body: Body };

function describe(
  { settings }: AuthContext,
  { body, requested, signedIn }: EnrolledFactor,
): Readonly<Record<string, unknown>> {
  if (requested.secret === null) return { phone: body.phone };
  const issuer = body.issuer === '' ? new URL(settings.siteUrl).host : body.issuer;
  const { uri, svg } = describeSecret(requested.secret, { issuer, account: signedIn.user.email ?? '' });
  return { totp: { qr_code: svg, secret: requested.secret, uri } };
}

/**
 * Returns the E.164 digits of a phone number without the plus sign, or undefined if it is invalid. Like GoTrue
 * (phone.go), accepts a missing plus sign and ignores spaces.
 */
export function parsePhoneNumber(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const digits = text.replaceAll(' ', '').replace(/^\+/, '');
  return /^[1-9]\d{1,14}$/.test(digits) ? digits : undefined;
}

export const WRONG_PHONE_NUMBER = 'Invalid phone number format (E.164 required)';

/** Fifteen digits and some spaces. */
const MAX_LENGTH = 40;

export const unenrollFactor = defineRoute({
  method: 'DELETE',
  path: '/factors/:id',
  limit: 'otherByAddress',
  caller: factorOwner('factorByAccount'),
  body: noBody,
  async *work(auth, { c, caller }) {
    const { id, type, isVerified } = yield* inTransaction(auth.sql, (tx) => removeOwnFactor(auth, tx, caller));
    if (isVerified) emailSecurityEvent(auth, caller.user, toFactorEvent(type, 'removed'));
    return c.json({ id });
  },
});

async function* removeOwnFactor({ now }: AuthContext, tx: TransactionSql, request: FactorRequest): Steps<Factor> {
  const locked = yield* lockFactor(tx, request);
  const { factor, session } = locked;
  if (factor.isVerified && !isAal2(session.aal)) return yield* fail('unenroll-needs-aal2');
  await removeFactor(tx, session.userId, factor);
  const origin = { userId: session.userId, client: request.client, now: now() };
  if (factor.isVerified) await recordSecurityEvent(tx, origin, toFactorEvent(factor.type, 'removed'));
  return factor;
}

/**
 * Deletes a factor and downgrades the sessions that it had elevated. With the last verified factor, the recovery codes
 * are deleted too.
 */
export async function removeFactor(tx: TransactionSql, userId: string, { id, type }: Factor): Promise<void> {
  await deleteFactor(tx, id);
  await downgradeSessions(tx, { factorId: id, method: amrMethods[type] });
  if (!(await hasVerifiedFactor(tx, userId))) await deleteRecoveryCodes(tx, userId);
}
