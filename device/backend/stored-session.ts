/** The tokens of who is signed in, in local storage: one for all tabs (spec section 3, auth session). */
import { parseJson, readValue, SESSION_KEY } from '#device/local-storage.ts';
import { isObject, isText, isWith } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';

/** As the auth library keeps it, with other fields of its own; `expires_at` is in seconds of this device's clock. */
export type StoredSession = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
  readonly expires_in: number;
  readonly user: { readonly id: string; readonly email?: string };
};

/** The session as it is in local storage; null where there is none that can be read. */
export const readStoredSession = (): StoredSession | null => toSession(readValue(SESSION_KEY));

/**
 * A session for one call of the library, which looks at the real clock and renews by itself what it believes to end soon:
 * only a session that is over by this device's clock may it renew, and only where nobody needs the new tokens.
 */
export const forOneCall = (session: StoredSession, nowMs: number): StoredSession => ({
  ...session,
  expires_at: session.expires_at * 1000 > nowMs ? FAR_AWAY_S : 1,
});

/** The year 2100. */
const FAR_AWAY_S = 4_102_444_800;

/** A session as local storage keeps it. */
export function toSession(text: string | null): StoredSession | null {
  const value = parseJson(text);
  return isStoredSession(value) ? value : null;
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
