/** Fetches a user's profile from the GitHub API, because GitHub's OAuth has no id_token. */
import * as v from 'valibot';
import type { Profile } from '#server/auth/accounts/identities.ts';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import type { Connection } from '#server/auth/providers/connection/connect-provider.ts';
import { claimsToProfile } from './profile.ts';

const userSchema = v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  login: v.string(),
  name: v.nullish(v.string(), ''),
  avatar_url: v.nullish(v.string(), ''),
});

const emailsSchema = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }));

/** Fetches the profile with an access token. Rejects if the response does not match GitHub's documentation. */
export async function fetchGitHubProfile(
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
