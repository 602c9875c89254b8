/** Calls the accounts port directly, for calls without rules in the client. */
import { fail, type Result } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { SignInAccess } from '#client/session/session.ts';

/**
 * Makes one call of the accounts.
 * @returns its answer; `unreachable` if the calls cannot be downloaded
 */
export async function callAccounts<T, F>(
  { loadAccounts }: Pick<SignInAccess, 'loadAccounts'>,
  call: (accounts: Accounts) => Promise<Result<T, F>>,
): Promise<Result<T, F | { readonly type: 'unreachable' }>> {
  const accounts = await loadAccounts().catch(() => null);
  return accounts === null ? fail({ type: 'unreachable' }) : call(accounts);
}

/** Cancels a pending session. If the calls cannot be downloaded, there is none. */
export function cancelPending({ loadAccounts }: Pick<SignInAccess, 'loadAccounts'>): void {
  void loadAccounts()
    .then((accounts) => accounts.cancelPending())
    .catch(() => undefined);
}
