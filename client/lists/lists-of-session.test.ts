/** The lists of the signed-in user, and the list that opens before a screen requests it. */
import { expect, test, vi } from 'vitest';
import type { User } from '#core/account/user.ts';
import { quiet } from '#test/doubles/quiet.ts';
import type { OpenList } from './open-list.ts';
import type { AccountLists } from './lists.ts';
import { createListsOfSession, prefetchList } from './lists-of-session.ts';

const ANN: User = { id: 'ann', username: 'ann', password: '' };
const BEN: User = { id: 'ben', username: 'ben', password: '' };

/** A start with a signed-in user, whose lists only count how often they are opened and closed. */
function start(firstUser: User | null, fails = false) {
  let user = firstUser;
  const listeners = new Set<() => void>();
  const session = {
    user: () => user,
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const opened: string[] = [];
  const closed: string[] = [];
  const openList = prefetchList(firstUser && { user: firstUser, listId: firstUser.id }, session, (_, id) => {
    opened.push(id);
    // These tests use nothing else of a list.
    const list = { close: () => closed.push(id) } as unknown as OpenList;
    return fails ? Promise.reject(new Error('disk')) : Promise.resolve(list);
  });
  const signIn = (next: User | null): void => {
    user = next;
    for (const listener of listeners) listener();
  };
  return { session, openList, signIn, opened, closed, listeners };
}

test('[Y9] the first call gets the list that is already opening, and later calls open a new one', async () => {
  const { openList, opened, closed, listeners } = start(ANN);
  expect(opened).toEqual(['ann']);
  await openList(ANN, 'ann');
  expect([opened, listeners.size]).toEqual([['ann'], 0]);
  await openList(ANN, 'ann');
  expect([opened, closed]).toEqual([['ann', 'ann'], []]);
});

test('[Y9] the list is closed if its user signs out, or another one signs in, before it is requested', async () => {
  for (const next of [null, BEN]) {
    const { openList, signIn, opened, closed } = start(ANN);
    signIn(next);
    await quiet();
    expect(closed).toEqual(['ann']);
    await openList(BEN, 'ben');
    expect([opened, closed]).toEqual([['ann', 'ben'], ['ann']]);
  }
});

test('[Y9] the list is closed if another user’s list is requested first', async () => {
  const { openList, closed } = start(ANN);
  await openList(BEN, 'ben');
  await quiet();
  expect(closed).toEqual(['ann']);
});

test('[Y9] a change in another tab that leaves the same user signed in closes nothing', async () => {
  const { openList, signIn, opened, closed } = start(ANN);
  signIn({ ...ANN });
  await openList({ ...ANN }, 'ann');
  expect([opened, closed]).toEqual([['ann'], []]);
});

test('[Y9] a failure to open reaches the caller; without a caller, it is not an unhandled rejection', async () => {
  await expect(start(ANN, true).openList(ANN, 'ann')).rejects.toThrow('disk');
  const { signIn } = start(ANN, true);
  const unhandled = vi.fn<() => void>();
  process.once('unhandledRejection', unhandled);
  signIn(null);
  await quiet();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('[H2] the list that is already opening is closed if another list of the user is requested first', async () => {
  const { openList, opened, closed } = start(ANN);
  await openList(ANN, 'party');
  await quiet();
  expect([opened, closed]).toEqual([['ann', 'party'], ['ann']]);
});

test('[Y9] the lists of a user are closed when the user signs out, or another one signs in', async () => {
  for (const next of [null, BEN]) {
    const { session, signIn } = start(null);
    const closed: string[] = [];
    const lists = createListsOfSession(session, {
      openDemoLists: () => Promise.reject(new Error('no demo')),
      // This test uses nothing else of the lists.
      openAccountLists: ({ id }) => Promise.resolve({ close: () => closed.push(id) } as unknown as AccountLists),
    });
    signIn(ANN);
    await lists.loadLists(ANN);
    signIn(ANN);
    expect(closed).toEqual([]);
    signIn(next);
    await expect(lists.loadLists(ANN)).rejects.toThrow('Signed out');
    expect(closed).toEqual(['ann']);
  }
});

test('[H7] a list that is opened again before its first opening is closed does not sync in the background', async () => {
  const { session } = start(ANN);
  const synced: string[] = [];
  let isShown: (listId: string) => boolean = () => false;
  const lists = createListsOfSession(session, {
    openDemoLists: () => Promise.reject(new Error('no demo')),
    openAccountLists(_, isOpen) {
      isShown = isOpen;
      // This test uses nothing else of the lists.
      return Promise.resolve({ syncSoon: (id: string) => synced.push(id) } as unknown as AccountLists);
    },
  });
  await lists.loadLists(ANN);
  const [hideFirst, hideAgain] = [lists.show('party'), lists.show('party')];
  hideFirst();
  expect([isShown('party'), synced]).toEqual([true, []]);
  hideAgain();
  expect([isShown('party'), synced]).toEqual([false, ['party']]);
});
