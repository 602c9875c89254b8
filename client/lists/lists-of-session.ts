/** Opens the lists of the signed-in user once, the first one early, and closes them when the user signs out. */
import { isDemoUser, type User } from '#core/account/user.ts';
import { lazy, type Lazy } from '#core/lazy.ts';
import type { Session } from '#client/session/session.ts';
import type { AccountLists } from './lists.ts';
import type { OpenList } from './open-list.ts';

type Openers = {
  readonly openDemoLists: () => Promise<AccountLists>;
  /** @param isShown whether this tab shows a list, whose own sync keeps it up to date */
  readonly openAccountLists: (user: User, isShown: (listId: string) => boolean) => Promise<AccountLists>;
};

export type ListsOfSession = {
  /** Opens the user's lists; rejects if their code cannot be downloaded. The next call tries again. */
  readonly loadLists: (user: User) => Promise<AccountLists>;
  /** Records that this tab shows a list. @returns a function for when it is closed: from then on, it syncs in the background */
  readonly show: (listId: string) => () => void;
};

export function createListsOfSession(
  session: Pick<Session, 'user' | 'onChange'>,
  { openDemoLists, openAccountLists }: Openers,
): ListsOfSession {
  const demo = lazy(openDemoLists);
  // A list can be open twice for a moment: on screen, and opening again.
  const shown = new Set<{ readonly listId: string }>();
  const isShown = (listId: string): boolean => [...shown].some((open) => open.listId === listId);
  let account: { readonly userId: string; readonly lists: Lazy<AccountLists> } | null = null;
  session.onChange(() => {
    const userId = session.user()?.id;
    if (account?.userId !== userId) {
      account?.lists.forget(close);
      account = null;
    }
    demo.forget(close);
  });
  const loadAccountLists = (user: User): Promise<AccountLists> => {
    // A list that is still opening must not open the lists of a user who has signed out.
    if (session.user()?.id !== user.id) return Promise.reject(new Error('Signed out'));
    if (account?.userId !== user.id) {
      account?.lists.forget(close);
      account = { userId: user.id, lists: lazy(() => openAccountLists(user, isShown)) };
    }
    return account.lists.load();
  };
  return {
    loadLists: (user) => (isDemoUser(user) ? demo.load() : loadAccountLists(user)),
    show(listId) {
      const open = { listId };
      shown.add(open);
      return () => {
        shown.delete(open);
        if (!isShown(listId)) account?.lists.loaded()?.syncSoon(listId);
      };
    },
  };
}

const close = (lists: AccountLists): void => lists.close();

/** Opens one of a user's lists. */
type OpenUserList = (user: User, listId: string) => Promise<OpenList>;

/**
 * Opens the list of the first user at once. If another user signs in or the first one signs out before a screen requests the
 * list, it is closed, so that it neither syncs nor keeps its sync lock.
 *
 * @param first the list to open; null to open nothing yet
 * @param open opens a list; the caller of the returned function closes it
 * @returns a function that opens a list; its first call, for the first list, returns the list that was already opened
 */
export function prefetchList(
  first: { readonly user: User; readonly listId: string } | null,
  session: Pick<Session, 'user' | 'onChange'>,
  open: OpenUserList,
): OpenUserList {
  let prefetched = first && open(first.user, first.listId);
  const claim = (listId: string | null): Promise<OpenList> | null => {
    if (prefetched === null) return null;
    stop();
    const claimed = prefetched;
    prefetched = null;
    if (listId === first?.listId) return claimed;
    // No caller waits for this list, so a failure to open it does not matter.
    claimed.then((list) => list.close()).catch(() => undefined);
    return null;
  };
  const stop = session.onChange(() => {
    if (session.user()?.id !== first?.user.id) void claim(null);
  });
  return (user, listId) => claim(user.id === first?.user.id ? listId : null) ?? open(user, listId);
}
