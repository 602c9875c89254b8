/** Metadata that users and operators attach to an account: a small JSON object. */
import type { Result } from '#server/result.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';

export type Metadata = Readonly<Record<string, unknown>>;

/** Every access token contains the metadata, and HTTP servers limit all headers together to about 16 KiB. */
const MAX_BYTES = 4096;

/** Properties of the account itself, which responses contain anyway. */
const OWN_FACTS = ['sub', 'email', 'email_verified', 'phone_verified'];

/** Merges changes into existing metadata. Null removes a key. Fails if the result is too large. */
export function mergeMetadata(present: Metadata, changes: Metadata): Result<Metadata, AuthFailure> {
  const merged = Object.entries({ ...present, ...changes }).filter(
    ([key, value]) => value !== null && !OWN_FACTS.includes(key),
  );
  const value = Object.fromEntries(merged);
  if (Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES) return { ok: true, value };
  return fail('validation-failed', { message: `Metadata cannot be larger than ${MAX_BYTES} bytes` });
}
