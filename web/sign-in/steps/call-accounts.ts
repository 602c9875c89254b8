/** How the signed-out screens use the accounts port, for calls without rules in the client. */
import { fail, type Result } from '#core/result.ts';
import type { Accounts, AuthSettings } from '#client/ports/accounts.ts';
import type { SignInAccess } from '#client/session/session.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createBackoff } from '#client/sync/backoff.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';

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

/** The methods that every backend offers, used until the answer arrives. */
export const DEFAULT_SETTINGS: AuthSettings = {
  providers: [],
  passkeys: 'no',
  passwords: true,
  signUp: 'open',
  removesPassword: false,
  secondSteps: null,
  captcha: null,
};

type AuthSettingsState = {
  readonly settings: AuthSettings;
  /** Requests the settings again, because they may have changed. */
  readonly reload: () => void;
};

/**
 * Requests the settings until there is an answer: with growing delays, and at once when the network returns or the page becomes
 * visible. A page in the background does not ask.
 * @param isWanted whether the settings are needed; until then the code for the request is not downloaded
 */
export function useAuthSettings(isWanted: boolean): AuthSettingsState {
  const { session } = useApp();
  const isOnline = useIsOnline();
  const [question, setQuestion] = useState(0);
  const [answer, setAnswer] = useState<{ readonly settings: AuthSettings; readonly question: number } | null>(null);
  const isVisible = useSyncExternalStore(onVisibilityChange, isPageVisible);
  const isLoading = isWanted && isOnline && isVisible && answer?.question !== question;
  useEffect(() => {
    if (!isLoading) return undefined;
    const backoff = createBackoff(session.signInAccess.clock);
    let isGone = false;
    const load = async (): Promise<void> => {
      const result = await callAccounts(session.signInAccess, (accounts) => accounts.settings());
      if (isGone) return;
      if (result.ok) setAnswer({ settings: result.value, question });
      else backoff.retry(() => void load());
    };
    void load();
    return () => {
      isGone = true;
      backoff.stop();
    };
  }, [session, isLoading, question]);
  return { settings: answer?.settings ?? DEFAULT_SETTINGS, reload: () => setQuestion(question + 1) };
}

const isPageVisible = (): boolean => document.visibilityState === 'visible';

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
