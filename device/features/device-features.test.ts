/** Keeping the screen on. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubPage, type FakePage } from '#test/doubles/fake-page.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createDeviceFeatures } from './device-features.ts';

let page: FakePage;

beforeEach(() => {
  page = stubPage();
});

type Lock = { released: boolean; release: () => Promise<void> };

/** A browser that grants locks when the test says so. */
function setUp() {
  const asked: (() => void)[] = [];
  const locks: Lock[] = [];
  const request = (): Promise<Lock> =>
    new Promise((resolve) => {
      asked.push(() => {
        const lock: Lock = {
          released: false,
          release() {
            lock.released = true;
            return Promise.resolve();
          },
        };
        locks.push(lock);
        resolve(lock);
      });
    });
  vi.stubGlobal('navigator', { wakeLock: { request } });
  return {
    ...createDeviceFeatures(),
    give: async (): Promise<void> => {
      await quiet();
      for (const grant of asked.splice(0)) grant();
      await quiet();
    },
    /** The browser releases every lock, as it does when a page is hidden. */
    letGo: () => {
      for (const lock of locks) lock.released = true;
    },
    held: () => locks.filter(({ released }) => !released).length,
  };
}

describe('the screen', () => {
  test('[D7] stays on until it is released', async () => {
    const { keepAwake, give, held } = setUp();
    keepAwake(true);
    await give();
    expect(held()).toBe(1);
    keepAwake(false);
    await quiet();
    expect(held()).toBe(0);
  });

  test('[D7] is kept on again when the page is back', async () => {
    const { keepAwake, give, held, letGo } = setUp();
    keepAwake(true);
    await give();
    letGo();
    page.show('hidden');
    page.show('visible');
    await give();
    expect(held()).toBe(1);
  });

  test('[D7] is held once, however often it is asked for', async () => {
    const { keepAwake, give, held } = setUp();
    keepAwake(true);
    page.show('visible');
    keepAwake(true);
    await give();
    await give();
    expect(held()).toBe(1);
  });

  test('[D7] is let go also when the lock comes after it is no longer wanted', async () => {
    const { keepAwake, give, held } = setUp();
    keepAwake(true);
    keepAwake(false);
    await give();
    await give();
    expect(held()).toBe(0);
  });

  test('[D7] goes off as ever where the browser has no lock', async () => {
    vi.stubGlobal('navigator', {});
    const deviceFeatures = createDeviceFeatures();
    deviceFeatures.keepAwake(true);
    deviceFeatures.vibrate();
    await quiet();
    expect([deviceFeatures.canKeepAwake, deviceFeatures.canVibrate]).toEqual([false, false]);
  });
});
