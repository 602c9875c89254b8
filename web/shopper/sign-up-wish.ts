/** A demo shopper asked for an account: the wish outlives the list's screen, in this page's place in the history. */

const KEY = 'wantsAccount';

export function wishSignUp(): void {
  history.replaceState({ [KEY]: true }, '');
}

/** Whether the next screen begins with the form for a new account; asked once. */
export function takeSignUpWish(): boolean {
  const state: unknown = history.state;
  const isWished = typeof state === 'object' && state !== null && KEY in state;
  if (isWished) history.replaceState(null, '');
  return isWished;
}
