/** Starts to open the signed-in user's list before the first screen requests it. */
import type { User } from '#core/account/user.ts';
import type { Session } from '#client/session/session.ts';
import type { OpenList } from './open-list.ts';

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
