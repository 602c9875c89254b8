/** What the sign-in screen knows of changes that wait on this device. */
import { beforeEach, describe, expect, test } from 'vitest';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { createQueued } from './queued.ts';

beforeEach(() => {
  stubPage();
});

describe('the count of queued changes', () => {
  test('[spec-2] [Y9] is kept for each account, and read over all of them', () => {
    const stored = stubLocalStorage({ user: '{}', 'checklist.preferences': '{}' });
    const queued = createQueued();
    expect(queued.read()).toBe(0);
    queued.write('ann', 3);
    queued.write('bea', 4);
    expect(createQueued().read()).toBe(7);
    expect(stored.get('checklist.queued.ann')).toBe('3');
  });

  test('[Y9] leaves nothing behind once all is sent', () => {
    const stored = stubLocalStorage({});
    const queued = createQueued();
    queued.write('ann', 3);
    queued.write('ann', 0);
    expect([queued.read(), stored.size]).toEqual([0, 0]);
  });

  test.each(['', 'many', '-3', '1.5', '1e9', 'Infinity', ' 2', '0x10', '99999999999999999999'])(
    '[spec-8] is nothing where the stored value cannot be read: %j',
    (count) => {
      stubLocalStorage({ 'checklist.queued.ann': count, 'checklist.queued.bea': '2' });
      expect(createQueued().read()).toBe(2);
    },
  );

  test('[D2] is nothing where the browser refuses local storage', () => {
    stubLocalStorage(null);
    const queued = createQueued();
    queued.write('ann', 3);
    queued.write('ann', 0);
    expect(queued.read()).toBe(0);
  });
});
