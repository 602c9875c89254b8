/** Codes of authenticator apps (RFC 6238) in the one form that every app knows: SHA-1, six digits, thirty seconds. */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** RFC 4226 section 4, R6. */
const SECRET_BYTES = 20;

/** Gives a new secret, in base 32. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What the app shows the code under. */
export type Label = { readonly issuer: string; readonly account: string };

/**
 * Gives the address that an authenticator app takes (`otpauth://`), and the same as a picture to scan. The picture has no
 * '#' and no '%': auth-js makes a data address of it as it is.
 */
export function describeSecret(
  secret: string,
  { issuer, account }: Label,
): { readonly uri: string; readonly svg: string } {
  const uri = new TOTP({ ...FORM, issuer, label: account, secret: Secret.fromBase32(secret) }).toString();
  // ISO/IEC 18004 asks for a border of four; without it cameras fail on dark pages.
  return { uri, svg: renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4 }) };
}

/** Clocks differ: the code of the step before and of the step after counts, too (RFC 6238 section 5.2). */
const DRIFT = 1;

/** Gives the step that the code belongs to, or undefined where it is not one of this moment. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  // The library counts characters and then compares bytes, which throws where a character has several.
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...FORM, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
