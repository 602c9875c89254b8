/** The toolbar: its layout and its tooltips. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf, holdFinger } from '#web/testing/gestures.ts';
import { showDemo } from '#web/testing/show-list.tsx';
import { button, dialog, focusOn, itemBox, listHeading, press, pressOn } from '#web/testing/steps.ts';

const NAMES = [
  'Restore Default List',
  'Create New Empty List',
  'Save List',
  'Load Saved List',
  'Add Category',
  'Undo',
  'Redo',
] as const;

beforeEach(() => showDemo());

test('[L7] at 320 px the seven actions are at least 44 px wide and high: five on one row above the list, Undo and Redo below it', async () => {
  await page.viewport(320, 700);
  const boxes = NAMES.map((name) => boxOf(button(name)));
  expect(new Set(boxes.slice(0, 5).map(({ y }) => y)).size).toBe(1);
  expect(Math.min(...boxes.slice(5).map(({ y }) => y))).toBeGreaterThan(560);
  expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(44);
  expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
  const above = boxes.slice(0, 5).map(({ x }) => x);
  expect(above).toEqual(above.toSorted((a, b) => a - b));
});

test('[D4] an icon shows its tooltip on keyboard focus, next to it and within the screen, and Escape hides it', async () => {
  const label = (): string | undefined => document.querySelector('[data-tooltip]')?.textContent;
  await itemBox('Milk').click();
  await focusOn(button('Create New Empty List'));
  await press('{Shift>}{Tab}{/Shift}');
  await expect.element(button('Restore Default List')).toHaveFocus();
  await expect.poll(label).toBe('Restore Default List');
  const [box, icon] = [
    document.querySelector('[data-tooltip]')?.getBoundingClientRect() ?? new DOMRect(),
    boxOf(button('Restore Default List')),
  ];
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(icon.y + icon.height);
  await press('{Escape}');
  await expect.poll(label).toBe(undefined);
  await expect.element(button('Restore Default List')).toHaveFocus();
  await pressOn(button('Save List'), '{Enter}');
  await press('{Escape}');
  await expect.element(button('Save List')).toHaveFocus();
  await expect.poll(label).toBe(undefined);
});

test('[L7] a long press on an icon shows its tooltip and does not activate it; a tap does', async () => {
  const label = (): string | undefined => document.querySelector('[data-tooltip]')?.textContent;
  const lift = await holdFinger(button('Save List'));
  await expect.poll(label).toBe('Save List');
  await lift();
  await expect.poll(label).toBe('Save List');
  await expect.element(dialog('Save List')).not.toBeInTheDocument();
  await button('Save List').click();
  await expect.element(dialog('Save List')).toBeVisible();
  await expect.poll(label).toBe(undefined);
});

test.each([667, 844])(
  '[D8] on a landscape phone of %i px where only the root font size is doubled, the name, tools, Shop and the menu are side by side',
  async (width) => {
    const { style } = document.documentElement;
    onTestFinished(() => void style.removeProperty('font-size'));
    await page.viewport(width, 375);
    style.fontSize = '200%';
    const names = ['Restore Default List', 'Redo', 'Shop mode', 'Menu'];
    // Read each time: the tools load after the list.
    const readBoxes = () => [boxOf(listHeading().getByRole('button')), ...names.map((name) => boxOf(button(name)))];
    await expect.poll(() => readBoxes().every(({ top }) => top < 44)).toBe(true);
    readBoxes().reduce((before, box) => {
      expect(box.left).toBeGreaterThanOrEqual(before.right);
      return box;
    });
  },
);
