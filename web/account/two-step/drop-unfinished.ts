/** Removes authenticator apps that were added but never verified, because their secret is lost. */
import type { AccountApi } from '#client/ports/account-api.ts';
import type { Factor } from '#client/ports/accounts.ts';

/**
 * Removes them one after the other and ignores failures.
 * @returns the remaining factors
 */
export async function dropUnfinished(
  api: Pick<AccountApi, 'removeFactor'>,
  factors: readonly Factor[],
): Promise<readonly Factor[]> {
  const left: Factor[] = [];
  for (const factor of factors) {
    const isUnfinished = factor.type === 'totp' && factor.status === 'unverified';
    const isGone = isUnfinished && (await api.removeFactor(factor.id)).ok;
    if (!isGone) left.push(factor);
  }
  return left;
}
