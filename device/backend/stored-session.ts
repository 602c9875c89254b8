/** The tokens of who is signed in, in local storage: one for all tabs (spec section 3, auth session). */
import { parseJson, readValue, removeValue, writeValue } from '#device/local-storage.ts';
import { isObject, isText, isWith } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';

const SESSION_KEY = 'checklist.session';

/** As the auth library keeps it, with other fields of its own; `expires_at` is in seconds of this device's clock. */
export type StoredSession = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
  readonly expires_in: number;
  readonly user: { readonly id: string; readonly email?: string };
};

export type SessionStore = {
  readonly read: () => StoredSession | null;
  readonly write: (session: StoredSession | null) => void;
};

/** Reads afresh each time, since another tab may have renewed it; where the browser refuses, lasts as long as the page. */
export function createSessionStore(): SessionStore {
  let inMemory: StoredSession | null = null;
  return {
    read() {
      if (inMemory) return inMemory;
      const value = parseJson(readValue(SESSION_KEY));
      return isStoredSession(value) ? value : null;
    },
    write(session) {
      inMemory = null;
      if (session === null) removeValue(SESSION_KEY);
      else if (!writeValue(SESSION_KEY, JSON.stringify(session))) inMemory = session;
    },
  };
}

const isSeconds: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

/** Any text with something in it. */
const isGiven: Guard<string> = (value): value is string => isText(value) && value !== '';

const hasTokens = isWith({
  access_token: isGiven,
  refresh_token: isGiven,
  expires_at: isSeconds,
  expires_in: isSeconds,
});

const isUser = (value: unknown): value is StoredSession['user'] =>
  isWith({ id: isGiven })(value) && (!('email' in value) || isText(value.email));

/** Whether a value has what a session needs. */
const isStoredSession: Guard<StoredSession> = (value): value is StoredSession =>
  hasTokens(value) && 'user' in value && isUser(value.user);

/**
 * A session as a backend answered it, its end by this device's clock: the clocks may differ.
 * @returns null when it is no session
 */
export function takeSession(answered: unknown, nowMs: number): StoredSession | null {
  if (!isObject(answered)) return null;
  const expiresIn = answered['expires_in'];
  const session = isSeconds(expiresIn) ? { ...answered, expires_at: Math.floor(nowMs / 1000) + expiresIn } : answered;
  return isStoredSession(session) ? session : null;
}
