/** What is left on a device whose account was deleted. */
import { expect, test } from 'vitest';
import { DEMO_USER } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import type { ListCopy } from '#core/change/change.ts';
import { createFolding } from '#client/folding/folding.ts';
import { createSession } from '#client/session/session.ts';
import { act, check, FIRST } from '#test/doubles/acts.ts';
import { NO_TAKE_ALONG } from '#test/doubles/fake-accounts.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';
import { leaveForGood } from './leave-for-good.ts';

const ANN: User = { id: 'ann', username: 'ann', password: '' };

type KeepInDemo = (copy: ListCopy) => Promise<boolean>;

/** A shopper with three items, one of them ticked and not sent yet, whose account was just deleted. */
async function openDeleted(keepInDemo: KeepInDemo) {
  const log: string[] = [];
  const clock = createFakeClock();
  const store = await openTab(createFakeDisk({ isManual: false }), FIRST, clock);
  act(store, check('milk'));
  let kept: User | null = ANN;
  const session = createSession({
    loadAccounts: () => Promise.reject(new Error('no network')),
    loadTakeAlong: () => Promise.reject(new Error('no network')),
    clock,
    keeper: {
      read: () => kept,
      write(next) {
        kept = next;
      },
      onChange: () => () => undefined,
    },
  });
  const shopper: Shopper = {
    user: ANN,
    store,
    sync: null,
    folding: createFolding({ store, clock, folded: [], keep: () => undefined }),
    openFailure: null,
    forget: async () => void log.push(`forgotten, ${session.user()?.username ?? 'nobody'} in`),
    close() {},
  };
  const services = {
    session,
    loadTakeAlong: () => Promise.resolve({ ...NO_TAKE_ALONG, keepInDemo }),
    queued: { read: () => 0, write: (id: string, count: number) => void log.push(`${id} waits with ${count}`) },
    handset: {
      vibrate() {},
      keepAwake() {},
      canKeepAwake: false,
      canVibrate: false,
      saveFile: (name: string, text: string) =>
        void log.push(`${name}: ${text.includes('"id": "milk"') ? 'milk' : text}`),
    },
  };
  return { services, shopper, session, log };
}

const refuse: KeepInDemo = () => Promise.reject(new Error('not asked'));

test('[A3] who deletes an account and keeps nothing leaves nothing of it on the device', async () => {
  const { services, shopper, session, log } = await openDeleted(refuse);
  expect(await leaveForGood(services, shopper, false)).toBe('nothing');
  expect(log).toEqual(['ann waits with 0', 'forgotten, nobody in']);
  expect(session.user()).toBe(null);
});

test('[A3] a list that is kept goes on in the demo, with what was not sent yet', async () => {
  const copies: ListCopy[] = [];
  const { services, shopper, session, log } = await openDeleted((copy) => {
    copies.push(copy);
    return Promise.resolve(true);
  });
  expect(await leaveForGood(services, shopper, true)).toBe('demo');
  expect(copies.map(({ items }) => items.find(({ id }) => id === 'milk')?.checked)).toEqual([true]);
  expect(log).toEqual(['ann waits with 0', 'forgotten, nobody in']);
  expect(session.user()).toEqual(DEMO_USER);
});

test.each([['refuses', () => Promise.resolve(false)] as const, ['breaks', refuse] as const])(
  '[A3] [D2] where the disk %s, the list is handed over as a file before it goes',
  async (_how, keepInDemo) => {
    const { services, shopper, session, log } = await openDeleted(keepInDemo);
    expect(await leaveForGood(services, shopper, true)).toBe('file');
    expect(log[0]).toMatch(/^checklist-\d{4}-\d{2}-\d{2}\.json: milk$/u);
    expect(log.slice(1)).toEqual(['ann waits with 0', 'forgotten, nobody in']);
    expect(session.user()).toBe(null);
  },
);
