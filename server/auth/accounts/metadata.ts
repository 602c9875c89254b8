/** What a user or an operator may attach to an account: any JSON object, as long as it is small. */
import type { Result } from '#server/result.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';

export type Metadata = Readonly<Record<string, unknown>>;

/** It travels in every access token, and HTTP servers accept headers of some 16 KiB altogether. */
const MAX_BYTES = 4096;

/** These are facts of the account and stand in the answer by themselves. */
const OWN_FACTS = ['sub', 'email', 'email_verified', 'phone_verified'];

/** Lays changes over what is there; null takes a key away. Fails where the outcome is too large. */
export function mergeMetadata(present: Metadata, changes: Metadata): Result<Metadata, AuthFailure> {
  const merged = Object.entries({ ...present, ...changes }).filter(
    ([key, value]) => value !== null && !OWN_FACTS.includes(key),
  );
  const value = Object.fromEntries(merged);
  if (Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES) return { ok: true, value };
  return fail('validation-failed', { message: `Metadata cannot be larger than ${MAX_BYTES} bytes` });
}
