/**
 * Codes of authenticator apps (RFC 6238), with the parameters that every app supports: SHA-1, six digits, thirty
 * seconds.
 */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** RFC 4226 section 4, R6. */
const SECRET_BYTES = 20;

/** Creates a secret, in Base32. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The label that the app shows. */
export type Label = { readonly issuer: string; readonly account: string };

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
