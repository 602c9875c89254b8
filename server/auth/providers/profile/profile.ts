/** Sanitizes profiles from providers, which contain untrusted text. */
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import type { Profile } from '#server/auth/accounts/identities.ts';

/** OpenID Connect Core 1.0, section 2: at most 255 characters of ASCII. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const claimsSchema = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.regex(SUBJECT)),
  email: v.fallback(v.string(), ''),
  // Apple sends a string.
  email_verified: v.fallback(v.union([v.boolean(), v.literal('true')]), false),
  name: v.fallback(v.string(), ''),
  picture: v.fallback(v.string(), ''),
  preferred_username: v.fallback(v.string(), ''),
});

/**
 * Converts the claims of an id_token, or equivalent data, to a profile. Returns undefined if they do not identify a
 * user.
 */
export function claimsToProfile(claims: Readonly<Record<string, unknown>>): Profile | undefined {
  const parsed = v.safeParse(claimsSchema, claims);
  if (!parsed.success) return undefined;
  const { iss, sub } = parsed.output;
  const email = parseEmailAddress(parsed.output.email);
  const isVerified = email !== undefined && parsed.output.email_verified !== false;
  const [name, username] = [cleanText(parsed.output.name), cleanText(parsed.output.preferred_username)];
  const picture = cleanAddress(parsed.output.picture);
  const data = {
    iss,
    sub,
    provider_id: sub,
    ...(email !== undefined && { email }),
    email_verified: isVerified,
    phone_verified: false,
    ...(name !== '' && { name, full_name: name }),
    ...(username !== '' && { preferred_username: username, user_name: username }),
    ...(picture !== undefined && { picture, avatar_url: picture }),
  };
  return { subject: sub, verifiedEmail: isVerified ? email : undefined, data };
}

const MAX_NAME = 200;
const MAX_ADDRESS = 1000;

/**
 * Removes control characters and unpaired surrogates, which Postgres does not store or which do not belong in names.
 */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed();

/** Accepts only HTTPS addresses, which are safe as the source of an image. */
function cleanAddress(text: string): string | undefined {
  const url = text.length <= MAX_ADDRESS ? URL.parse(text) : null;
  return url?.protocol === 'https:' ? url.href : undefined;
}
