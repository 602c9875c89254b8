/** Starts to open the signed-in user's list before the first screen requests it. */
import type { User } from '#core/account/user.ts';
import type { Session } from '#client/session/session.ts';
import type { OpenList } from './open-list.ts';

type OpenUserList = (user: User) => Promise<OpenList>;

/**
 * Opens the list of the first user at once. If another user signs in or the first one signs out before a screen requests the
 * list, it is closed, so that it neither syncs nor keeps its sync lock.
 *
 * @param firstUser null to open nothing yet
 * @param open opens the list of a user; the caller of the returned function closes it
 * @returns a function that opens a user's list; its first call, for the first user, returns the list that was already opened
 */
export function prefetchList(
  firstUser: User | null,
  session: Pick<Session, 'user' | 'onChange'>,
  open: OpenUserList,
): OpenUserList {
  let prefetched = firstUser && open(firstUser);
  const claim = (user: User | null): Promise<OpenList> | null => {
    if (prefetched === null) return null;
    stop();
    const claimed = prefetched;
    prefetched = null;
    if (user?.id === firstUser?.id) return claimed;
    // No caller waits for this list, so a failure to open it does not matter.
    claimed.then((list) => list.close()).catch(() => undefined);
    return null;
  };
  const stop = session.onChange(() => {
    if (session.user()?.id !== firstUser?.id) void claim(session.user());
  });
  return (user) => claim(user) ?? open(user);
}
