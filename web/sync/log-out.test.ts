/** The confirmation before logging out, and the data that stays on the device. */
import { describe, expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER, type User } from '#core/account/user.ts';
import type { Sharing } from '#client/ports/device-features.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import type { RejectedGroup } from '#core/sync/sync-record.ts';
import { createCategoryCollapse } from '#client/collapse/category-collapse.ts';
import { createSession, type Session } from '#client/session/session.ts';
import type { Sync, SyncStatus } from '#client/sync/sync.ts';
import { applyTo, check, FIRST } from '#test/doubles/sample-list.ts';
import { createFakeUserStorage } from '#test/doubles/fake-user-storage.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { createItemMarks, type ShownList } from '#web/shown-list/shown-list.ts';
import { logOut, logOutConfirmation } from './log-out.ts';

await speakEnglish();

const ANN: User = { id: 'ann', username: 'ann@example.org', password: '' };
const REJECTED: RejectedGroup = {
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
  readonly rejected: readonly RejectedGroup[];
  readonly changes: number;
  /** Unsent changes in the account's other lists. */
  readonly elsewhere: number;
  readonly openFailure: StorageFailure | null;
};

const ALL_SENT: Wanted = { user: ANN, pending: 0, rejected: [], changes: 0, elsewhere: 0, openFailure: null };

/** A shopper with three items, and a log of what logging out does. */
async function openShownList(wanted: Partial<Wanted>) {
  const { user, pending, rejected, changes, elsewhere, openFailure } = { ...ALL_SENT, ...wanted };
  const log: string[] = [];
  const clock = createFakeClock();
  const store = await openTab(createFakeDisk({ isManual: false }), FIRST, clock);
  for (let at = 0; at < changes; at += 1) applyTo(store, check('milk', at % 2 === 0));
  const shownList: ShownList = {
    user,
    ref: personalList(user.id),
    store,
    sync:
      user === DEMO_USER || openFailure
        ? null
        : createFixedSync({ pending, firstSync: null, hasPulled: true, rejected }),
    collapse: createCategoryCollapse({ store, clock, collapsed: [], save: () => undefined }),
    trip: { load: () => Promise.reject(new Error('no trip')), loaded: () => null },
    openFailure,
    knownName: null,
    marks: createItemMarks(),
    switchTo: () => undefined,
    countUnsentElsewhere: () => Promise.resolve(elsewhere),
    removeData: async () => {
      log.push(`forgotten, user: ${session.user()?.username ?? 'none'}`);
    },
    close() {},
  };
  const session = createOfflineSession(user);
  const counts = new Map<string, number>();
  const unsentCounts = { read: () => 0, write: (id: string, count: number) => void counts.set(id, count) };
  const notNeeded = (): never => {
    throw new Error('Not needed');
  };
  const sharing: Sharing = {
    hasShareSheet: false,
    openShareSheet: notNeeded,
    drawQrCode: notNeeded,
    readSharedText: notNeeded,
    deleteSharedText: async () => void deleted.push('shared text'),
  };
  const deleted: string[] = [];
  const deviceFeatures = { loadSharing: () => Promise.resolve(sharing) };
  return { shownList, session, unsentCounts, deviceFeatures, deleted, counts, log };
}

/** A sync with a fixed status. */
const createFixedSync = (status: SyncStatus): Sync => ({
  status: () => status,
  onChange: () => () => undefined,
  retry() {},
  discard() {},
  presence: () => null,
  people: () => null,
  close() {},
});

/** A session whose backend cannot be reached. */
function createOfflineSession(user: User): Session {
  return createSession({
    loadAccounts: () => Promise.reject(new Error('no network')),
    loadGuestList: () => Promise.reject(new Error('no network')),
    clock: createFakeClock(),
    userStorage: createFakeUserStorage(user),
  });
}

const confirmationFor = async (wanted: Partial<Wanted>) =>
  logOutConfirmation((await openShownList(wanted)).shownList, () => undefined);

describe('logging out', () => {
  test('[Y9] with everything sent asks nothing, and removes the account’s data after the session ends', async () => {
    const { shownList, session, unsentCounts, deviceFeatures, log } = await openShownList({});
    expect(await logOutConfirmation(shownList, () => undefined)).toBe(null);
    await logOut({ session, unsentCounts, deviceFeatures }, shownList);
    expect(log).toEqual(['forgotten, user: none']);
  });

  test('[Y9] [Q4] deletes a text that another app shared', async () => {
    const { shownList, deleted, ...parts } = await openShownList({ pending: 3 });
    await logOut(parts, shownList);
    expect(deleted).toEqual(['shared text']);
  });

  test('[Y9] [Q4] removes the account’s data even if deleting a shared text fails at once', async () => {
    const { shownList, log, ...parts } = await openShownList({});
    const deviceFeatures = { loadSharing: () => Promise.reject(new Error('Not downloaded')) };
    // Takes longer than the failure, which the browser reports if no code handles it by then.
    const countUnsentElsewhere = () => new Promise<number>((resolve) => void setTimeout(resolve, 0, 0));
    await logOut({ ...parts, deviceFeatures }, { ...shownList, countUnsentElsewhere });
    expect(log).toEqual(['forgotten, user: none']);
  });

  test('[Y9] with unsent changes says how many, and keeps them on the device', async () => {
    const { shownList, session, unsentCounts, deviceFeatures, log } = await openShownList({ pending: 3 });
    expect(await logOutConfirmation(shownList, () => undefined)).toMatchObject({
      yes: 'Log out',
      no: 'Stay',
      isDanger: false,
      text: '3 changes haven’t been saved to your account yet. They stay on this device and will sync the next time you sign in here.',
    });
    await logOut({ session, unsentCounts, deviceFeatures }, shownList);
    expect([log, session.user()]).toEqual([[], null]);
  });

  test('[Y9] also asks about rejected changes', async () => {
    expect((await confirmationFor({ rejected: [REJECTED] }))?.text).toMatch(/^1 change couldn’t/u);
    expect((await confirmationFor({ rejected: [REJECTED], pending: 2 }))?.text).toMatch(
      /^2 changes haven’t .* 1 change couldn’t/u,
    );
  });

  test('[Y9] right after a tap counts the change before the sync does, each row once', async () => {
    expect((await confirmationFor({ changes: 4 }))?.text).toMatch(/^1 change hasn’t/u);
  });

  test('[Y9] counts the changes in all lists, and keeps all of them', async () => {
    const { shownList, session, unsentCounts, deviceFeatures, counts, log } = await openShownList({
      pending: 1,
      elsewhere: 2,
    });
    expect((await logOutConfirmation(shownList, () => undefined))?.text).toMatch(/^3 changes haven’t/u);
    await logOut({ session, unsentCounts, deviceFeatures }, shownList);
    expect([log, counts.get('ann')]).toEqual([[], 3]);
  });

  test('[D2] [Y9] without browser storage warns that changes would be lost', async () => {
    const question = await confirmationFor({ openFailure: { type: 'storage-blocked' } });
    expect(question).toMatchObject({ isDanger: true, no: 'Stay' });
    expect(question?.text).toContain('lose changes');
  });

  test('[Y9] the demo asks nothing, and its list stays', async () => {
    const { shownList, session, unsentCounts, deviceFeatures, log } = await openShownList({
      user: DEMO_USER,
      changes: 2,
    });
    expect(await logOutConfirmation(shownList, () => undefined)).toBe(null);
    await logOut({ session, unsentCounts, deviceFeatures }, shownList);
    expect([log, session.user()]).toEqual([[], null]);
  });
});
