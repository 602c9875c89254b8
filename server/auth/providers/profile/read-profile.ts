/** Exchanges an authorization code for the user's profile (OpenID Connect Core 1.0, section 3.1.3). */
import * as v from 'valibot';
import type { Profile } from '#server/auth/accounts/identities.ts';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import type { Connection } from '#server/auth/providers/connection/connect-provider.ts';
import { fetchGitHubProfile } from './github.ts';
import { claimsToProfile } from './profile.ts';
import type { ProviderFlow } from '#server/auth/providers/connection/provider-flows.ts';

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
