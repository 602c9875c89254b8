/** Authenticator apps that were added but never confirmed: nobody has their secret any more. */
import type { AccountDesk } from '#client/ports/account-desk.ts';
import type { Factor } from '#client/ports/accounts.ts';

/**
 * Removes them, one after the other, and says nothing of one that cannot be removed.
 * @returns what is left of the second steps
 */
export async function dropUnfinished(
  desk: Pick<AccountDesk, 'removeFactor'>,
  factors: readonly Factor[],
): Promise<readonly Factor[]> {
  const left: Factor[] = [];
  for (const factor of factors) {
    const isUnfinished = factor.type === 'totp' && factor.status === 'unverified';
    const isGone = isUnfinished && (await desk.removeFactor(factor.id)).ok;
    if (!isGone) left.push(factor);
  }
  return left;
}
