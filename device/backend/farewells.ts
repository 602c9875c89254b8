/** Accounts that are deleted: what was wished for then is done on this device, though an answer was lost or the page went. */
import type { Result } from '#core/result.ts';
import type { DeskFailure } from '#client/ports/account-desk.ts';
import type { Clock } from '#client/ports/clock.ts';
import { dropWish, readGone, readWish, writeWish } from '#device/farewell-wish.ts';

/** By then a request that was under way has been answered or given up. */
const SETTLED_MS = 15_000;

export type Farewells = {
  /** Writes down what is wished, and asks the backend; what it says decides what becomes of the wish. */
  readonly ask: <T>(
    userId: string,
    keepsList: boolean,
    work: () => Promise<Result<T, DeskFailure>>,
  ) => Promise<Result<T, DeskFailure>>;
  /** The backend takes this user's session no more: after an answer that was lost that means that the account is gone. */
  readonly refused: (userId: string) => void;
  /** The backend answered to this user, to what was asked at that time: the account is still there. */
  readonly answered: (userId: string, askedAt: number) => void;
};

/** Goes on with what an earlier page left undone. */
export function createFarewells(clock: Clock): Farewells {
  // Of this page: whoever asked goes on by himself.
  const underWay = new Set<string>();
  const finish = (userId: string): void => {
    if (!underWay.has(userId)) void finishLater(clock, userId);
  };
  readGone().forEach(finish);
  return {
    async ask(userId, keepsList, work) {
      const isRetry = readWish(userId) !== null;
      underWay.add(userId);
      writeWish(userId, { list: keepsList ? 'wanted' : 'unwanted', isGone: false, askedAt: clock.now() });
      const told = await work();
      if (told.ok) {
        noteGone(userId);
        return told;
      }
      underWay.delete(userId);
      if (told.failure.type === 'signed-out' && isRetry) {
        // The first try did it.
        noteGone(userId);
        finish(userId);
      } else if (told.failure.type !== 'unreachable') dropWish(userId);
      return told;
    },
    refused(userId) {
      if (readWish(userId) === null || underWay.has(userId)) return;
      noteGone(userId);
      finish(userId);
    },
    answered(userId, askedAt) {
      const wish = readWish(userId);
      if (wish !== null && !wish.isGone && askedAt - wish.askedAt > SETTLED_MS) dropWish(userId);
    },
  };
}

function noteGone(userId: string): void {
  const wish = readWish(userId);
  if (wish !== null) writeWish(userId, { ...wish, isGone: true });
}

/** Where its code cannot be fetched just now, the next start of the app goes on. */
async function finishLater(clock: Clock, userId: string): Promise<void> {
  const module = await import('#device/leave-account.ts').catch(() => null);
  await module?.leaveAccount(clock, userId, null);
}
