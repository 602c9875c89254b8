/** What the backend lets a visitor do; the door stands open meanwhile. */
import { useEffect, useState } from 'react';
import type { AuthSettings } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/shopper/app-context.ts';
import { callAccounts } from './call-accounts.ts';

/** Without an answer: what every backend can. */
const DEFAULT_SETTINGS: AuthSettings = { providers: [], passkeys: 'no', canSignUp: true, captcha: null };

type AuthSettingsState = {
  readonly settings: AuthSettings;
  /** What was answered, or could not be, may be another thing by now. */
  readonly reload: () => void;
};

/**
 * Asks once, again when the network returns, and when told to.
 * @param isWanted false as long as nobody needs the answer: the calls are a chunk of their own
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
