/** For tests: tokens of a backend with new secrets. */
import { createTokens } from '#server/tokens/create-tokens.ts';
import { makeSecrets } from '#server/tokens/secrets.ts';
import type { Tokens } from '#server/tokens/tokens.ts';

/** The issuer of `createTestTokens`. */
export const TEST_ISSUER = 'http://127.0.0.1:3000/auth/v1';

export const createTestTokens = async (
  now: () => number = Date.now,
  onUse?: Parameters<typeof createTokens>[0]['onUse'],
): Promise<Tokens> => createTokens({ secrets: await makeSecrets(), issuer: TEST_ISSUER, now, ...(onUse && { onUse }) });
