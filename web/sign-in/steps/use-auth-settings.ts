/** The sign-in methods that the backend offers. Users can sign in before they are known. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AuthSettings } from '#client/ports/accounts.ts';
import { createBackoff } from '#client/sync/backoff.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { callAccounts } from './call-accounts.ts';

/** The methods that every backend offers, used until the answer arrives. */
const DEFAULT_SETTINGS: AuthSettings = {
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
