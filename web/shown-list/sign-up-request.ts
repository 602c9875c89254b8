/** What the sign-in screen and the list tell each other across a sign-in, in the history state, which a reload keeps. */

/** A fact about this page of the history. Components read it while they render, and clear it in an effect: React may render them again. */
type HistoryFact = {
  readonly isSet: () => boolean;
  readonly set: () => void;
  readonly clear: () => void;
};

/** A demo user asks to create an account: the sign-in screen starts with sign-up. */
export const signUpRequest: HistoryFact = createHistoryFact('wantsAccount');

/** The sign-in screen said that the visitor joins the list of the invitation after signing in (product H4): the app does not ask again. */
export const joinPromise: HistoryFact = createHistoryFact('joinsAfterSignIn');

function createHistoryFact(key: string): HistoryFact {
  const isSet = (): boolean => {
    const state: unknown = history.state;
    return typeof state === 'object' && state !== null && key in state;
  };
  return {
    isSet,
    set: () => history.replaceState({ [key]: true }, ''),
    clear() {
      if (isSet()) history.replaceState(null, '');
    },
  };
}
