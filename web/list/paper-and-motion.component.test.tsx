/** Printing, and reduced motion. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf, emulateMedia } from '#web/testing/gestures.ts';
import { showDemo } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
  button,
  groupButton,
  itemBox,
  listHeading,
  press,
  pressInMenu,
} from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[L12] [D4] the print has the list’s name and all unticked items, including those of collapsed categories, and no controls', async () => {
  await itemBox('Milk').click();
  await groupButton('Deli').click();
  for (const name of ['Vitamins', 'Pain Relievers', 'Bandages']) await itemBox(name).click();
  await button('Delete Bread').click();
  await button('Select').click();
  await emulateMedia({ media: 'print' });
  await expect.element(listHeading()).toBeVisible();
  for (const name of ['Eggs', 'Apples', 'Hummus', 'Salami']) {
    await expect.poll(() => isShown(name), { message: name }).toBe(true);
  }
  expect(['Milk', 'Vitamins', 'Pharmacy'].filter(isShown)).toEqual([]);
  await expect.element(addField()).not.toBeInTheDocument();
  expect(['Connected', 'Bread deleted', 'Checklist © 2025 • v1.0.1'].filter(isShown)).toEqual([]);
  const controls = ['Menu', 'Undo', 'Save List', 'Add Item', 'Done', 'Select All', 'Delete (0)', 'Delete Eggs'];
  expect(controls.filter((name) => button(name).query() !== null)).toEqual([]);
  await expect.element(page.getByRole('checkbox', { name: 'Select Bakery' })).not.toBeInTheDocument();
  await emulateMedia({});
  await expect.element(groupButton('Deli')).toHaveAttribute('aria-expanded', 'false');
});

test('the print has today’s date at the top', async () => {
  const today = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }).format(new Date());
  await expect.element(page.getByText(today)).not.toBeInTheDocument();
  await emulateMedia({ media: 'print' });
  await expect.element(page.getByText(today)).toBeVisible();
});

test('on paper, a heading does not touch its first item', async () => {
  await emulateMedia({ media: 'print' });
  const heading = page.getByRole('heading', { name: 'Bakery' }).getByText('Bakery');
  await expect.poll(() => boxOf(itemBox('Bagels')).top - boxOf(heading).bottom, { timeout: 5000 }).toBeGreaterThan(3);
});

test('[D3] with reduced motion nothing on the screen is animated', async () => {
  const moving = (): readonly string[] =>
    [...document.querySelectorAll('*')]
      .map((element) => ({ element, style: getComputedStyle(element) }))
      .flatMap(({ element, style }) =>
        [style.transitionDuration, style.animationDuration]
          .filter((duration) => /[1-9]/u.test(duration))
          .map((duration) => `${element.tagName}.${element.className} ${duration}`),
      );
  await emulateMedia({ reducedMotion: 'no-preference' });
  expect(moving()).not.toEqual([]);
  await emulateMedia({});
  await itemBox('Milk').click();
  await button('Delete Bread').click();
  expect(moving()).toEqual([]);
  await button('Menu').click();
  expect(moving()).toEqual([]);
  await press('{Escape}');
  await pressInMenu('Account');
  await expect.element(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  expect(moving()).toEqual([]);
});

test.each([
  ['no-preference', 2],
  ['reduce', 1],
] as const)(
  '[D3] the row of an added item is tinted; with motion %s the tint has %i colors',
  async (reducedMotion, count) => {
    await emulateMedia(reducedMotion === 'reduce' ? {} : { reducedMotion });
    const animate = vi.spyOn(Element.prototype, 'animate');
    onTestFinished(() => animate.mockRestore());
    await addItem('Leek');
    const tints = (): readonly unknown[] =>
      animate.mock.calls.flatMap(([frames, options]) =>
        typeof options === 'object' && options.id === 'shown' && frames !== null && 'backgroundColor' in frames
          ? [frames['backgroundColor']]
          : [],
      );
    await expect
      .poll(() => tints().map((colors) => new Set(Array.isArray(colors) ? colors : []).size))
      .toEqual([count]);
  },
);

/** Whether a text is on the screen or on paper. */
const isShown = (text: string): boolean =>
  page
    .getByText(text, { exact: true })
    .elements()
    .some((element) => element.checkVisibility({ visibilityProperty: true }));
