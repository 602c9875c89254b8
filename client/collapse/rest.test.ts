/** When the list is at rest. */
import { expect, test } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createRest, LEAVE_MS, REST_MS, SHOP_REST_MS } from './rest.ts';

function setUp({ hasLeaving = false } = {}) {
  const clock = createFakeClock();
  const heard: string[] = [];
  const rest = createRest({
    clock,
    hasLeaving: () => hasLeaving,
    onLeaving: (isLeaving) => heard.push(isLeaving ? 'leaving' : 'stays'),
    onRest: () => heard.push('rest'),
  });
  return { ...rest, advance: clock.advance, waiting: clock.waiting, heard, rests: () => heard.length };
}

test('[L6] the list is at rest 600 ms after the last change, once', () => {
  const { disturb, advance, rests } = setUp();
  disturb();
  advance(599);
  disturb();
  advance(599);
  expect(rests()).toBe(0);
  advance(1);
  expect([rests(), REST_MS]).toEqual([1, 600]);
  advance(10_000);
  expect(rests()).toBe(1);
});

test('[L6] the list is not at rest while a pointer is down, nor within 600 ms after it went up', () => {
  const { disturb, setPointerDown, advance, rests } = setUp();
  disturb();
  setPointerDown(true);
  advance(60_000);
  expect(rests()).toBe(0);
  setPointerDown(false);
  advance(599);
  expect(rests()).toBe(0);
  advance(1);
  expect(rests()).toBe(1);
});

test('[L6] a pointer that goes down during the wait restarts it', () => {
  const { disturb, setPointerDown, advance, rests } = setUp();
  disturb();
  advance(500);
  setPointerDown(true);
  advance(50);
  setPointerDown(false);
  advance(599);
  expect(rests()).toBe(0);
  advance(1);
  expect(rests()).toBe(1);
});

test('[L6] a touch alone, such as a scroll, disturbs nothing, but rows may not move right after it', () => {
  const { setPointerDown, touch, isQuiet, advance, rests, waiting } = setUp();
  expect(isQuiet()).toBe(true);
  setPointerDown(true);
  expect([isQuiet(), waiting()]).toEqual([false, 0]);
  setPointerDown(false);
  advance(599);
  touch();
  advance(599);
  expect(isQuiet()).toBe(false);
  advance(1);
  expect([isQuiet(), rests()]).toEqual([true, 0]);
});

test('[L14] in Shop mode the list is at rest two seconds after the last change, scroll, key or pointer', () => {
  const { setShopping, setPointerDown, disturb, touch, advance, heard } = setUp();
  expect(SHOP_REST_MS).toBe(2000);
  setShopping(true);
  disturb();
  advance(1999);
  disturb();
  advance(1999);
  touch();
  advance(1999);
  setPointerDown(true);
  advance(60_000);
  setPointerDown(false);
  advance(1999);
  expect(heard).toEqual([]);
  advance(1);
  expect(heard).toEqual(['rest']);
});

test('[L14] rows fade before they leave, and a touch in the meantime keeps them for two more seconds', () => {
  const { setShopping, setPointerDown, disturb, touch, advance, heard } = setUp({ hasLeaving: true });
  setShopping(true);
  disturb();
  advance(2000);
  expect(heard.splice(0)).toEqual(['leaving']);
  setPointerDown(true);
  expect(heard.splice(0)).toEqual(['stays']);
  setPointerDown(false);
  advance(2000 + LEAVE_MS - 1);
  expect(heard.splice(0)).toEqual(['leaving']);
  touch();
  advance(2000 + LEAVE_MS - 1);
  expect(heard.splice(0)).toEqual(['stays', 'leaving']);
  advance(1);
  expect(heard).toEqual(['rest', 'stays']);
  advance(10_000);
  expect(heard).toEqual(['rest', 'stays']);
});

test('[L14] leaving Shop mode ends the longer wait', () => {
  const { setShopping, disturb, advance, heard } = setUp();
  setShopping(true);
  disturb();
  setShopping(false);
  advance(600);
  expect(heard).toEqual(['rest']);
});

test('[L6] nothing is reported after closing', () => {
  const { disturb, close, setPointerDown, advance, rests } = setUp();
  disturb();
  close();
  setPointerDown(true);
  setPointerDown(false);
  advance(10_000);
  expect(rests()).toBe(0);
});

test('[L6] a request waits like a change, but never extends the wait after a change', () => {
  const { disturb, request, advance, rests } = setUp();
  request();
  advance(599);
  expect(rests()).toBe(0);
  advance(1);
  expect(rests()).toBe(1);
  disturb();
  advance(500);
  request();
  advance(99);
  expect(rests()).toBe(1);
  advance(1);
  expect(rests()).toBe(2);
});

test('[L6] what others do does not make their next change wait, and rows that fade do', () => {
  const quiet = setUp();
  quiet.request();
  expect(quiet.isQuiet()).toBe(true);
  quiet.touch();
  expect(quiet.isQuiet()).toBe(false);
  quiet.advance(REST_MS);
  expect(quiet.isQuiet()).toBe(true);
  const fading = setUp({ hasLeaving: true });
  fading.request();
  fading.advance(REST_MS);
  expect(fading.isQuiet()).toBe(false);
  fading.advance(LEAVE_MS);
  expect(fading.isQuiet()).toBe(true);
});
