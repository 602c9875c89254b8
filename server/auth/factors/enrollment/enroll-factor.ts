/** POST /factors: enrolls a second factor. It becomes active when its first code is verified. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { authenticateUser } from '#server/auth/sessions/authenticate.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { RECOVERY_CODES, renewRecoveryCodes } from '#server/auth/factors/recovery-codes/renew-recovery-codes.ts';
import { countAttempt } from '#server/auth/factors/factor-request.ts';
import { deleteStaleFactors, deleteFactor, insertFactor, listFactors } from '#server/auth/factors/factors.ts';
import type { Factor, NewFactor } from '#server/auth/factors/factors.ts';
import { lockUserSession, isAal2, requireRecentSignIn } from '#server/auth/factors/require-assurance.ts';
import { createSecret, describeSecret } from '#server/auth/factors/totp.ts';

const bodySchema = v.object({
  factor_type: optionalText,
  friendly_name: v.pipe(optionalText, v.maxLength(100)),
  // A longer name would not fit into a scannable QR code.
  issuer: v.pipe(optionalText, v.maxLength(64)),
  phone: optionalText,
});

type Body = v.InferOutput<typeof bodySchema>;

/** Enrolls a factor. Only this response contains the secret and its QR code. */
export async function enrollFactor(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const counted = await countAttempt(auth, c, { userId: signedIn.value.user.id, limits: ['factorByAccount'] });
  if (!counted.ok) return counted;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  if (body.value.factor_type === RECOVERY_CODES.type) return renewRecoveryCodes(auth, c, signedIn.value);
  const requested = readRequestedFactor(auth, body.value);
  if (!requested.ok) return requested;
  const id = await auth.sql.begin((tx) =>
    addFactor(auth, tx, { signedIn: signedIn.value, requested: requested.value }),
  );
  if (!id.ok) return id;
  const details = describe(auth, { body: body.value, requested: requested.value, signedIn: signedIn.value });
  const { type, friendlyName } = requested.value;
  return { ok: true, value: c.json({ id: id.value, type, friendly_name: friendlyName, ...details }) };
}

type RequestedFactor = Pick<NewFactor, 'type' | 'friendlyName' | 'secret' | 'phone'>;

function readRequestedFactor({ settings }: AuthContext, body: Body): Result<RequestedFactor, AuthFailure> {
  const friendlyName = body.friendly_name;
  switch (body.factor_type) {
    case 'totp':
      if (!settings.factors.totp) return fail('enroll-disabled');
      return { ok: true, value: { type: 'totp', friendlyName, secret: createSecret(), phone: null } };
    case 'phone': {
      if (!settings.factors.phone) return fail('phone-enroll-disabled');
      if (body.phone === '')
        return fail('validation-failed', { message: 'Phone number required to enroll Phone factor' });
      const phone = parsePhoneNumber(body.phone);
      if (phone === undefined)
        return fail('validation-failed', { message: 'Invalid phone number format (E.164 required)' });
      return { ok: true, value: { type: 'phone', friendlyName, secret: null, phone } };
    }
    default:
      // GoTrue's message. WebAuthn is not offered as a second factor here.
      return fail('validation-failed', { message: 'factor_type needs to be totp, phone, or webauthn' });
  }
}

type Addition = { readonly signedIn: SignedIn; readonly requested: RequestedFactor };

/** Inserts the factor and returns its id. */
async function addFactor(
  auth: AuthContext,
  tx: TransactionSql,
  { signedIn, requested }: Addition,
): Promise<Result<string, AuthFailure>> {
  const { settings, now } = auth;
  const userId = signedIn.user.id;
  const session = await lockUserSession(tx, signedIn);
  if (!session.ok) return session;
  const recent = requireRecentSignIn(auth, session.value);
  if (!recent.ok) return recent;
  await deleteStaleFactors(tx, userId, new Date(now().getTime() - settings.factors.challengeLifetime * 1000));
  const present = await listFactors(tx, userId);
  if (!isAal2(session.value.aal) && present.some(({ isVerified }) => isVerified)) return fail('enroll-needs-aal2');
  const sameNumber = present.filter(({ phone }) => phone !== null && phone === requested.phone);
  if (sameNumber.some(({ isVerified }) => isVerified)) return fail('factor-exists');
  for (const { id } of sameNumber) await deleteFactor(tx, id);
  const others = present.filter((factor) => !sameNumber.includes(factor));
  const fits = checkRoom(others, requested.friendlyName, settings.factors.max);
  return fits.ok ? { ok: true, value: await insertFactor(tx, { ...requested, userId, now: now() }) } : fits;
}

/** Checks name and number of factors. Empty names count as names (GoTrue, validateFactors). */
function checkRoom(present: readonly Factor[], name: string, max: number): Result<null, AuthFailure> {
  if (present.some(({ friendlyName }) => friendlyName === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    return fail('factor-name-taken', { message });
  }
  return present.length >= max ? fail('too-many-factors') : { ok: true, value: null };
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

/** Fifteen digits and some spaces. */
const MAX_LENGTH = 40;
