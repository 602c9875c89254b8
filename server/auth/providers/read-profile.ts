/** Exchanges an authorization code for the user's profile (OpenID Connect Core 1.0, section 3.1.3), and sanitizes it. */
import * as v from 'valibot';
import type { Profile } from '#server/auth/accounts/identities.ts';
import { parseEmailAddress } from '#server/auth/accounts/users.ts';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import type { Connection } from './connect-provider.ts';
import type { ProviderFlow } from './provider-flows.ts';

export type ProviderAnswer = {
  /** The callback address with the provider's parameters. */
  readonly address: URL;
  readonly state: string;
  /** JSON with the user's name, which Apple sends only with the first response, unsigned. */
  readonly user: string;
};

/**
 * Exchanges the code and reads the profile. openid-client checks the signature, issuer, audience, age and nonce of the
 * id_token.
 * @returns the profile, or undefined if it does not identify a user. Rejects if the provider is unreachable, refuses
 * the code, or sends an id_token for another request.
 */
export async function readProfile(
  { library, config }: Connection,
  provider: ProviderSettings,
  { flow, answer }: { readonly flow: ProviderFlow; readonly answer: ProviderAnswer },
): Promise<Profile | undefined> {
  const { verifier, nonce } = flow;
  const checks = { pkceCodeVerifier: verifier, expectedState: answer.state };
  if (provider.kind === 'github') {
    const granted = await library.authorizationCodeGrant(config, answer.address, checks);
    return fetchGitHubProfile({ library, config }, provider, granted.access_token);
  }
  const granted = await library.authorizationCodeGrant(config, answer.address, {
    ...checks,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = granted.claims();
  if (claims === undefined) return undefined;
  const more = await fetchMissingClaims({ library, config }, granted.access_token, claims);
  const { iss, sub } = claims;
  return claimsToProfile({ ...readName(answer.user), ...claims, ...more, iss, sub });
}

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/**
 * Fetches claims that the id_token lacks, such as the address (Core 1.0, section 5.4). The response must have the same
 * `sub`.
 */
async function fetchMissingClaims({ library, config }: Connection, token: string, claims: Claims): Promise<object> {
  const isComplete = 'email' in claims && 'email_verified' in claims;
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return {};
  return library.fetchUserInfo(config, token, claims.sub);
}

const textSchema = v.pipe(v.string(), v.maxLength(4096), v.parseJson());
const nameSchema = v.object({
  name: v.object({ firstName: v.fallback(v.string(), ''), lastName: v.fallback(v.string(), '') }),
});

function readName(user: string): { readonly name?: string } {
  const parsed = v.safeParse(v.pipe(textSchema, nameSchema), user);
  return parsed.success ? { name: `${parsed.output.name.firstName} ${parsed.output.name.lastName}`.trim() } : {};
}

const userSchema = v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  login: v.string(),
  name: v.nullish(v.string(), ''),
  avatar_url: v.nullish(v.string(), ''),
});

const emailsSchema = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }));

/** Fetches the profile with an access token. Rejects if the response does not match GitHub's documentation. */
async function fetchGitHubProfile(
  { library, config }: Connection,
  provider: ProviderSettings,
  token: string,
): Promise<Profile | undefined> {
  const base = toApiAddress(provider);
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'checklist' });
  const read = async <Schema extends v.GenericSchema>(path: string, schema: Schema): Promise<v.InferOutput<Schema>> => {
    const url = new URL(`${base}${path}`);
    const answer = await library.fetchProtectedResource(config, token, url, 'GET', null, headers);
    if (!answer.ok) throw new Error(`GitHub answered with ${answer.status}.`);
    return v.parse(schema, await answer.json());
  };
  const user = await read('/user', userSchema);
  // The address in the profile is public and possibly unverified.
  const emails = await read('/user/emails', emailsSchema);
  const email = emails.find(({ primary }) => primary);
  return claimsToProfile({
    iss: provider.issuer,
    sub: String(user.id),
    name: user.name === '' ? user.login : user.name,
    preferred_username: user.login,
    picture: user.avatar_url,
    email: email?.email,
    email_verified: email?.verified,
  });
}

/** Returns the API address. GitHub Enterprise Server has its API below the site ("REST API" in its documentation). */
function toApiAddress({ issuer }: ProviderSettings): string {
  const site = issuer.replace(/\/+$/, '');
  return site === 'https://github.com' ? 'https://api.github.com' : `${site}/api/v3`;
}

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
function claimsToProfile(claims: Readonly<Record<string, unknown>>): Profile | undefined {
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
