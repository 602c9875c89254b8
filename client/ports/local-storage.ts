/** Small facts of this device that the app needs before it opens a database: the signed-in user, counts, preferences. */
import type { User } from '#core/account/user.ts';
import type { Habits } from '#core/suggest/habits.ts';

/** How the owner of an account ended a session from elsewhere (supabase/migrations/0011_ended_sessions.sql). */
export type OwnerEnd = 'logged-out' | 'password-changed' | 'account-deleted';

/** How a session ended that the user did not end on this device. `refused`: the backend gave no reason (product A1). */
export type SessionEnd = OwnerEnd | 'refused';

/** Storage of the signed-in user on this device (spec section 3: local storage, key 'signed-in user'). */
export type UserStorage = {
  readonly read: () => User | null;
  readonly write: (user: User | null) => void;
  /**
   * Removes this user's session from this device, so that the backend can end it.
   * @returns the stored text; null if there is no session or if another user has signed in through another tab
   */
  readonly removeSession: (userId: string) => string | null;
  /** How the last session on this device ended; null if the user ended it here, has signed in since, or has dismissed the message. */
  readonly readEnd: () => SessionEnd | null;
  readonly writeEnd: (end: SessionEnd | null) => void;
  /** Calls back when another tab signed in or out. */
  readonly onChange: (callback: () => void) => () => void;
};

/** Counts of unsent changes that signed-out accounts left on this device (spec section 2, product Y9). */
export type UnsentCounts = {
  /** The sum over all accounts of this device. */
  readonly read: () => number;
  /** Stores an account's count; 0 removes it. */
  readonly write: (userId: string, count: number) => void;
};

/** Which list is in Shop mode on this device, for a start after the page was closed (product L14). Removed at sign-out. */
export type ShopModeStorage = {
  /** The id of the last step before Shop mode was opened, if it was on for this list less than three hours ago; otherwise null. */
  readonly read: (listId: string) => string | null;
  /** @param lastStep '' if there was none before */
  readonly write: (listId: string, lastStep: string) => void;
  /** Shop mode is off. */
  readonly clear: () => void;
};

/** The items that the accounts on this device usually buy (product O7). Removed from the device at sign-out. */
export type HabitStorage = {
  readonly read: (userId: string) => Habits;
  /** Does nothing if the account is no longer signed in. */
  readonly write: (userId: string, habits: Habits) => void;
};

export type Theme = 'system' | 'light' | 'dark';

/** The shopper's preferences for this device. They are not synced. */
export type Preferences = {
  /** Follows the system, or is chosen by the user (product D3). */
  readonly theme: Theme;
  /** Whether a tick vibrates, on devices that can. */
  readonly vibrates: boolean;
  /** Whether the screen stays on while shopping, in browsers that can (product D7). */
  readonly keepsAwake: boolean;
  /** Whether ticked items come last in their category. */
  readonly tickedLast: boolean;
  /** Whether `/` and `n` focus the add field. Speech input can trigger them by mistake (WCAG 2.1.4). */
  readonly addKeys: boolean;
  /** Whether the hint about an item's menu was shown. */
  readonly hasSeenItemHint: boolean;
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  vibrates: true,
  keepsAwake: true,
  tickedLast: false,
  addKeys: true,
  hasSeenItemHint: false,
};

export type PreferenceStorage = {
  /** The same object until something changes. */
  readonly read: () => Preferences;
  readonly write: (preferences: Preferences) => void;
  readonly onChange: (listener: () => void) => () => void;
};

/** The invitation that the user opened and has not answered yet. It survives sign-in, sign-up and reloads (product H4). */
export type PendingInvitation = {
  /** Its secret; null if there is none. */
  readonly secret: () => string | null;
  /** Removes it: it was accepted, declined or refused. */
  readonly remove: () => void;
  /** Calls back when an invitation was opened or removed, in any tab. */
  readonly onChange: (listener: () => void) => () => void;
};
