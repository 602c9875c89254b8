/** Asks the backend's accounts something that has no rules of its own in the client. */
import { fail } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { Door } from '#client/session/session.ts';

/**
 * Makes one call of the accounts.
 * @returns its answer; `unreachable` where the calls themselves cannot be fetched, as without a network
 */
export async function askAccounts<T, F>(
  { loadAccounts }: Pick<Door, 'loadAccounts'>,
  call: (accounts: Accounts) => Promise<Result<T, F>>,
): Promise<Result<T, F | { readonly type: 'unreachable' }>> {
  const accounts = await loadAccounts().catch(() => null);
  return accounts === null ? fail({ type: 'unreachable' }) : call(accounts);
}

/** Tells the accounts that what was under way is given up; without them there is nothing under way. */
export function giveUp({ loadAccounts }: Pick<Door, 'loadAccounts'>): void {
  void loadAccounts()
    .then((accounts) => accounts.giveUp())
    .catch(() => undefined);
}
