/** Accounts that logged out, or whose session was ended from elsewhere, until their synced data is removed from this device (product Y9). */
import { lazy } from '#core/lazy.ts';
import type { Clock } from '#client/ports/clock.ts';
import { markEnded, readEnded, unmarkEnded } from '#device/local-storage/ended-account.ts';
import { createUserStorage } from '#device/local-storage/local-storage.ts';

const accountRemoval = lazy(() => import('./remove-account.ts'));

export type EndedAccounts = {
  /** Removes the account's synced data from this device. Call it after the session has ended, which closes the lists. */
  readonly remove: (userId: string) => void;
};

/** Creates it, and completes the removals that an earlier page left unfinished. */
export function createEndedAccounts(clock: Clock): EndedAccounts {
  const finish = (userId: string): void => void finishRemoval(clock, userId);
  readEnded().forEach(finish);
  return {
    remove(userId) {
      markEnded(userId);
      finish(userId);
    },
  };
}

/** If the code cannot be downloaded, the next start of the app continues. */
async function finishRemoval(clock: Clock, userId: string): Promise<void> {
  const module = await accountRemoval.tryLoad();
  // The owner may have signed in on this device again.
  const isBack = (): boolean => createUserStorage().read()?.id === userId;
  if (module === null || (await module.removeSyncedData({ clock, userId, isBack }))) return;
  unmarkEnded(userId);
}
