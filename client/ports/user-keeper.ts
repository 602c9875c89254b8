/** Where the device remembers who is signed in (spec section 3: local storage, key 'signed-in user'). */
import type { User } from '#core/account/user.ts';

export type UserKeeper = {
  readonly read: () => User | null;
  readonly write: (user: User | null) => void;
  /**
   * Takes this user's session from this device and gives it, as it is kept there: for the backend to end it.
   * @returns null where there is none, or somebody else's, who came in through another tab
   */
  readonly takeSession: (userId: string) => string | null;
  /** Calls back when another tab signed in or out. */
  readonly onChange: (callback: () => void) => () => void;
};
