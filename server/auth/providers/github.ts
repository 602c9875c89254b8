/** Who somebody is at GitHub, which speaks OAuth 2 without an id_token: asked of its interface with the token. */
import * as v from 'valibot';
import type { ProviderSettings } from '#server/auth/auth-settings.ts';
import type { Connection } from './connect-provider.ts';
import { claimsToProfile } from './profile.ts';
import type { Profile } from './profile.ts';

const userSchema = v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  login: v.string(),
  name: v.nullish(v.string(), ''),
  avatar_url: v.nullish(v.string(), ''),
});

const emailsSchema = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }));

/** Takes the token that the code was exchanged for. Rejects where GitHub does not answer as its documentation says. */
export async function askGitHub(
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
  // The profile's own address is the one that somebody likes to show, verified or not.
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

/** A GitHub of one's own has its interface below its site ("REST API", GitHub Enterprise Server). */
function toApiAddress({ issuer }: ProviderSettings): string {
  const site = issuer.replace(/\/+$/, '');
  return site === 'https://github.com' ? 'https://api.github.com' : `${site}/api/v3`;
}
