/** What the backend lets a visitor do; the door stands open meanwhile. */
import { useEffect, useState } from 'react';
import type { Offers } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { askAccounts } from './ask-accounts.ts';

/** Without an answer: what every backend can. */
const NO_OFFERS: Offers = { providers: [], hasPasskeys: false, canSignUp: true, captcha: null };

/**
 * Asks once, and again when the network returns.
 * @param isWanted false as long as nobody needs the answer: the calls are a chunk of their own
 */
export function useOffers(isWanted: boolean): Offers {
  const { session } = useApp();
  const isOnline = useIsOnline();
  const [offers, setOffers] = useState<Offers | null>(null);
  const isAsked = isWanted && isOnline && offers === null;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isGone = false;
    const ask = async (): Promise<void> => {
      const told = await askAccounts(session.door, (accounts) => accounts.offers());
      if (told.ok && !isGone) setOffers(told.value);
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [session, isAsked]);
  return offers ?? NO_OFFERS;
}
