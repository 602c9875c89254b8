/** The tokens of the signed-in user in local storage, shared by all tabs (spec section 3, auth session). */
import { parseJson, readValue, SESSION_KEY } from '#device/local-storage/local-storage.ts';
import { isObject, isText, isWith, type Guard } from '#device/shape.ts';

/** The auth library's session, which has more fields. `expires_at` is in seconds of this device's clock. */
export type StoredSession = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
  readonly expires_in: number;
  readonly user: { readonly id: string; readonly email?: string };
};

/** Reads the session from local storage; null if there is none or it is unreadable. */
export const readStoredSession = (): StoredSession | null => toSession(readValue(SESSION_KEY));

/**
 * Prepares a session for one call of the library, which renews sessions that expire soon by the real clock. The changed
 * expiry prevents that unless the session has expired; the new tokens are then not needed.
 */
export const forOneCall = (session: StoredSession, nowMs: number): StoredSession => ({
  ...session,
  expires_at: session.expires_at * 1000 > nowMs ? FAR_AWAY_S : 1,
});

/** The year 2100. */
const FAR_AWAY_S = 4_102_444_800;

/** Parses the text from local storage. */
export function toSession(text: string | null): StoredSession | null {
  const value = parseJson(text);
  return isStoredSession(value) ? value : null;
}

const isSeconds: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

/** A non-empty text. */
const isGiven: Guard<string> = (value): value is string => isText(value) && value !== '';

const hasTokens = isWith({
  access_token: isGiven,
  refresh_token: isGiven,
  expires_at: isSeconds,
  expires_in: isSeconds,
});

const isUser = (value: unknown): value is StoredSession['user'] =>
  isWith({ id: isGiven })(value) && (!('email' in value) || isText(value.email));

/** Whether a value has the fields of a session. */
export const isStoredSession: Guard<StoredSession> = (value): value is StoredSession =>
  hasTokens(value) && 'user' in value && isUser(value.user);

/**
 * Parses a session from the backend and sets its expiry by this device's clock, which may differ from the server's.
 * @returns null if it is not a session
 */
export function parseSession(answered: unknown, nowMs: number): StoredSession | null {
  if (!isObject(answered)) return null;
  const expiresIn = answered['expires_in'];
  const session = isSeconds(expiresIn) ? { ...answered, expires_at: Math.floor(nowMs / 1000) + expiresIn } : answered;
  return isStoredSession(session) ? session : null;
}
