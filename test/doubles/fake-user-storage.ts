/** The signed-in user of a device in memory, with other tabs that the test controls. */
import type { User } from '#core/account/user.ts';
import type { SessionEnd, UserStorage } from '#client/ports/local-storage.ts';

/** @param removeSession answers when the user's session is removed; by default, there is none */
export function createFakeUserStorage(first: User | null, removeSession: UserStorage['removeSession'] = () => null) {
  const listeners = new Set<() => void>();
  let user = first;
  let end: SessionEnd | null = null;
  return {
    read: () => user,
    write(next: User | null) {
      user = next;
    },
    removeSession,
    readEnd: () => end,
    writeEnd(next: SessionEnd | null) {
      end = next;
    },
    onChange(callback: () => void) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    /** Another tab signs a user in or out. */
    elsewhere: (next: User | null): void => {
      user = next;
      for (const callback of listeners) callback();
    },
  };
}
