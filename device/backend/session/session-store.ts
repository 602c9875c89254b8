/** The stored session and its events, shared by all tabs (spec sections 3 and 4). */
import { createListeners } from '#core/listeners.ts';
import { removeValue, SESSION_KEY, writeValue } from '#device/local-storage/local-storage.ts';
import { readStoredSession, toSession, type StoredSession } from './stored-session.ts';
import { isObject } from '#device/shape.ts';
import { readAssurance } from './auth-user.ts';

export type SessionStore = {
  readonly read: () => StoredSession | null;
  readonly write: (session: StoredSession | null) => void;
  /** Removes and returns the session in memory, which exists only if the browser refused to store it. */
  readonly removeFromMemory: () => StoredSession | null;
  /**
   * Calls back with `initial-session` once, right after this call, and then with each session event of any tab (spec
   * section 4, product Y8).
   */
  readonly onEvent: (listener: (event: SessionEvent) => void) => () => void;
};

/**
 * Creates the store. It reads storage each time, because another tab may have renewed the session. If the browser
 * refuses storage, the session lasts as long as the page.
 */
export function createSessionStore(): SessionStore {
  let inMemory: StoredSession | null = null;
  const listeners = createListeners<[SessionEvent]>();
  const notifyListeners = (before: StoredSession | null, after: StoredSession | null): void => {
    for (const event of readEvents(before, after)) listeners.notify(event);
  };
  const read = (): StoredSession | null => inMemory ?? readStoredSession();
  window.addEventListener('storage', ({ key, oldValue }) => {
    // Read the current session, because the message may be outdated.
    if (key === SESSION_KEY) notifyListeners(toSession(oldValue), read());
  });
  return {
    read,
    write(session) {
      const before = read();
      inMemory = null;
      if (session === null) removeValue(SESSION_KEY);
      else if (!writeValue(SESSION_KEY, JSON.stringify(session))) inMemory = session;
      notifyListeners(before, session);
    },
    removeFromMemory() {
      const session = inMemory;
      inMemory = null;
      return session;
    },
    onEvent(listener) {
      let isRemoved = false;
      const remove = listeners.add(listener);
      queueMicrotask(() => {
        if (!isRemoved) listener('initial-session');
      });
      return () => {
        isRemoved = true;
        remove();
      };
    },
  };
}

type SessionEvent =
  /** Sent once to each new listener, with or without a session. */
  | 'initial-session'
  | 'signed-in'
  | 'signed-out'
  | 'token-refreshed'
  | 'user-updated'
  /** 'Multi-factor challenge verified'. */
  | 'code-verified';

/** The events between two states of the session. */
function readEvents(
  before: StoredSession | null,
  after: StoredSession | null,
): readonly Exclude<SessionEvent, 'initial-session'>[] {
  if (after === null) return before === null ? [] : ['signed-out'];
  if (before?.user.id !== after.user.id) return ['signed-in'];
  const events: Exclude<SessionEvent, 'initial-session'>[] = [];
  if (before.access_token !== after.access_token) events.push(nameNewToken(before, after));
  if (describeUser(before.user) !== describeUser(after.user)) events.push('user-updated');
  return events;
}

const nameNewToken = (before: StoredSession, after: StoredSession): 'code-verified' | 'token-refreshed' =>
  readAssurance(after.access_token) === 'aal2' && readAssurance(before.access_token) !== 'aal2'
    ? 'code-verified'
    : 'token-refreshed';

/** The fields of a user that the account screen shows. */
const describeUser = (user: object): string =>
  JSON.stringify(FIELDS.map((field) => toPlain(isObject(user) ? user[field] : undefined)));

const FIELDS = ['email', 'new_email', 'phone', 'factors', 'identities'];

const toPlain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((row: unknown) => (isObject(row) ? [row['id'], row['status']] : row))
    : (value ?? '');
