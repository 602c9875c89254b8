/** A demo user's request to create an account: the sign-in screen starts with sign-up. It is in the history state, which a reload keeps. */

const KEY = 'wantsAccount';

/** Components read it while they render, and clear it in an effect: React may render them again. */
export const signUpRequest = {
  isSet(): boolean {
    const state: unknown = history.state;
    return typeof state === 'object' && state !== null && KEY in state;
  },
  set: (): void => history.replaceState({ [KEY]: true }, ''),
  clear(): void {
    if (signUpRequest.isSet()) history.replaceState(null, '');
  },
};
