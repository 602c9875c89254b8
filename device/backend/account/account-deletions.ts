/** Deletes accounts, and completes a deletion on this device even if the answer was lost or the page was closed. */
import type { Result } from '#core/result.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import type { Clock } from '#client/ports/clock.ts';
import {
  removeDeletionRequest,
  readDeletedAccounts,
  readDeletionRequest,
  writeDeletionRequest,
} from '#device/guest-list/deletion-request.ts';

/** Time in milliseconds after which a pending request has been answered or has timed out. */
const SETTLED_MS = 15_000;

export type AccountDeletions = {
  /** Stores the deletion request, sends it, and keeps or drops the stored request depending on the answer. */
  readonly ask: <T>(
    userId: string,
    keepsList: boolean,
    work: () => Promise<Result<T, AccountApiFailure>>,
  ) => Promise<Result<T, AccountApiFailure>>;
  /** Call this when the backend refused this user's session. If a deletion is pending, the account was deleted. */
  readonly refused: (userId: string) => void;
  /** Call this when the backend answered a request of this user, with the time of the request: the account still exists. */
  readonly answered: (userId: string, askedAt: number) => void;
};

/** Creates the deletions, and completes those that an earlier page left unfinished. */
export function createAccountDeletions(clock: Clock): AccountDeletions {
  // Deletions that this page requested; their caller completes them.
  const underWay = new Set<string>();
  const finish = (userId: string): void => {
    if (!underWay.has(userId)) void finishDeletion(clock, userId);
  };
  readDeletedAccounts().forEach(finish);
  return {
    async ask(userId, keepsList, work) {
      const isRetry = readDeletionRequest(userId) !== null;
      underWay.add(userId);
      writeDeletionRequest(userId, { list: keepsList ? 'wanted' : 'unwanted', isGone: false, askedAt: clock.now() });
      const result = await work();
      if (result.ok) {
        markDeleted(userId);
        return result;
      }
      underWay.delete(userId);
      if (result.failure.type === 'signed-out' && isRetry) {
        // The first attempt deleted the account.
        markDeleted(userId);
        finish(userId);
      } else if (result.failure.type !== 'unreachable') removeDeletionRequest(userId);
      return result;
    },
    refused(userId) {
      if (readDeletionRequest(userId) === null || underWay.has(userId)) return;
      markDeleted(userId);
      finish(userId);
    },
    answered(userId, askedAt) {
      const request = readDeletionRequest(userId);
      if (request !== null && !request.isGone && askedAt - request.askedAt > SETTLED_MS) removeDeletionRequest(userId);
    },
  };
}

function markDeleted(userId: string): void {
  const request = readDeletionRequest(userId);
  if (request !== null) writeDeletionRequest(userId, { ...request, isGone: true });
}

/** If the code cannot be downloaded, the next start of the app continues. */
async function finishDeletion(clock: Clock, userId: string): Promise<void> {
  const module = await import('#device/guest-list/remove-deleted-account.ts').catch(() => null);
  await module?.removeDeletedAccount(clock, userId, null);
}
