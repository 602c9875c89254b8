/** Tooltips of buttons with an icon in a real browser: when they appear and disappear, under a mouse and a finger. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boxOf } from '#web/testing/gestures.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import { button } from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => void vi.useRealTimers());

const icon = () => button('Save List');
const tooltip = (): Element | null => document.querySelector('[data-tooltip]');
const label = (): string | undefined => tooltip()?.textContent;

const point = (type: string, pointerType: string, [clientX, clientY] = [100, 100]): void =>
  void icon()
    .element()
    .dispatchEvent(new PointerEvent(type, { pointerType, clientX, clientY, bubbles: true }));

/** Lets the stopped clock run, and waits until the page shows what that changed. */
async function runFor(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
}

/** Whether the browser would open its own menu of a long press. */
const opensMenu = (): boolean =>
  icon()
    .element()
    .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));

test('[D4] a mouse that rests on an icon for half a second shows its name below it, until it presses or leaves', async () => {
  point('pointerover', 'mouse');
  await runFor(499);
  expect(label()).toBeUndefined();
  await runFor(1);
  expect(label()).toBe('Save List');
  const { top, left, right } = tooltip()?.getBoundingClientRect() ?? new DOMRect();
  const box = boxOf(icon());
  expect(Math.round(top - box.bottom)).toBe(6);
  expect(Math.abs(left + right - box.left - box.right)).toBeLessThan(4);
  expect(opensMenu()).toBe(true);
  point('pointerdown', 'mouse');
  await runFor(2000);
  expect(label()).toBeUndefined();
  point('pointerout', 'mouse');
  point('pointerover', 'mouse');
  point('pointerout', 'mouse');
  await runFor(2000);
  expect(label()).toBeUndefined();
});

test('[L7] a finger that rests on an icon shows its name above the finger, and for 1.5 seconds after it', async () => {
  point('pointerover', 'touch');
  await runFor(600);
  expect(label()).toBeUndefined();
  point('pointerdown', 'touch');
  await runFor(499);
  expect([label(), opensMenu()]).toEqual([undefined, true]);
  point('pointermove', 'touch', [106, 108]);
  await runFor(1);
  expect([label(), opensMenu()]).toEqual(['Save List', false]);
  const { bottom } = tooltip()?.getBoundingClientRect() ?? new DOMRect();
  expect(Math.round(boxOf(icon()).top - bottom)).toBe(6);
  point('pointerup', 'touch');
  point('pointerout', 'touch');
  await runFor(1499);
  expect(label()).toBe('Save List');
  await runFor(1);
  expect(label()).toBeUndefined();
});

test('[L7] a finger that scrolls or is lifted soon shows no name', async () => {
  for (const [type, to] of [
    ['pointermove', [107, 108]],
    ['pointerup', [100, 100]],
    ['pointercancel', [100, 100]],
  ] as const) {
    point('pointerdown', 'touch');
    point(type, 'touch', [...to]);
    await runFor(600);
    expect(label()).toBeUndefined();
  }
});

test('[D4] an icon that is off has its name as the browser’s tooltip, and others have none', async () => {
  await expect.element(button('Undo').first()).toBeDisabled();
  await expect.element(button('Undo').first()).toHaveAttribute('title', expect.stringMatching(/^Undo/u));
  await expect.element(icon()).not.toHaveAttribute('title');
  await expect.element(button('Menu')).toHaveAttribute('title', 'Menu');
});
