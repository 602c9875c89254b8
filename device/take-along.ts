/** The take-along port: the demo's list on this device, for a new account; nothing of it is changed by leaving. */
import type { ListCopy } from '#core/change/change.ts';
import { normalizeEmail } from '#core/account/credentials.ts';
import { DEMO_USER } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { TakeAlong } from '#client/ports/take-along.ts';
import type { Legacy } from '#client/store/open-list.ts';
import { readStoredSession } from './backend/stored-session.ts';
import { leaveAccount } from './leave-account.ts';
import { readKeptList } from './read-kept-list.ts';
import { dropPromise, readPromise, writePromise } from './take-along-promise.ts';

type Parts = {
  readonly clock: Clock;
  /** What the demo's list began as. */
  readonly loadFirst: () => Promise<ListCopy>;
};

export function createTakeAlong(parts: Parts): TakeAlong {
  return {
    async offer() {
      const demo = await readDemo(parts.clock);
      if (demo.type !== 'here' || isSameList(demo.copy, await parts.loadFirst())) return null;
      return { items: demo.copy.items.length };
    },
    promise: writePromise,
    isPromised: (email) => readPromise() === email,
    cancel: dropPromise,
    leaveAccount: (userId, copy) => leaveAccount(parts.clock, userId, copy),
  };
}

/**
 * The list promised to the account of this user, to join it.
 * @returns null where nothing is promised to it, or nothing is left of the demo
 */
export async function readTakenAlong(clock: Clock, user: User): Promise<Legacy | null> {
  const promised = readPromise();
  if (promised === null || !isTo(promised, user)) return null;
  const demo = await readDemo(clock);
  if (demo.type === 'here') return { copy: demo.copy, onTaken: () => dropPromiseTo(promised) };
  // One that cannot be read just now is there all the same.
  if (demo.type === 'absent') dropPromiseTo(promised);
  return null;
}

function isTo(promised: string, { id }: User): boolean {
  const session = readStoredSession();
  return promised === id || (session?.user.id === id && promised === normalizeEmail(session.user.email ?? ''));
}

/** Somebody else may have signed up in another tab meanwhile. */
function dropPromiseTo(promised: string): void {
  if (readPromise() === promised) dropPromise();
}

const readDemo = (clock: Clock) => readKeptList(DEMO_USER.id, clock);

/** Whether nobody made anything of a list. */
function isSameList(copy: ListCopy, first: ListCopy): boolean {
  return describeList(copy) === describeList(first);
}

/** Without an order, which nothing in a copy has. */
function describeList({ items, categories, savedLists, listName }: ListCopy): string {
  const lines = [
    ...items.map(({ id, name, category, checked }) => ['item', id, name, category, checked]),
    ...categories.map(({ id, name, inList }) => ['category', id, name, inList]),
    ...savedLists.map(({ id, name, createdAt }) => ['saved', id, name, createdAt]),
  ];
  return JSON.stringify([listName, ...lines.map((line) => JSON.stringify(line)).toSorted()]);
}
