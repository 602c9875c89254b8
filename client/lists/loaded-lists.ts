/** Opens the lists of the signed-in user once, and closes them when the user signs out. */
import { isDemoUser } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import { lazy } from '#core/lazy.ts';
import type { Lazy } from '#core/lazy.ts';
import type { Session } from '#client/session/session.ts';
import type { AccountLists } from './lists.ts';

/** The lists of a real account also sync those that are not open. */
type Synced = AccountLists & { readonly syncSoon: (listId: string) => void };

type Loaders<S> = {
  readonly loadDemo: () => Promise<AccountLists>;
  readonly loadAccount: (user: User) => Promise<S>;
};

export type LoadedLists<S> = {
  /** Opens the user's lists; rejects if their code cannot be downloaded. The next call tries again. */
  readonly load: (user: User) => Promise<AccountLists>;
  readonly loadAccount: (user: User) => Promise<S>;
  /** Syncs a list that is not open, if the account's lists are open. */
  readonly syncSoon: (listId: string) => void;
};

export function createLoadedLists<S extends Synced>(
  session: Pick<Session, 'user' | 'onChange'>,
  { loadDemo, loadAccount }: Loaders<S>,
): LoadedLists<S> {
  const demo = lazy(loadDemo);
  let account: { readonly userId: string; readonly lists: Lazy<S> } | null = null;
  session.onChange(() => {
    const userId = session.user()?.id;
    if (account?.userId !== userId) {
      account?.lists.forget(close);
      account = null;
    }
    demo.forget(close);
  });
  const loadOf = (user: User): Promise<S> => {
    // A list that is still opening must not open the lists of a user who has signed out.
    if (session.user()?.id !== user.id) return Promise.reject(new Error('Signed out'));
    if (account?.userId !== user.id) {
      account?.lists.forget(close);
      account = { userId: user.id, lists: lazy(() => loadAccount(user)) };
    }
    return account.lists.load();
  };
  return {
    load: (user) => (isDemoUser(user) ? demo.load() : loadOf(user)),
    loadAccount: loadOf,
    syncSoon: (listId) => account?.lists.loaded()?.syncSoon(listId),
  };
}

const close = (lists: AccountLists): void => lists.close();
