/** What the sign-in screen and the list tell each other across a sign-in, in the history state, which a reload keeps. */

const WANTS_ACCOUNT = 'wantsAccount';
const JOINS = 'joinsAfterSignIn';

/** A demo user asks to create an account. */
export const requestSignUp = (): void => history.replaceState({ [WANTS_ACCOUNT]: true }, '');

/** Returns whether the sign-in screen should start with sign-up, and clears the request. */
export const consumeSignUpRequest = (): boolean => consume(WANTS_ACCOUNT);

/** The sign-in screen said that the visitor joins the list of the invitation after signing in (product H4). */
export const promiseJoin = (): void => history.replaceState({ [JOINS]: true }, '');

/** Returns whether the user signed in to join, so that the app does not ask again, and clears that. */
export const consumeJoinPromise = (): boolean => consume(JOINS);

function consume(key: string): boolean {
  const state: unknown = history.state;
  const isSet = typeof state === 'object' && state !== null && key in state;
  if (isSet) history.replaceState(null, '');
  return isSet;
}
