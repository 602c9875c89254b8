/** Who is signed in on this device, and how one goes out (spec section 4, product A1). Coming in: entry.ts. */
import { isDemoUser } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { TakeAlong } from '#client/ports/take-along.ts';
import type { UserKeeper } from '#client/ports/user-keeper.ts';

export type Session = {
  readonly user: () => User | null;
  readonly signOut: () => Promise<void>;
  /** The backend ended this user's session. Nobody's data are touched; another user's session stays. */
  readonly end: (userId: string) => void;
  /** Why nobody is in, where nobody on this device asked for it; forgotten when somebody comes in or goes out. */
  readonly endReason: () => 'session-ended' | null;
  /** Calls back when somebody came in or went out, in this tab or another. */
  readonly onChange: (listener: () => void) => () => void;
  /** Where one comes in. */
  readonly door: Door;
};

/** What coming in needs of the session. */
export type Door = {
  /** Rejects where the calls to the backend cannot be fetched. */
  readonly loadAccounts: () => Promise<Accounts>;
  /** What a new account takes along; rejects where that cannot be fetched. */
  readonly loadTakeAlong: () => Promise<Pick<TakeAlong, 'promise' | 'isPromised' | 'cancel'>>;
  readonly clock: Clock;
  /** Tells the backend that whoever is in goes. */
  readonly sayFarewell: () => void;
  /** Waits until the backend has answered to that; false when there was nothing to end. */
  readonly isFarewellSaid: () => Promise<boolean>;
  /** Remembers who came in, for all tabs. */
  readonly keep: (user: User | null) => void;
};

type SessionParts = Pick<Door, 'loadAccounts' | 'loadTakeAlong' | 'clock'> & { readonly keeper: UserKeeper };

export function createSession({ keeper, ...ways }: SessionParts): Session {
  const { user, keep, look, onChange } = createSignedIn(keeper);
  let reason: 'session-ended' | null = null;
  const keepFor = (next: User | null, why: typeof reason): void => {
    reason = why;
    keep(next);
  };
  const { sayFarewell, isFarewellSaid } = createFarewell(ways.loadAccounts, keeper.takeSession, user);
  return {
    user,
    async signOut() {
      sayFarewell();
      // Out at once: a backend that does not answer keeps nobody in (product Y6).
      keepFor(null, null);
      await isFarewellSaid();
    },
    end(userId) {
      // Another tab may have signed out, or somebody else in: that is no end of this kind.
      look();
      if (user()?.id === userId) keepFor(null, 'session-ended');
    },
    endReason: () => (user() === null ? reason : null),
    onChange,
    door: { ...ways, sayFarewell, isFarewellSaid, keep: (next) => keepFor(next, null) },
  };
}

/** The backend is told that somebody goes; whoever comes in next waits for its answer (product A4). */
function createFarewell(
  loadAccounts: () => Promise<Accounts>,
  takeSession: UserKeeper['takeSession'],
  user: () => User | null,
): Pick<Door, 'sayFarewell' | 'isFarewellSaid'> {
  let ending: Promise<void> | null = null;
  const end = async (taken: string | null): Promise<void> => {
    const accounts = await loadAccounts();
    await accounts.signOut(taken);
  };
  return {
    sayFarewell() {
      const leaving = user();
      // The demo makes no logout call (spec section 6).
      if (leaving === null || isDemoUser(leaving)) return;
      // Taken at once: the calls may be out of reach, and another tab may let somebody else in meanwhile.
      // A farewell that fails is over, too: whoever comes next must not wait for ever, nor fail for it.
      ending = end(takeSession(leaving.id)).catch(() => undefined);
    },
    async isFarewellSaid() {
      if (ending === null) return false;
      const own = ending;
      await own;
      // Somebody else may have gone meanwhile.
      if (ending === own) ending = null;
      return true;
    },
  };
}

/** The signed-in user in memory and on the device, one for all tabs. */
function createSignedIn(keeper: UserKeeper) {
  let user = keeper.read();
  const listeners = new Set<() => void>();
  const set = (next: User | null): void => {
    if (next?.id === user?.id && next?.username === user?.username) return;
    user = next;
    for (const listener of listeners) listener();
  };
  const look = (): void => set(keeper.read());
  keeper.onChange(look);
  return {
    user: () => user,
    look,
    keep: (next: User | null): void => {
      keeper.write(next);
      set(next);
    },
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
