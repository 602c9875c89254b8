/** Calls that join the one under way. */
import { expect, test, vi } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { joinCall } from './account-parts.tsx';

await speakEnglish();

type Underway = { current: Promise<boolean> | null };

test('[A3] two actions that need a code at the same time ask once, and both receive the answer', async () => {
  const answer = Promise.withResolvers<boolean>();
  const call = vi.fn<() => Promise<boolean>>(() => answer.promise);
  const underWay: Underway = { current: null };
  const both = Promise.all([joinCall(underWay, call), joinCall(underWay, call)]);
  answer.resolve(true);
  expect(await both).toEqual([true, true]);
  expect(call).toHaveBeenCalledTimes(1);
});

test('[A3] after an answer or a failure, the next call asks again', async () => {
  const underWay: Underway = { current: null };
  expect(await joinCall(underWay, () => Promise.resolve(false))).toBe(false);
  await expect(joinCall(underWay, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(await joinCall(underWay, () => Promise.resolve(true))).toBe(true);
});
