/** Listeners with keys. */
import { expect, test } from 'vitest';
import { createNotifier } from './listeners.ts';

/** A notifier and a log of the calls. */
function setUp() {
  const calls: string[] = [];
  const notifier = createNotifier<string>();
  return { ...notifier, calls, listen: (name: string, key: string) => notifier.subscribe(key, () => calls.push(name)) };
}

test('a listener is called for its own key only', () => {
  const { notify, listen, calls } = setUp();
  listen('a', 'milk');
  listen('b', 'milk');
  listen('c', 'eggs');
  notify(['milk', 'tea']);
  expect(calls).toEqual(['a', 'b']);
});

test('an unsubscribed listener is not called, and unsubscribing twice removes no other', () => {
  const { notify, listen, calls } = setUp();
  const leave = listen('a', 'milk');
  leave();
  listen('b', 'milk');
  leave();
  notify(['milk']);
  expect(calls).toEqual(['b']);
});

test('a listener removed during a call is skipped, and one added waits for the next call', () => {
  const { notify, listen, subscribe, calls } = setUp();
  const leaves: (() => void)[] = [];
  subscribe('milk', () => {
    for (const leave of leaves.splice(0)) leave();
    listen('late', 'milk');
  });
  leaves.push(listen('gone', 'milk'));
  notify(['milk']);
  expect(calls).toEqual([]);
  notify(['milk']);
  expect(calls).toEqual(['late']);
});
