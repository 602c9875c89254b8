/** The data that remains on a device after its account was deleted. */
import { createItemMarks, type ShownList } from '#web/shown-list/shown-list.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { personalList } from '#core/account/list-ref.ts';
import { listToFile } from '#core/copy/list-file.ts';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import { DEMO_USER, type User } from '#core/account/user.ts';
import type { ListCopy } from '#core/change/change.ts';
import type { GuestList } from '#client/ports/lists.ts';
import { createCategoryCollapse } from '#client/collapse/category-collapse.ts';
import { createSession } from '#client/session/session.ts';
import { applyTo, check, FIRST } from '#test/doubles/sample-list.ts';
import { NO_GUEST_LIST } from '#client/testing/fake-accounts.ts';
import { createFakeUserStorage } from '#test/doubles/fake-user-storage.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { leaveDeletedAccount } from './delete-account-section.tsx';

await speakEnglish();

const ANN: User = { id: 'ann', username: 'ann', password: '' };

type LeaveAccount = GuestList['removeDeletedAccount'];

/** A deleted account with three items, one of them ticked and not sent yet. */
async function openDeleted(
  removeDeletedAccount: LeaveAccount,
  {
    accounts = undefined as Promise<never> | undefined,
    ref = personalList(ANN.id),
    readPersonalFile = NO_GUEST_LIST.readPersonalFile,
  } = {},
) {
  const log: string[] = [];
  const clock = createFakeClock();
  const store = await openTab(createFakeDisk({ isManual: false }), FIRST, clock);
  applyTo(store, check('milk'));
  const session = createSession({
    loadAccounts: () => accounts ?? Promise.reject(new Error('no network')),
    loadGuestList: () => Promise.reject(new Error('no network')),
    clock,
    userStorage: createFakeUserStorage(ANN),
  });
  const shownList: ShownList = {
    user: ANN,
    ref,
    store,
    sync: null,
    collapse: createCategoryCollapse({ store, clock, collapsed: [], save: () => undefined }),
    trip: { load: () => Promise.reject(new Error('no trip')), loaded: () => null },
    openFailure: null,
    knownName: null,
    marks: createItemMarks(),
    switchTo: () => undefined,
    countUnsentElsewhere: () => Promise.resolve(0),
    removeData: () => Promise.reject(new Error('not called')),
    close() {},
  };
  const services = {
    session,
    loadGuestList: () =>
      Promise.resolve({
        ...NO_GUEST_LIST,
        readPersonalFile,
        removeDeletedAccount: (...[userId, copy]: Parameters<LeaveAccount>) => {
          log.push(`left ${userId}`);
          return removeDeletedAccount(userId, copy);
        },
      }),
    deviceFeatures: {
      vibrate() {},
      keepAwake() {},
      canKeepAwake: false,
      hasSharedText: () => Promise.resolve(false),
      loadSharing: () => Promise.reject(new Error('Not needed')),
      canVibrate: false,
      saveFile: (name: string, text: string) =>
        void log.push(`${name}: ${text.includes('"id": "milk"') ? 'milk' : text}`),
    },
  };
  return { services, shownList, session, log };
}

test('[A3] deleting an account without keeping the list removes its data from the device', async () => {
  const { services, shownList, session, log } = await openDeleted(() => Promise.resolve('nothing'));
  expect(await leaveDeletedAccount(services, shownList, false)).toBe('nothing');
  expect([log, session.user()]).toEqual([['left ann'], null]);
});

test('[A3] a list that the user keeps moves to the demo, with its unsent changes', async () => {
  const copies: (ListCopy | null)[] = [];
  const { services, shownList, session, log } = await openDeleted((_, copy) => {
    copies.push(copy);
    return Promise.resolve('demo');
  });
  expect(await leaveDeletedAccount(services, shownList, true)).toBe('demo');
  expect(copies.map((copy) => copy?.items.find(({ id }) => id === 'milk')?.checked)).toEqual([true]);
  expect([log, session.user()]).toEqual([['left ann'], DEMO_USER]);
});

test('[A3] a sign-out that never reaches the backend does not delay the user', async () => {
  const { services, shownList, session } = await openDeleted(() => Promise.resolve('demo'), {
    accounts: new Promise(() => undefined),
  });
  expect(await leaveDeletedAccount(services, shownList, true)).toBe('demo');
  expect(session.user()).toEqual(DEMO_USER);
});

test.each([
  ['refuses', () => Promise.resolve('refused' as const)] as const,
  ['breaks', () => Promise.reject(new Error('no disk'))] as const,
])('[A3] [D2] where the demo %s, the list is handed over as a file', async (_how, removeDeletedAccount) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  // Ten hours behind, where the first moment of the clock is on the evening before.
  vi.stubEnv('TZ', 'Pacific/Honolulu');
  const { services, shownList, session, log } = await openDeleted(removeDeletedAccount);
  expect(await leaveDeletedAccount(services, shownList, true)).toBe('file');
  expect(log).toEqual(['left ann', 'checklist-2026-11-20.json: milk']);
  expect(session.user()).toBe(null);
});

/** Another list is open. The personal list is on the disk and has bread. */
const PARTY = {
  ref: { userId: ANN.id, listId: 'party' },
  readPersonalFile: () =>
    Promise.resolve(listToFile(memoryOf({ items: [itemRow('bread')], categories: [categoryRow('dairy')] }).list, '')),
};

test('[A3] while another list is open, the personal list is read from the disk and moves to the demo', async () => {
  const copies: (ListCopy | null)[] = [];
  const { services, shownList } = await openDeleted((_, copy) => {
    copies.push(copy);
    return Promise.resolve('demo');
  }, PARTY);
  expect(await leaveDeletedAccount(services, shownList, true)).toBe('demo');
  expect(copies.map((copy) => copy?.items.map(({ id }) => id))).toEqual([['bread']]);
});

test('[A3] [D2] while another list is open, the file has the personal list too', async () => {
  const { services, shownList, log } = await openDeleted(() => Promise.resolve('refused'), PARTY);
  expect(await leaveDeletedAccount(services, shownList, true)).toBe('file');
  expect(log).toEqual(['left ann', expect.stringMatching(/"id": "bread"/u)]);
});

test('[A3] [D2] a personal list that cannot be read is left for the next start, and no other list replaces it', async () => {
  const copies: (ListCopy | null)[] = [];
  const { services, shownList, session, log } = await openDeleted(
    (_, copy) => {
      copies.push(copy);
      return Promise.resolve('refused');
    },
    { ...PARTY, readPersonalFile: () => Promise.reject(new Error('no disk')) },
  );
  expect(await leaveDeletedAccount(services, shownList, true)).toBe('later');
  expect([copies, log, session.user()]).toEqual([[null], ['left ann'], null]);
});
