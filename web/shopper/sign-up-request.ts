/** A demo user's request to create an account, kept in the history state until the sign-in screen opens. */

const KEY = 'wantsAccount';

export function requestSignUp(): void {
  history.replaceState({ [KEY]: true }, '');
}

/** Returns whether the sign-in screen should start with sign-up, and clears the request. */
export function consumeSignUpRequest(): boolean {
  const state: unknown = history.state;
  const isRequested = typeof state === 'object' && state !== null && KEY in state;
  if (isRequested) history.replaceState(null, '');
  return isRequested;
}
