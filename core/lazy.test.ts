/** Values that are loaded when they are first needed. */
import { expect, test, vi } from 'vitest';
import { lazy } from './lazy.ts';

/** A value whose loading fails a number of times. */
function setUp(failures: number) {
  let tries = 0;
  const value = lazy(async () => {
    tries += 1;
    if (tries <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return `value ${tries}`;
  });
  return { value, tries: () => tries };
}

test('[Y6] a value is loaded once, when it is needed', async () => {
  const { value, tries } = setUp(0);
  expect([tries(), value.loaded()]).toEqual([0, null]);
  expect(await Promise.all([value.load(), value.tryLoad()])).toEqual(['value 1', 'value 1']);
  expect([tries(), value.loaded()]).toEqual([1, 'value 1']);
});

test('[Y6] after a failure, the next call tries again', async () => {
  const { value } = setUp(2);
  await expect(value.load()).rejects.toThrow('Failed to fetch');
  expect([await value.tryLoad(), value.loaded()]).toEqual([null, null]);
  expect(await value.load()).toBe('value 3');
});

test('[Y9] a forgotten value is given back, even if it is still loading, and the next call loads another', async () => {
  const { value } = setUp(0);
  const close = vi.fn<(forgotten: string) => void>();
  value.forget(close);
  const first = value.load();
  value.forget(close);
  expect(await Promise.all([first, value.load()])).toEqual(['value 1', 'value 2']);
  expect([close.mock.calls, value.loaded()]).toEqual([[['value 1']], 'value 2']);
});
