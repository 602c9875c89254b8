/** Who is told what. */
import { expect, test } from 'vitest';
import { createNotifier } from './notifier.ts';

/** A notifier and a log of who was told. */
function setUp() {
  const told: string[] = [];
  const notifier = createNotifier<string>();
  return { ...notifier, told, listen: (name: string, key: string) => notifier.subscribe(key, () => told.push(name)) };
}

test('a listener hears of its own key only', () => {
  const { notify, listen, told } = setUp();
  listen('a', 'milk');
  listen('b', 'milk');
  listen('c', 'eggs');
  notify(['milk', 'tea']);
  expect(told).toEqual(['a', 'b']);
});

test('who has left hears nothing, and leaving twice takes nobody else along', () => {
  const { notify, listen, told } = setUp();
  const leave = listen('a', 'milk');
  leave();
  listen('b', 'milk');
  leave();
  notify(['milk']);
  expect(told).toEqual(['b']);
});

test('who leaves while others are told hears no more, who comes hears the next time', () => {
  const { notify, listen, subscribe, told } = setUp();
  const leaves: (() => void)[] = [];
  subscribe('milk', () => {
    for (const leave of leaves.splice(0)) leave();
    listen('late', 'milk');
  });
  leaves.push(listen('gone', 'milk'));
  notify(['milk']);
  expect(told).toEqual([]);
  notify(['milk']);
  expect(told).toEqual(['late']);
});
