/** Storage of the signed-in user on this device (spec section 3: local storage, key 'signed-in user'). */
import type { User } from '#core/account/user.ts';

export type UserStorage = {
  readonly read: () => User | null;
  readonly write: (user: User | null) => void;
  /**
   * Removes this user's session from this device, so that the backend can end it.
   * @returns the stored text; null if there is no session or if another user has signed in through another tab
   */
  readonly removeSession: (userId: string) => string | null;
  /** Calls back when another tab signed in or out. */
  readonly onChange: (callback: () => void) => () => void;
};
