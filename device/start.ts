/** Reads what this start of the page is, for the app and for the scripts in the page, and clears the address afterward. */
import { readStart, type Start } from '#core/start/read-start.ts';
import { readListChoice } from './local-storage/list-choice.ts';
import { readUser } from './local-storage/local-storage.ts';

export function readThisStart(): Start {
  const user = readUser();
  return readStart({
    address: location.search + location.hash,
    query: new URLSearchParams(location.search),
    state: history.state,
    signedIn: user && { user, listId: readListChoice(user.id)?.listId ?? user.id },
    isOnline: navigator.onLine,
  });
}

/**
 * Clears the URL: a reload must not repeat a shortcut, and the code of a link must not be visible or used twice. The URL of an invitation
 * is cleared once its secret is stored (local-storage/pending-invitation.ts).
 */
export function clearAddress(start: Start): void {
  if (location.search + location.hash === '' || start.type === 'invitation') return;
  history.replaceState(start.type === 'callback' ? start.parameters : null, '', './');
}
