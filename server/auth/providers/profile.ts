/** What a provider says of somebody, brought into a form that can be kept and shown: words of strangers. */
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import type { Metadata } from '#server/auth/accounts/metadata.ts';

export type Profile = {
  /** The provider's id of somebody: never given to anybody else, and all that an identity is recognised by. */
  readonly subject: string;
  /** In the form in which addresses are kept; undefined where the provider has not verified it. */
  readonly verifiedEmail: string | undefined;
  /** What clients see of the identity, under the names of the hosted service. */
  readonly data: Metadata;
};

/** OpenID Connect Core 1.0, section 2: at most 255 characters of ASCII. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const claimsSchema = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.regex(SUBJECT)),
  email: v.fallback(v.string(), ''),
  // Apple writes a text.
  email_verified: v.fallback(v.union([v.boolean(), v.literal('true')]), false),
  name: v.fallback(v.string(), ''),
  picture: v.fallback(v.string(), ''),
  preferred_username: v.fallback(v.string(), ''),
});

/** Takes the claims of an id_token, or what stands for them. Gives undefined where they do not say who it is. */
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

/** Postgres stores neither NUL nor half of a surrogate pair, and a name has no lines. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed();

/** Only what can be a picture's source and nothing else. */
function cleanAddress(text: string): string | undefined {
  const url = text.length <= MAX_ADDRESS ? URL.parse(text) : null;
  return url?.protocol === 'https:' ? url.href : undefined;
}
