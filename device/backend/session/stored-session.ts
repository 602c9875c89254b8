/** The session of the signed-in user in local storage, for all tabs, and what its user and tokens tell (spec section 3, product A3). */
import { parseJson, readValue, SESSION_KEY } from '#device/local-storage/local-storage.ts';
import { type Guard, isListOf, isObject, isText, isWith, isWord } from '#device/shape.ts';
import type { Identity } from '#client/ports/account-api.ts';
import type { Factor } from '#client/ports/accounts.ts';

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

const areAny = isListOf((value): value is unknown => value !== undefined);
const hasFactors = isWith({ factors: areAny });
const isFactor = isWith({
  id: isText,
  factor_type: isWord('totp', 'phone'),
  status: isWord('verified', 'unverified'),
});
const isNamed = isWith({ friendly_name: isText });
const isPhone = isWith({ phone: isText });

/**
 * Reads the factors from the backend's user. Other kinds of factors are left out, because this app does not ask for
 * them.
 */
export const readFactors = (user: unknown): readonly Factor[] =>
  (hasFactors(user) ? user.factors : []).filter(isFactor).map((factor) => ({
    id: factor.id,
    type: factor.factor_type,
    status: factor.status,
    name: isNamed(factor) ? factor.friendly_name : '',
    phone: isPhone(factor) ? factor.phone : '',
  }));

/** The recovery codes as the bundled server names them: a factor that is not in the user's list. */
export const RECOVERY_CODES: Factor = {
  id: 'recovery-codes',
  type: 'recovery',
  status: 'verified',
  name: '',
  phone: '',
};

const hasRecoveryCodes = isWith({ recovery_codes_left: (value): value is number => Number.isSafeInteger(value) });

/** Reads the number of unused recovery codes; null if the backend does not tell one. */
export const readRecoveryCodesLeft = (user: unknown): number | null =>
  hasRecoveryCodes(user) ? user.recovery_codes_left : null;

const hasIdentities = isWith({ identities: isListOf((value): value is unknown => value !== undefined) });
const isIdentity = isWith({ identity_id: isText, provider: isText });
const isReachable = isWith({ identity_data: isWith({ email: isText }) });

/** Reads the identities from the backend's user. */
export const readIdentities = (user: unknown): readonly Identity[] =>
  (hasIdentities(user) ? user.identities : []).filter(isIdentity).map((identity) => ({
    id: identity.identity_id,
    provider: identity.provider,
    email: isReachable(identity) ? identity.identity_data.email : '',
  }));

const hasNewEmail = isWith({ new_email: isText });

/** Reads the new address that is not confirmed yet; null for none. */
export const readNewEmail = (user: unknown): string | null =>
  hasNewEmail(user) && user.new_email !== '' ? user.new_email : null;

/** The factors that can provide the second-step code of a session; empty if it requires none. */
export function readRequiredFactors(session: StoredSession): readonly Factor[] {
  if (readAssurance(session.access_token) === 'aal2') return [];
  const factors = readFactors(session.user).filter(({ status }) => status === 'verified');
  const hasCodes = factors.length > 0 && (readRecoveryCodesLeft(session.user) ?? 0) > 0;
  return hasCodes ? [...factors, RECOVERY_CODES] : factors;
}

const hasLevel = isWith({ aal: isText });

/** The assurance level of a token; '' if unreadable. It only guides the interface: the backend checks it again. */
export function readAssurance(token: string): string {
  const claims = readClaims(token);
  return hasLevel(claims) ? claims.aal : '';
}

const hasSessionId = isWith({ session_id: isText });

/** The id of a token's session; null if unreadable. */
export function readSessionId(token: string): string | null {
  const claims = readClaims(token);
  return hasSessionId(claims) ? claims.session_id : null;
}

const hasMethods = isWith({ amr: isListOf(isWith({ method: isText })) });
/** The methods of a session that a link or a code from an email has opened, in GoTrue's names. */
const BY_EMAIL: ReadonlySet<string> = new Set(['otp', 'magiclink', 'recovery', 'invite']);

/** Whether a link or a code from an email has opened the token's session, which proves that its user reads the account's email. */
export function isOpenedByEmail(token: string): boolean {
  const claims = readClaims(token);
  return hasMethods(claims) && claims.amr.some(({ method }) => BY_EMAIL.has(method));
}

function readClaims(token: string): unknown {
  const part = token.split('.')[1] ?? '';
  try {
    return parseJson(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
