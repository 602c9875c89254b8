/** Where the device remembers who is signed in (spec section 3: local storage, key 'signed-in user'). */
import type { User } from '#core/account/user.ts';

export type UserKeeper = {
  readonly read: () => User | null;
  readonly write: (user: User | null) => void;
  /** Calls back when another tab signed in or out. */
  readonly onChange: (callback: () => void) => () => void;
};
