/** One toast at a time, and one toast for a series. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToaster, type Toaster } from './toaster.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const series = {
  key: 'deleted',
  text: (count: number) => `${count} deleted`,
  done: (count: number) => `${count} back`,
};

function showDeletion(toaster: Toaster, name: string, back: string[]): void {
  const action = { label: 'Undo', run: () => void back.push(name), done: `${name} back` };
  toaster.show(`${name} deleted`, action, series);
}

test('consecutive toasts of a series become one, which undoes the latest change first', () => {
  const toaster = createToaster();
  const back: string[] = [];
  for (const name of ['milk', 'eggs', 'ham']) showDeletion(toaster, name, back);
  expect(toaster.current()).toMatchObject({ text: '3 deleted', actions: [{ label: 'Undo', done: '3 back' }] });
  toaster.current()?.actions[0]?.run();
  expect(back).toEqual(['ham', 'eggs', 'milk']);
});

test('another toast, or a pause, ends the series', () => {
  const toaster = createToaster();
  const back: string[] = [];
  showDeletion(toaster, 'milk', back);
  toaster.show('Something else');
  showDeletion(toaster, 'eggs', back);
  expect(toaster.current()).toMatchObject({ text: 'eggs deleted', actions: [{ done: 'eggs back' }] });
  vi.advanceTimersByTime(6000);
  expect(toaster.current()).toBeNull();
  showDeletion(toaster, 'ham', back);
  expect(toaster.current()?.text).toBe('ham deleted');
});

test('each toast of a series restarts the 6 seconds', () => {
  const toaster = createToaster();
  showDeletion(toaster, 'milk', []);
  vi.advanceTimersByTime(5000);
  showDeletion(toaster, 'eggs', []);
  vi.advanceTimersByTime(5000);
  expect(toaster.current()?.text).toBe('2 deleted');
});
