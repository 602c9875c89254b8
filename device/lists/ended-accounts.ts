/** Accounts that logged out, or whose session was ended from elsewhere, until their synced data is removed from this device (product Y9). */
import { lazy } from '#core/lazy.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createUserStorage, endedKey, readKeys, removeValue, writeValue } from '#device/local-storage/local-storage.ts';

const accountRemoval = lazy(() => import('./remove-account.ts'));

/** A key stays until the removal is complete, so that a closed page does not stop it, or until the account signs in here again. */
const PREFIX = endedKey('');

export type EndedAccounts = {
  /** Removes the account's synced data from this device. Call it after the session has ended, which closes the lists. */
  readonly remove: (userId: string) => void;
};

/** Creates it, and completes the removals that an earlier page left unfinished. */
export function createEndedAccounts(clock: Clock): EndedAccounts {
  const finish = (userId: string): void => void finishRemoval(clock, userId);
  readUnfinished().forEach((key) => finish(key.slice(PREFIX.length)));
  return {
    remove(userId) {
      markEnded(userId);
      finish(userId);
    },
  };
}

/** Makes the next start remove the account's synced data if this page does not. */
export const markEnded = (userId: string): void => void writeValue(endedKey(userId), '1');

/** Whether an earlier page left a removal unfinished. */
export const hasUnfinishedRemoval = (): boolean => readUnfinished().length > 0;

const readUnfinished = (): readonly string[] => readKeys().filter((key) => key.startsWith(PREFIX));

/** If the code cannot be downloaded, the next start of the app continues. */
async function finishRemoval(clock: Clock, userId: string): Promise<void> {
  const module = await accountRemoval.tryLoad();
  // The owner may have signed in on this device again.
  const isBack = (): boolean => createUserStorage().read()?.id === userId;
  if (module === null || (await module.removeSyncedData({ clock, userId, isBack }))) return;
  removeValue(endedKey(userId));
}
