/** Exchanges the code that a provider sent back for who it is (OpenID Connect Core 1.0, section 3.1.3). */
import * as v from 'valibot';
import type { ProviderSettings } from '#server/auth/auth-settings.ts';
import type { Connection } from './connect-provider.ts';
import { askGitHub } from './github.ts';
import { claimsToProfile } from './profile.ts';
import type { Profile } from './profile.ts';
import type { ProviderFlow } from './provider-flows.ts';

export type ProviderAnswer = {
  /** Our own address with what the provider added to it. */
  readonly address: URL;
  readonly state: string;
  /** What Apple adds to its first answer, and no later one: JSON with a name. Signed by nobody. */
  readonly user: string;
};

/**
 * Takes the connection, what was asked and what came back. Gives the profile, or undefined where it does not say who it is.
 * Rejects where the provider is away, refuses the code, or its id_token is not for this question: signature, issuer,
 * audience, age and nonce are checked by openid-client.
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
    return askGitHub({ library, config }, provider, granted.access_token);
  }
  const granted = await library.authorizationCodeGrant(config, answer.address, {
    ...checks,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = granted.claims();
  if (claims === undefined) return undefined;
  const more = await askForMore({ library, config }, granted.access_token, claims);
  const { iss, sub } = claims;
  return claimsToProfile({ ...readName(answer.user), ...claims, ...more, iss, sub });
}

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Not all put an address into the id_token (Core 1.0, section 5.4); the answer must be for the same `sub`. */
async function askForMore({ library, config }: Connection, token: string, claims: Claims): Promise<object> {
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
