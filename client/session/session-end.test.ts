/** The backend ends a session without an action on this device. */
import { describe, expect, test } from 'vitest';
import type { User } from '#core/account/user.ts';
import { NO_GUEST_LIST } from '#client/testing/fake-accounts.ts';
import { createFakeUserStorage } from '#test/doubles/fake-user-storage.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createSession } from './session.ts';

const ANN: User = { id: 'a', username: 'ann', password: '' };

/** A signed-in session on a device with other tabs. */
function setUp(kept: User | null, userStorage = createFakeUserStorage(kept)) {
  let asked = 0;
  const session = createSession({
    loadAccounts: async () => {
      asked += 1;
      throw new TypeError('Failed to fetch dynamically imported module');
    },
    userStorage,
    loadGuestList: async () => NO_GUEST_LIST,
    clock: createFakeClock(),
  });
  const changes: (string | null)[] = [];
  session.onChange(() => changes.push(session.user()?.username ?? null));
  return {
    ...session,
    userStorage,
    changes,
    asked: () => asked,
    keptUser: userStorage.read,
    /** Another tab signs out, and its message is still on its way. */
    removeQuietly: () => userStorage.write(null),
    elsewhere: userStorage.elsewhere,
    /** The page is loaded again. */
    reload: () => setUp(userStorage.read(), userStorage),
  };
}

describe('a session that the backend ended', () => {
  test('[A1] signs the user out, and shows why until the next sign-in', () => {
    const session = setUp(ANN);
    expect(session.endReason()).toBeNull();
    session.end(ANN.id, 'refused');
    expect([session.user(), session.keptUser(), session.endReason()]).toEqual([null, null, 'refused']);
    expect([session.asked(), session.changes]).toEqual([0, [null]]);
    session.signInAccess.setUser(ANN);
    expect([session.user(), session.endReason()]).toEqual([ANN, null]);
  });

  test('[A1] does not affect a user who has signed in or out since', () => {
    const session = setUp(ANN);
    session.end('somebody else', 'refused');
    expect([session.user(), session.endReason()]).toEqual([ANN, null]);
    void session.signOut();
    session.end(ANN.id, 'refused');
    expect(session.endReason()).toBeNull();
  });

  test('[Y8] is not reported as ended if another tab signed out and this tab has not noticed', () => {
    const session = setUp(ANN);
    session.removeQuietly();
    session.end(ANN.id, 'refused');
    expect([session.user(), session.endReason()]).toEqual([null, null]);
  });

  test('[Y8] is no longer shown when another tab has signed a user in', () => {
    const session = setUp(ANN);
    session.end(ANN.id, 'refused');
    session.elsewhere({ ...ANN, id: 'b', username: 'bob' });
    expect(session.endReason()).toBeNull();
  });

  test('[A1] still says why after a reload, until the user signs in or dismisses it', async () => {
    const session = setUp(ANN);
    session.end(ANN.id, 'password-changed');
    expect(session.reload().endReason()).toBe('password-changed');
    // A sign-in that has only started may fail.
    session.reload().signInAccess.setUser(null);
    expect(session.reload().endReason()).toBe('password-changed');
    session.reload().dismissEnd();
    expect(session.reload().endReason()).toBeNull();

    session.elsewhere(ANN);
    session.end(ANN.id, 'logged-out');
    session.reload().signInAccess.setUser(ANN);
    await session.reload().signOut();
    expect(session.reload().endReason()).toBeNull();
  });

  test('[Y8] is explained in every tab', () => {
    const session = setUp(ANN);
    const other = session.reload();
    session.end(ANN.id, 'logged-out');
    other.elsewhere(null);
    // The other tab also notices that its session is gone.
    other.end(ANN.id, 'refused');
    expect([other.user(), other.endReason()]).toEqual([null, 'logged-out']);
  });
});
