/** Deletes accounts, and completes a deletion on this device even if the answer was lost or the page was closed. */
import { lazy } from '#core/lazy.ts';
import type { Result } from '#core/result.ts';
import { isOutcomeUnknown } from '#client/ports/accounts.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import type { Clock } from '#client/ports/clock.ts';
import {
  readDeletedAccounts,
  readDeletionRequest,
  removeDeletionRequest,
  writeDeletionRequest,
} from '#device/local-storage/pending-requests.ts';

const accountRemoval = lazy(() => import('#device/lists/remove-account.ts'));

/** Milliseconds after which a request has been answered or has timed out. */
const TIMEOUT_MS = 15_000;

export type AccountDeletions = {
  /** Stores the deletion request, sends it, and keeps or removes the stored request depending on the answer. */
  readonly run: <T>(
    userId: string,
    keepsList: boolean,
    work: () => Promise<Result<T, AccountApiFailure>>,
  ) => Promise<Result<T, AccountApiFailure>>;
  /**
   * Call this when the backend says that this user's account was deleted. A session that was refused for another reason decides nothing
   * (product Y9, A1): the request and the data stay until the account answers again.
   */
  readonly onDeleted: (userId: string) => void;
  /** Call this when the backend answered a request of this user, with the time of the request: the account still exists. */
  readonly onAnswered: (userId: string, requestedAt: number) => void;
};

/** Creates the deletions, and completes those that an earlier page left unfinished. */
export function createAccountDeletions(clock: Clock): AccountDeletions {
  // Deletions that this page requested; their caller completes them.
  const inProgress = new Set<string>();
  const finish = (userId: string): void => {
    if (!inProgress.has(userId)) void finishDeletion(clock, userId);
  };
  readDeletedAccounts().forEach(finish);
  return {
    async run(userId, keepsList, work) {
      const isRetry = readDeletionRequest(userId) !== null;
      inProgress.add(userId);
      writeDeletionRequest(userId, {
        list: keepsList ? 'wanted' : 'unwanted',
        isGone: false,
        requestedAt: clock.now(),
      });
      const result = await work();
      if (result.ok) {
        markDeleted(userId);
        return result;
      }
      inProgress.delete(userId);
      // An earlier attempt, or another device, deleted the account.
      if (readDeletionRequest(userId)?.isGone === true) finish(userId);
      // A session that has ended says nothing about the earlier attempt.
      else if (!isOutcomeUnknown(result.failure) && !(isRetry && result.failure.type === 'signed-out'))
        removeDeletionRequest(userId);
      return result;
    },
    onDeleted(userId) {
      if (readDeletionRequest(userId) === null) return;
      markDeleted(userId);
      finish(userId);
    },
    onAnswered(userId, requestedAt) {
      const request = readDeletionRequest(userId);
      if (request !== null && !request.isGone && requestedAt - request.requestedAt > TIMEOUT_MS)
        removeDeletionRequest(userId);
    },
  };
}

function markDeleted(userId: string): void {
  const request = readDeletionRequest(userId);
  if (request !== null) writeDeletionRequest(userId, { ...request, isGone: true });
}

/** If the code cannot be downloaded, the next start of the app continues. */
async function finishDeletion(clock: Clock, userId: string): Promise<void> {
  const module = await accountRemoval.tryLoad();
  await module?.removeDeletedAccount(clock, userId, null);
}
