/** Toasts that follow each other: one at a time, and several of a series as one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToaster } from './toaster.ts';
import type { Toaster } from './toaster.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const series = { key: 'gone', text: (count: number) => `${count} gone`, done: (count: number) => `${count} back` };

function showGone(toaster: Toaster, name: string, back: string[]): void {
  const action = { label: 'Undo', run: () => void back.push(name), done: `${name} back` };
  toaster.show(`${name} gone`, action, series);
}

test('toasts of a series that are visible together become one, which takes the latest back first', () => {
  const toaster = createToaster();
  const back: string[] = [];
  for (const name of ['milk', 'eggs', 'ham']) showGone(toaster, name, back);
  expect(toaster.current()).toMatchObject({ text: '3 gone', action: { label: 'Undo', done: '3 back' } });
  toaster.current()?.action?.run();
  expect(back).toEqual(['ham', 'eggs', 'milk']);
});

test('another toast, or none for a while, ends the series', () => {
  const toaster = createToaster();
  const back: string[] = [];
  showGone(toaster, 'milk', back);
  toaster.show('Something else');
  showGone(toaster, 'eggs', back);
  expect(toaster.current()).toMatchObject({ text: 'eggs gone', action: { done: 'eggs back' } });
  vi.advanceTimersByTime(6000);
  expect(toaster.current()).toBeNull();
  showGone(toaster, 'ham', back);
  expect(toaster.current()?.text).toBe('ham gone');
});

test('each toast of a series starts the 6 seconds anew', () => {
  const toaster = createToaster();
  showGone(toaster, 'milk', []);
  vi.advanceTimersByTime(5000);
  showGone(toaster, 'eggs', []);
  vi.advanceTimersByTime(5000);
  expect(toaster.current()?.text).toBe('2 gone');
});
