/** The stored session and what happens to it: one for all tabs (spec sections 3 and 4). */
import { removeValue, SESSION_KEY, writeValue } from '#device/local-storage.ts';
import { readEvents } from './session-events.ts';
import type { SessionEvent } from './session-events.ts';
import { readStoredSession, toSession } from './stored-session.ts';
import type { StoredSession } from './stored-session.ts';

export type SessionStore = {
  readonly read: () => StoredSession | null;
  readonly write: (session: StoredSession | null) => void;
  /** Forgets the session that only this page knows, where the browser refused to keep it, and gives it. */
  readonly forgetHere: () => StoredSession | null;
  /** Calls back with what happened to the session, in this tab or another (product Y8). */
  readonly onEvent: (listener: (event: SessionEvent) => void) => () => void;
};

/** Reads afresh each time, since another tab may have renewed it; where the browser refuses, lasts as long as the page. */
export function createSessionStore(): SessionStore {
  let inMemory: StoredSession | null = null;
  const listeners = new Set<(event: SessionEvent) => void>();
  const tell = (before: StoredSession | null, after: StoredSession | null): void => {
    for (const event of readEvents(before, after)) for (const listener of listeners) listener(event);
  };
  const read = (): StoredSession | null => inMemory ?? readStoredSession();
  window.addEventListener('storage', ({ key, oldValue }) => {
    // What is there now counts: the message may be older than that.
    if (key === SESSION_KEY) tell(toSession(oldValue), read());
  });
  return {
    read,
    write(session) {
      const before = read();
      inMemory = null;
      if (session === null) removeValue(SESSION_KEY);
      else if (!writeValue(SESSION_KEY, JSON.stringify(session))) inMemory = session;
      tell(before, session);
    },
    forgetHere() {
      const session = inMemory;
      inMemory = null;
      return session;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
