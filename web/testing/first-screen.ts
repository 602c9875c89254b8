/** For component tests of the script that runs before the app: who is signed in, and the ticks on this device. */
import type { User } from '#core/account/user.ts';
import { createUserStorage } from '#device/local-storage/local-storage.ts';

/** Clears local storage and signs a user in. @param user null to stay signed out */
export function signIn(user: User | null): void {
  localStorage.clear();
  createUserStorage().write(user);
}

/** The ticks of a list that the first screen has stored. */
export const firstScreenTicks = (list: string) => ({
  /** Stores the ticks of an earlier start. */
  write: (ticks: string): void => localStorage.setItem(`checklist.first-screen-ticks.${list} 1`, ticks),
  /** The ticks of each start. */
  read: (): readonly string[] =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(`checklist.first-screen-ticks.${list} `))
      .map((key) => localStorage.getItem(key) ?? ''),
});
