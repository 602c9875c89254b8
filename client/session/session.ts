/** The signed-in user of this device, and sign-out (spec section 4, product A1). For sign-in, see sign-in.ts. */
import { createListeners } from '#core/listeners.ts';
import { isDemoUser, type User } from '#core/account/user.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { GuestList } from '#client/ports/lists.ts';
import type { SessionEnd, UserStorage } from '#client/ports/local-storage.ts';

export type Session = {
  readonly user: () => User | null;
  readonly signOut: () => Promise<void>;
  /** Signs this user out because the session ended elsewhere. Another user's session stays. */
  readonly end: (userId: string, end: SessionEnd) => void;
  /** Why the user is signed out without having requested it; kept until the next sign-in or sign-out, or until it is dismissed. */
  readonly endReason: () => SessionEnd | null;
  readonly dismissEnd: () => void;
  /** Calls back when a user signed in or out, in any tab. */
  readonly onChange: (listener: () => void) => () => void;
  /** The parts that sign-in needs. */
  readonly signInAccess: SignInAccess;
};

/** The parts of the session that sign-in needs. */
export type SignInAccess = {
  /** Downloads the calls to the backend; rejects if they cannot be downloaded. */
  readonly loadAccounts: () => Promise<Accounts>;
  /** Downloads the import of the guest list; rejects if it cannot be downloaded. */
  readonly loadGuestList: () => Promise<Pick<GuestList, 'requestImport' | 'isImportRequested' | 'cancelImport'>>;
  readonly clock: Clock;
  /** Starts to end the current session on the backend. */
  readonly startSignOut: () => void;
  /** Waits for the backend's answer. @returns false if there was no session to end */
  readonly finishSignOut: () => Promise<boolean>;
  /** Stores the signed-in user for all tabs. */
  readonly setUser: (user: User | null) => void;
};

type SessionParts = Pick<SignInAccess, 'loadAccounts' | 'loadGuestList' | 'clock'> & {
  readonly userStorage: UserStorage;
};

export function createSession({ userStorage, ...access }: SessionParts): Session {
  const { user, keep, refresh, onChange } = createSignedInUser(userStorage);
  const { startSignOut, finishSignOut } = createSignOut(access.loadAccounts, userStorage.removeSession, user);
  return {
    user,
    async signOut() {
      startSignOut();
      // Sign out immediately, even if the backend does not answer (product Y6).
      userStorage.writeEnd(null);
      keep(null);
      await finishSignOut();
    },
    end(userId, end) {
      // If another tab signed out, or signed in another user, this session has not ended unexpectedly.
      refresh();
      if (user()?.id !== userId) return;
      // Before the user, whose removal notifies the other tabs.
      userStorage.writeEnd(end);
      keep(null);
    },
    endReason: () => (user() === null ? userStorage.readEnd() : null),
    dismissEnd: () => userStorage.writeEnd(null),
    onChange,
    signInAccess: {
      ...access,
      startSignOut,
      finishSignOut,
      setUser(next) {
        // A sign-in that has only started, and may fail, signs out first.
        if (next !== null) userStorage.writeEnd(null);
        keep(next);
      },
    },
  };
}

/** Ends sessions on the backend. The next sign-in waits for the answer (product A4). */
function createSignOut(
  loadAccounts: () => Promise<Accounts>,
  removeSession: UserStorage['removeSession'],
  user: () => User | null,
): Pick<SignInAccess, 'startSignOut' | 'finishSignOut'> {
  let ending: Promise<void> | null = null;
  const end = async (removed: string | null): Promise<void> => {
    const accounts = await loadAccounts();
    await accounts.signOut(removed);
  };
  return {
    startSignOut() {
      const current = user();
      // The demo makes no logout call (spec section 6).
      if (current === null || isDemoUser(current)) return;
      // Remove the session first: the calls may be unavailable, and another tab may sign in another user. A failed
      // sign-out counts as finished, so that the next sign-in does not wait or fail.
      ending = end(removeSession(current.id)).catch(() => undefined);
    },
    async finishSignOut() {
      if (ending === null) return false;
      const own = ending;
      await own;
      // Another sign-out may have started.
      if (ending === own) ending = null;
      return true;
    },
  };
}

/** The signed-in user in memory and on the device, one for all tabs. */
function createSignedInUser(userStorage: UserStorage) {
  let user = userStorage.read();
  const listeners = createListeners();
  const set = (next: User | null): void => {
    if (next?.id === user?.id && next?.username === user?.username) return;
    user = next;
    listeners.notify();
  };
  const refresh = (): void => set(userStorage.read());
  userStorage.onChange(refresh);
  return {
    user: () => user,
    refresh,
    keep: (next: User | null): void => {
      userStorage.write(next);
      set(next);
    },
    onChange: listeners.add,
  };
}
