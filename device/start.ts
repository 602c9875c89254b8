/** The start of a page: reads what it is, for the app and for the scripts in the page, clears its address, and follows new versions. */
import { readStart, type Start } from '#core/start/read-start.ts';
import { readListChoice, readUser } from './local-storage/local-storage.ts';

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

/**
 * Reloads every open tab once when a new version of the app takes over (product D6). Call this at startup: after a missed
 * takeover, the old page can no longer load its files.
 */
export function reloadOnTakeover(): void {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  let hasController = container.controller !== null;
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    // The first worker takes over a page that is already up to date.
    const isFirst = !hasController;
    hasController = true;
    if (isFirst || isReloading) return;
    isReloading = true;
    location.reload();
  });
}
