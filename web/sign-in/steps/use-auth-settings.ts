/** The sign-in methods that the backend offers. Users can sign in before they are known. */
import { useEffect, useState } from 'react';
import type { AuthSettings } from '#client/ports/accounts.ts';
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
 * Requests the settings once, and again when the network returns.
 * @param isWanted whether the settings are needed; until then the code for the request is not downloaded
 */
export function useAuthSettings(isWanted: boolean): AuthSettingsState {
  const { session } = useApp();
  const isOnline = useIsOnline();
  const [question, setQuestion] = useState(0);
  const [answer, setAnswer] = useState<{ readonly settings: AuthSettings; readonly question: number } | null>(null);
  const isLoading = isWanted && isOnline && answer?.question !== question;
  useEffect(() => {
    if (!isLoading) return undefined;
    let isGone = false;
    const load = async (): Promise<void> => {
      const result = await callAccounts(session.signInAccess, (accounts) => accounts.settings());
      if (result.ok && !isGone) setAnswer({ settings: result.value, question });
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [session, isLoading, question]);
  return { settings: answer?.settings ?? DEFAULT_SETTINGS, reload: () => setQuestion(question + 1) };
}
