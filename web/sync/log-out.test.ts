/** What logging out asks, and what it leaves on the device. */
import { describe, expect, test } from 'vitest';
import { DEMO_USER } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import type { SetAsideGroup } from '#core/sync/outgoing.ts';
import { createFolding } from '#client/folding/folding.ts';
import { createSession } from '#client/session/session.ts';
import type { Session } from '#client/session/session.ts';
import type { Sync, SyncStatus } from '#client/sync/sync.ts';
import { act, check, FIRST } from '#test/doubles/acts.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';
import { logOut, logOutQuestion } from './log-out.ts';

const ANN: User = { id: 'ann', username: 'ann@example.org', password: '' };
const REFUSED: SetAsideGroup = {
  id: 'a',
  group: {
    table: 'items',
    deviceId: 'd',
    patches: [{ patch: { table: 'items', id: 'milk', fields: { checked: true } }, seq: 1 }],
  },
  message: 'no',
};

type Wanted = {
  readonly user: User;
  readonly pending: number;
  readonly tray: readonly SetAsideGroup[];
  readonly acts: number;
  readonly openFailure: StorageFailure | null;
};

const ALL_SENT: Wanted = { user: ANN, pending: 0, tray: [], acts: 0, openFailure: null };

/** A shopper with a store of three items, and a log of what is done when one goes. */
async function openShopper(wanted: Partial<Wanted>) {
  const { user, pending, tray, acts, openFailure } = { ...ALL_SENT, ...wanted };
  const log: string[] = [];
  const clock = createFakeClock();
  const store = await openTab(createFakeDisk({ isManual: false }), FIRST, clock);
  for (let at = 0; at < acts; at += 1) act(store, check('milk', at % 2 === 0));
  const shopper: Shopper = {
    user,
    store,
    sync: user === DEMO_USER || openFailure ? null : createStillSync({ pending, firstSync: null, tray }),
    folding: createFolding({ store, clock, folded: [], keep: () => undefined }),
    openFailure,
    forget: async () => {
      log.push(`forgotten, ${session.user()?.username ?? 'nobody'} in`);
    },
    close() {},
  };
  const session = createOfflineSession(user);
  return { shopper, session, log };
}

/** A sync that stands still. */
const createStillSync = (status: SyncStatus): Sync => ({
  status: () => status,
  onChange: () => () => undefined,
  retry() {},
  discard() {},
  close() {},
});

/** A session whose backend cannot be reached. */
function createOfflineSession(user: User): Session {
  let kept: User | null = user;
  return createSession({
    loadAccounts: () => Promise.reject(new Error('no network')),
    loadTakeAlong: () => Promise.reject(new Error('no network')),
    clock: createFakeClock(),
    keeper: {
      read: () => kept,
      write(next) {
        kept = next;
      },
      takeSession: () => null,
      onChange: () => () => undefined,
    },
  });
}

const ask = async (wanted: Partial<Wanted>) => logOutQuestion((await openShopper(wanted)).shopper, () => undefined);

describe('logging out', () => {
  test('[Y9] with everything sent asks nothing, and removes the account’s data once the session has ended', async () => {
    const { shopper, session, log } = await openShopper({});
    expect(logOutQuestion(shopper, () => undefined)).toBe(null);
    await logOut(session, shopper);
    expect(log).toEqual(['forgotten, nobody in']);
  });

  test('[Y9] with changes queued says how many, and keeps them on the device', async () => {
    const { shopper, session, log } = await openShopper({ pending: 3 });
    expect(logOutQuestion(shopper, () => undefined)).toMatchObject({
      yes: 'Log out',
      no: 'Stay',
      isDanger: false,
      text: '3 changes have not been saved to your account yet. They stay on this device and are sent the next time you sign in here.',
    });
    await logOut(session, shopper);
    expect([log, session.user()]).toEqual([[], null]);
  });

  test('[Y9] asks for what was refused, too', async () => {
    expect((await ask({ tray: [REFUSED] }))?.text).toMatch(/^1 change could not/u);
    expect((await ask({ tray: [REFUSED], pending: 2 }))?.text).toMatch(/^2 changes have not .* 1 change could not/u);
  });

  test('[Y9] right after a tap asks before the sync has counted it, each row once', async () => {
    expect((await ask({ acts: 4 }))?.text).toMatch(/^1 change has/u);
  });

  test('[D2] [Y9] where the browser keeps nothing says that it would be lost', async () => {
    const question = await ask({ openFailure: { type: 'storage-blocked' } });
    expect(question).toMatchObject({ isDanger: true, no: 'Stay' });
    expect(question?.text).toContain('gone when you log out');
  });

  test('[Y9] the demo asks nothing, and its list stays', async () => {
    const { shopper, session, log } = await openShopper({ user: DEMO_USER, acts: 2 });
    expect(logOutQuestion(shopper, () => undefined)).toBe(null);
    await logOut(session, shopper);
    expect([log, session.user()]).toEqual([[], null]);
  });
});
