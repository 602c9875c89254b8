/** The adapter for local storage: the user, the open list, and other data that the app needs before it opens a database (spec section 3). */
import { DEMO_USER, type User } from '#core/account/user.ts';
import type { SessionEnd, UserStorage } from '#client/ports/local-storage.ts';
import type { Clock } from '#client/ports/clock.ts';
import { sendFirstScreen } from '#device/caches.ts';
import { isText, isWith, isWord } from '#device/shape.ts';

const USER_KEY = 'user';
const DEVICE_KEY = 'deviceId';
const SESSION_END_KEY = 'checklist.session-end';
/** The tokens of the signed-in user (backend/session/stored-session.ts). */
export const SESSION_KEY = 'checklist.session';

/** The list that is in Shop mode (user-facts.ts). */
export const SHOP_MODE_KEY = 'checklist.shop-mode';

/** The key of an account whose data has to leave this device. */
const endedKey = (userId: string): string => `checklist.ended-account.${userId}`;

/** The key of an account's habits (user-facts.ts). */
export const habitsKey = (userId: string): string => `checklist.habits.${userId}`;

const isUser = isWith({ id: isText, username: isText });
const isSessionEnd = isWord<SessionEnd>('logged-out', 'password-changed', 'account-deleted', 'refused');

/**
 * Creates the user storage, shared by all tabs. If the browser refuses storage, the user and the end of the session are
 * known until the page closes.
 */
export function createUserStorage(): UserStorage {
  let endInMemory: SessionEnd | null = null;
  return {
    read: readUser,
    write(next) {
      // This happens however the session ended: another person may use this device next (product O7).
      const last = readUser();
      if (last !== null && last.id !== next?.id) [habitsKey(last.id), SHOP_MODE_KEY].forEach(removeValue);
      if (next) {
        writeValue(USER_KEY, JSON.stringify(next));
        // Its data stays from now on.
        removeValue(endedKey(next.id));
      } else removeUser();
    },
    removeSession(userId) {
      const session = readValue(SESSION_KEY);
      // User ids are unique, so a text search is enough. Parsing the session would add code to the first load.
      if (session?.includes(userId) !== true) return null;
      removeValue(SESSION_KEY);
      return session;
    },
    readEnd() {
      const end = endInMemory ?? readValue(SESSION_END_KEY);
      return isSessionEnd(end) ? end : null;
    },
    writeEnd(end) {
      endInMemory = null;
      if (end === null) removeValue(SESSION_END_KEY);
      else if (!writeValue(SESSION_END_KEY, end)) endInMemory = end;
    },
    onChange(callback) {
      const listener = (event: StorageEvent): void => {
        if (event.key === USER_KEY || event.key === null) callback();
      };
      window.addEventListener('storage', listener);
      return () => window.removeEventListener('storage', listener);
    },
  };
}

/** Reads the signed-in user; null if there is none. */
export function readUser(): User | null {
  const value = parseJson(readValue(USER_KEY));
  return isUser(value) && value.id !== '' ? { id: value.id, username: value.username, password: '' } : null;
}

/** Removes the user, and the screen of the user's list. */
function removeUser(): void {
  removeValue(USER_KEY);
  // After what this page may have sent before. If this fails, a start still shows the screen only to the same user.
  sendFirstScreen(null);
}

/** Reads the id of this device, or creates it: a prefix, the time and a random part (spec section 3). */
export function readDeviceId(clock: Clock): string {
  const known = readValue(DEVICE_KEY);
  if (known) return known;
  const made = `device-${clock.now()}-${clock.randomHex()}`;
  writeValue(DEVICE_KEY, made);
  return made;
}

/** Reads a value; null if there is none or if the browser refuses. */
export function readValue(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value. @returns whether the browser stored it */
export function writeValue(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Quarantines a value that could not be read, so that nothing is lost (product D1). @returns whether the browser stored it */
export const quarantineValue = (key: string, value: string): boolean =>
  writeValue(`checklist.quarantine.${key}`, value);

/** Reads a value of this tab, which reloads keep; null if there is none or if the browser refuses. */
function readTabValue(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value for this tab. */
function writeTabValue(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Without it, a reload opens what another tab opened last.
  }
}

/** Removes a value of this tab. */
export function removeTabValue(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // If the browser refuses storage, there is no value to remove.
  }
}

/** Removes a value. */
export function removeValue(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // If the browser refuses storage, there is no value to remove.
  }
}

/** The keys of all values; empty if the browser refuses. */
export function readKeys(): readonly string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).filter((key) => key !== null);
  } catch {
    return [];
  }
}

/** Parses a stored text; null if it is not JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The keys of the older version. */
export const LEGACY_KEYS = ['groceryItems', 'groceryCategories', 'allGroceryCategories', 'savedLists'] as const;

const LEGACY_OWNER_KEY = 'checklist.legacy-owner';

/**
 * The id of the account that owns the data of an older version, or the demo's, which also gets that of a user without an account; null
 * if there is no such data (spec section 3, product D1). The older version stored its user under the same key as this one, so the first start notes the owner, before anyone can sign in.
 */
export function readLegacyOwner(): string | null {
  if (LEGACY_KEYS.every((key) => readValue(key) === null)) return null;
  // Earlier builds noted any id.
  const id = readValue(LEGACY_OWNER_KEY) ?? readUser()?.id ?? '';
  const owner = /^[\da-f]{8}-/u.test(id) ? id : DEMO_USER.id;
  writeValue(LEGACY_OWNER_KEY, owner);
  return owner;
}

export const removeLegacy = (): void => [...LEGACY_KEYS, LEGACY_OWNER_KEY].forEach(removeValue);

/**
 * Marks an account that logged out here, or whose session was ended from elsewhere: its data has to leave this device (product Y9).
 * The mark stays until the removal is complete, so that a closed page does not stop it, or until the account signs in here again.
 */
export const markEnded = (userId: string): void => void writeValue(endedKey(userId), '1');

export const unmarkEnded = (userId: string): void => removeValue(endedKey(userId));

/** The ids of the marked accounts. */
export const readEnded = (): readonly string[] =>
  readKeys()
    .filter((key) => key.startsWith(endedKey('')))
    .map((key) => key.slice(endedKey('').length));

/** The key of an account's choice. */
export const choiceKey = (userId: string): string => `checklist.open-list.${userId}`;

/**
 * Which list an account had open last: in this tab, or in another one. The start of the app opens it (product H2). The name is shown until the
 * list's rows are on this device.
 */
export type ListChoice = { readonly listId: string; readonly name: string };

const isChoice = isWith<ListChoice>({ listId: isText, name: isText });

/** Reads the choice; null if the account has made none, or opened its personal list last. */
export function readListChoice(userId: string): ListChoice | null {
  const value = parseJson(readTabValue(choiceKey(userId)) ?? readValue(choiceKey(userId)));
  return isChoice(value) && value.listId !== userId ? value : null;
}

/** Stores the choice for this tab, and for tabs that open later. */
export function writeListChoice(userId: string, choice: ListChoice): void {
  const text = JSON.stringify(choice);
  writeTabValue(choiceKey(userId), text);
  writeValue(choiceKey(userId), text);
}

export function removeListChoice(userId: string): void {
  removeTabValue(choiceKey(userId));
  removeValue(choiceKey(userId));
}
