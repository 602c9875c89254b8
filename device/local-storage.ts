/** The door to local storage: what must be known before anything is read from a database (spec section 3). */
import type { User } from '#core/account/user.ts';
import type { UserKeeper } from '#client/ports/user-keeper.ts';
import type { Clock } from '#client/ports/clock.ts';
import { isText, isWith } from './shape.ts';

const USER_KEY = 'user';
const DEVICE_KEY = 'deviceId';
/** The tokens of who is signed in: backend/stored-session.ts. */
export const SESSION_KEY = 'checklist.session';

const isUser = isWith({ id: isText, username: isText });

/** Remembers who is signed in, for all tabs; where the browser refuses, for as long as the page lives. */
export function createUserKeeper(): UserKeeper {
  return {
    read: () => parseUser(readValue(USER_KEY)),
    write(next) {
      if (next) writeValue(USER_KEY, JSON.stringify(next));
      else removeValue(USER_KEY);
    },
    takeSession(userId) {
      const session = readValue(SESSION_KEY);
      // An id stands in nobody else's; to read all of it takes more code than a page should begin with.
      if (session?.includes(userId) !== true) return null;
      removeValue(SESSION_KEY);
      return session;
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

/** This device's id, made at the first use: a prefix, the time and a random part (spec section 3). */
export function readDeviceId(clock: Clock): string {
  const known = readValue(DEVICE_KEY);
  if (known) return known;
  const made = `device-${clock.now()}-${clock.randomHex()}`;
  writeValue(DEVICE_KEY, made);
  return made;
}

/** A value as it stands; null where there is none or the browser refuses. */
export function readValue(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value; returns whether the browser took it. */
export function writeValue(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Forgets a value. */
export function removeValue(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
}

/** The keys of all values; none where the browser refuses. */
export function readKeys(): readonly string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).filter((key) => key !== null);
  } catch {
    return [];
  }
}

/** What a stored text says; null where it says nothing that can be read. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function parseUser(text: string | null): User | null {
  const value = parseJson(text);
  return isUser(value) && value.id !== '' ? { id: value.id, username: value.username, password: '' } : null;
}
