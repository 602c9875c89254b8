/** Starts to open the signed-in user's list before the first screen asks for it. */
import type { User } from '#core/account/user.ts';
import type { Session } from '#client/session/session.ts';
import type { OpenList } from './open-list.ts';

type OpenUserList = (user: User) => Promise<OpenList>;

/**
 * Opens the list of the first user at once. If another user signs in or the first one signs out before the list is asked for,
 * it is closed, so that it neither syncs nor keeps the account's sync lock.
 *
 * @param firstUser null to open nothing yet
 * @param open opens the list of a user; the caller of the returned function closes it
 * @returns opens the list of a user, which is the one that was already opened if it is the first call for the first user
 */
export function prefetchList(
  firstUser: User | null,
  session: Pick<Session, 'user' | 'onChange'>,
  open: OpenUserList,
): OpenUserList {
  let prefetched = firstUser && open(firstUser);
  const take = (user: User | null): Promise<OpenList> | null => {
    if (prefetched === null) return null;
    stop();
    const taken = prefetched;
    prefetched = null;
    if (user?.id === firstUser?.id) return taken;
    // Whether it opened does not matter, because nobody waits for it.
    taken.then((list) => list.close()).catch(() => undefined);
    return null;
  };
  const stop = session.onChange(() => {
    if (session.user()?.id !== firstUser?.id) void take(session.user());
  });
  return (user) => take(user) ?? open(user);
}
