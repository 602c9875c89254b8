/** The counts of unsent changes for the sign-in screen. */
import { beforeEach, describe, expect, test } from 'vitest';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { createUnsentCounts } from './unsent-counts.ts';

beforeEach(() => {
  stubPage();
});

describe('the count of queued changes', () => {
  test('[spec-2] [Y9] is stored for each account, and summed up over all', () => {
    const stored = stubLocalStorage({ user: '{}', 'checklist.preferences': '{}' });
    const queued = createUnsentCounts();
    expect(queued.read()).toBe(0);
    queued.write('ann', 3);
    queued.write('bea', 4);
    expect(createUnsentCounts().read()).toBe(7);
    expect(stored.get('checklist.unsent-count.ann')).toBe('3');
  });

  test('[Y9] is removed when everything is sent', () => {
    const stored = stubLocalStorage({});
    const queued = createUnsentCounts();
    queued.write('ann', 3);
    queued.write('ann', 0);
    expect([queued.read(), stored.size]).toEqual([0, 0]);
  });

  test.each(['', 'many', '-3', '1.5', '1e9', 'Infinity', ' 2', '0x10', '99999999999999999999'])(
    '[spec-8] is 0 if the stored value cannot be read: %j',
    (count) => {
      stubLocalStorage({ 'checklist.unsent-count.ann': count, 'checklist.unsent-count.bea': '2' });
      expect(createUnsentCounts().read()).toBe(2);
    },
  );

  test('[D2] is 0 without local storage', () => {
    stubLocalStorage(null);
    const queued = createUnsentCounts();
    queued.write('ann', 3);
    queued.write('ann', 0);
    expect(queued.read()).toBe(0);
  });
});
