/** The stored session and its events, shared by all tabs: reads, writes, renews it and refreshes its user (spec sections 3 and 4). */
import { createListeners } from '#core/listeners.ts';
import { removeValue, SESSION_KEY, writeValue } from '#device/local-storage/local-storage.ts';
import { isStoredSession, readAssurance, readStoredSession, type StoredSession, toSession } from './stored-session.ts';
import { isObject, isText, isWith } from '#device/shape.ts';
import { readDurable, writeDurable } from '#device/lists/durable-values.ts';
import { ok, type Result } from '#core/result.ts';
import { type AuthRequestFailure, type AuthRequestParts, requestAuth } from './request-auth.ts';

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

/**
 * Stores the session that replaces another one, and waits until it survives a killed browser (decision 90). A refresh token works once: if
 * local storage lost the new one, the next renewal would present a used token, which looks like theft and ends the session.
 */
export const keepRenewed = (before: StoredSession, session: StoredSession): Promise<void> =>
  writeDurable(before.user.id, 'renewedSession', () => ({ replaces: before.refresh_token, session }));

/** Replaces the session by one of a higher level. Another user may have signed in through another tab. */
export async function replaceSession(store: SessionStore, session: StoredSession): Promise<void> {
  const before = store.read();
  if (before?.user.id !== session.user.id) return;
  store.write(session);
  await keepRenewed(before, session);
}

/** Restores the session that replaced this one if a killed browser has lost it. @returns the latest session */
export async function restoreRenewed(store: SessionStore, before: StoredSession): Promise<StoredSession | null> {
  const record = await readDurable(before.user.id, 'renewedSession');
  const isLost = isObject(record) && record['replaces'] === before.refresh_token;
  const now = store.read();
  if (!isLost || !isStoredSession(record['session']) || now?.refresh_token !== before.refresh_token) return now;
  store.write(record['session']);
  return record['session'];
}

const isUser = isWith({ id: isText });

/**
 * Requests the signed-in user and stores the answer in the session, so that all tabs are notified of changes.
 * @returns the backend's user; null if signed out
 */
export async function refreshUser(
  parts: AuthRequestParts & { readonly store: SessionStore },
): Promise<Result<unknown, AuthRequestFailure>> {
  const session = parts.store.read();
  if (session === null) return ok(null);
  const answer = await requestAuth(parts, { session, call: (client) => client.getUser(session.access_token) });
  if (!answer.ok) return answer;
  storeUser(parts.store, answer.value.user);
  return ok(answer.value.user);
}

/** Stores a user in the current session unless it belongs to another user. */
export function storeUser(store: SessionStore, user: unknown): void {
  const session = store.read();
  if (session !== null && isObject(user) && isUser(user) && user.id === session.user.id)
    store.write({ ...session, user });
}
