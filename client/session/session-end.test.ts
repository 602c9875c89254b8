/** The backend ends a session without an action on this device. */
import { describe, expect, test } from 'vitest';
import type { User } from '#core/account/user.ts';
import { NO_GUEST_LIST } from '#test/doubles/fake-accounts.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createSession } from './session.ts';

const ANN: User = { id: 'a', username: 'ann', password: '' };

/** A signed-in session on a device with other tabs. */
function setUp(kept: User) {
  const others = new Set<() => void>();
  let user: User | null = kept;
  let asked = 0;
  const session = createSession({
    loadAccounts: async () => {
      asked += 1;
      throw new TypeError('Failed to fetch dynamically imported module');
    },
    userStorage: {
      read: () => user,
      write: (next) => {
        user = next;
      },
      removeSession: () => null,
      onChange: (callback) => {
        others.add(callback);
        return () => others.delete(callback);
      },
    },
    loadGuestList: async () => NO_GUEST_LIST,
    clock: createFakeClock(),
  });
  const changes: (string | null)[] = [];
  session.onChange(() => changes.push(session.user()?.username ?? null));
  return {
    ...session,
    changes,
    asked: () => asked,
    keptUser: () => user,
    /** Another tab signs out, and its message is still on its way. */
    removeQuietly: () => {
      user = null;
    },
    /** Another tab signs a user in. */
    elsewhere: (next: User) => {
      user = next;
      for (const callback of others) callback();
    },
  };
}

describe('a session that the backend ended', () => {
  test('[A1] signs the user out, and shows why until the next sign-in', () => {
    const session = setUp(ANN);
    expect(session.endReason()).toBeNull();
    session.end(ANN.id);
    expect([session.user(), session.keptUser(), session.endReason()]).toEqual([null, null, 'session-ended']);
    expect([session.asked(), session.changes]).toEqual([0, [null]]);
    session.signInAccess.setUser(ANN);
    expect([session.user(), session.endReason()]).toEqual([ANN, null]);
  });

  test('[A1] does not affect a user who has signed in or out since', () => {
    const session = setUp(ANN);
    session.end('somebody else');
    expect([session.user(), session.endReason()]).toEqual([ANN, null]);
    void session.signOut();
    session.end(ANN.id);
    expect(session.endReason()).toBeNull();
  });

  test('[Y8] is not reported as ended if another tab signed out and this tab has not noticed', () => {
    const session = setUp(ANN);
    session.removeQuietly();
    session.end(ANN.id);
    expect([session.user(), session.endReason()]).toEqual([null, null]);
  });

  test('[Y8] is no longer shown when another tab has signed a user in', () => {
    const session = setUp(ANN);
    session.end(ANN.id);
    session.elsewhere({ ...ANN, id: 'b', username: 'bob' });
    expect(session.endReason()).toBeNull();
  });
});
