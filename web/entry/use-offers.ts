/** What the backend lets a visitor do; the door stands open meanwhile. */
import { useEffect, useState } from 'react';
import type { Offers } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { askAccounts } from './ask-accounts.ts';

/** Without an answer: what every backend can. */
const NO_OFFERS: Offers = { providers: [], hasPasskeys: false, canSignUp: true, captcha: null };

type Asked = {
  readonly offers: Offers;
  /** What was answered, or could not be, may be another thing by now. */
  readonly askAgain: () => void;
};

/**
 * Asks once, again when the network returns, and when told to.
 * @param isWanted false as long as nobody needs the answer: the calls are a chunk of their own
 */
export function useOffers(isWanted: boolean): Asked {
  const { session } = useApp();
  const isOnline = useIsOnline();
  const [question, setQuestion] = useState(0);
  const [answer, setAnswer] = useState<{ readonly offers: Offers; readonly question: number } | null>(null);
  const isAsked = isWanted && isOnline && answer?.question !== question;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isGone = false;
    const ask = async (): Promise<void> => {
      const told = await askAccounts(session.door, (accounts) => accounts.offers());
      if (told.ok && !isGone) setAnswer({ offers: told.value, question });
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [session, isAsked, question]);
  return { offers: answer?.offers ?? NO_OFFERS, askAgain: () => setQuestion(question + 1) };
}
