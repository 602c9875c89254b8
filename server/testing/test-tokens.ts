/** For tests: tokens of a backend with new secrets. */
import { createTokens, signLegacyKey, type Tokens } from '#server/tokens/create-tokens.ts';
import { makeSecrets } from '#server/tokens/secrets.ts';

/** The issuer of `createTestTokens`. */
export const TEST_ISSUER = 'http://127.0.0.1:3000/auth/v1';

export const createTestTokens = async (
  now: () => number = Date.now,
  onUse?: Parameters<typeof createTokens>[0]['onUse'],
): Promise<TestTokens> => {
  const secrets = await makeSecrets();
  const tokens = await createTokens({ secrets, issuer: TEST_ISSUER, now, ...(onUse && { onUse }) });
  return { ...tokens, serviceRoleKey: await signLegacyKey('service_role', secrets.jwtSecret) };
};

/** Tokens, with a key of operators (HS256) as someone who knows JWT_SECRET signs it. */
export type TestTokens = Tokens & { readonly serviceRoleKey: string };
