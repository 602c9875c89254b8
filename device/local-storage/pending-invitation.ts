/**
 * The pending invitation on local storage, because signing up and confirming the address may happen in another tab. A
 * separate chunk, because few starts have one.
 */
import { createListeners } from '#core/listeners.ts';
import { readInvitationSecret } from '#core/start/read-start.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { PendingInvitation } from '#client/ports/local-storage.ts';
import { readValue, removeValue, writeValue } from './local-storage.ts';

const KEY = 'checklist.invitation';
/** Invitations expire after 7 days. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Stores the invitation of a URL, and those of links that are opened later in the same tab. Their secrets must not remain
 * in the history, so their URLs are cleared.
 * @param opened the secret in the URL of this start (core/start/read-start.ts); null if it is no invitation
 */
export function createPendingInvitation(clock: Clock, opened: string | null): PendingInvitation {
  const listeners = createListeners();
  const stored = (): string | null => parse(readValue(KEY), clock.now());
  let current = stored();
  if (current === null) removeValue(KEY);
  const set = (secret: string | null): void => {
    current = secret;
    listeners.notify();
  };
  const open = (secret: string | null): void => {
    if (secret === null) return;
    // Without storage, the invitation lasts until the page closes.
    writeValue(KEY, `${clock.now()} ${secret}`);
    // Only now: a reload before would have lost it.
    history.replaceState(history.state, '', './');
    set(secret);
  };
  // This code loads a moment after the start: a link may have been opened in the meantime.
  open(readInvitationSecret(location.hash) ?? opened);
  window.addEventListener('hashchange', () => open(readInvitationSecret(location.hash)));
  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) set(stored());
  });
  return {
    secret: () => current,
    remove() {
      removeValue(KEY);
      set(null);
    },
    onChange: listeners.add,
  };
}

/** Reads the time and the secret; null if the value is unreadable or the invitation has expired. */
function parse(text: string | null, now: number): string | null {
  const [openedAt, secret = null] = (text ?? '').split(' ');
  return now - Number(openedAt) < LIFETIME_MS ? secret : null;
}
