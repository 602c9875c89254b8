/** Ticking: the whole row ticks, scrolls do not, and nothing moves under a finger. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showDemo } from '#web/testing/show-list.tsx';
import { ROW } from '#web/ui/marks.ts';
import { boxOf, holdMouse, putFingers, runFor, stopClock, swipeUp } from '#web/testing/gestures.ts';
import { button, groupButton, itemBox, listHeading, row, section } from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[L7] the whole row ticks and unticks; the item is struck through, and the counts and progress change', async () => {
  const box = itemBox('Bananas');
  const { width, height } = boxOf(row('Bananas'));
  await row('Bananas').click({ position: { x: width / 2, y: height - 3 } });
  await expect.element(box).toBeChecked();
  await expect.element(page.getByText('Bananas', { exact: true })).toHaveStyle('text-decoration-line: line-through');
  await expect
    .element(page.getByText('Bananas', { exact: true }))
    .not.toHaveStyle('text-decoration-color: rgba(0, 0, 0, 0)');
  await expect.element(listHeading()).toHaveTextContent('My List (1/130 items)');
  await expect.element(groupButton('Fruits & Vegetables')).toHaveTextContent('(1/14)');
  await expect.element(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '1');
  await row('Bananas').click({ position: { x: 4, y: 3 } });
  await expect.element(box).not.toBeChecked();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
});

test('[L7] two quick taps on one row are two ticks, and taps on ten rows are ten', async () => {
  await row('Apples').dblClick({ position: { x: 60, y: 20 } });
  await expect.element(itemBox('Apples')).not.toBeChecked();
  const boxes = section('Fruits & Vegetables').getByRole('checkbox');
  for (const box of boxes.all().slice(0, 10)) await box.click();
  await expect.element(listHeading()).toHaveTextContent('My List (10/130 items)');
});

test('[L6] a scroll that starts on a row moves the list and ticks nothing', async () => {
  await swipeUp(row('Milk'), 300);
  await expect.poll(() => window.scrollY).toBeGreaterThan(100);
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[L6] a complete category collapses about 600 ms after the last tick, with a green mark, and another tick delays that', async () => {
  const salads = groupButton('Salads');
  stopClock();
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(name).click();
  await expect.element(salads).toHaveAccessibleName('Salads (3/3) complete');
  await runFor(500);
  await expect.element(salads).toHaveAttribute('aria-expanded', 'true');
  await itemBox('Vitamins').click();
  await runFor(500);
  await expect.element(salads).toHaveAttribute('aria-expanded', 'true');
  await runFor(150);
  await expect.element(salads).toHaveAttribute('aria-expanded', 'false');
  await expect.element(itemBox('Coleslaw')).not.toBeInTheDocument();
  const tint = (name: string): string => {
    const element = section(name).element();
    return getComputedStyle(element.firstElementChild ?? element).backgroundColor;
  };
  expect(tint('Salads')).not.toBe(tint('Pharmacy'));
  // A category that the user expands stays open.
  await salads.click();
  await runFor(2000);
  await expect.element(salads).toHaveAttribute('aria-expanded', 'true');
  await itemBox('Coleslaw').click();
  await expect.element(salads).toHaveAccessibleName('Salads (2/3)');
});

test('[L6] while a finger is down no row moves; 600 ms after it is lifted the category collapses', async () => {
  stopClock();
  const salads = groupButton('Salads');
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(name).click();
  const { x, y } = boxOf(row('Coleslaw'));
  const lift = await holdMouse({ x: x + 60, y: y + 20 });
  const before = boxOf(row('Potato Salad'));
  await runFor(3000);
  await expect.element(salads).toHaveAttribute('aria-expanded', 'true');
  expect(boxOf(row('Potato Salad'))).toEqual(before);
  await lift();
  await expect.element(itemBox('Coleslaw')).not.toBeChecked();
  await itemBox('Coleslaw').click();
  await runFor(700);
  await expect.element(salads).toHaveAttribute('aria-expanded', 'false');
});

test('[L6] with two fingers down, lifting one moves no row', async () => {
  stopClock();
  const salads = groupButton('Salads');
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(name).click();
  const { x, y } = boxOf(button('My List'));
  const lift = await putFingers([
    { x: x + 10, y: y + 10 },
    { x: x + 60, y: y + 10 },
  ]);
  await lift();
  await runFor(2000);
  await expect.element(salads).toHaveAttribute('aria-expanded', 'true');
  await lift();
  await runFor(700);
  await expect.element(salads).toHaveAttribute('aria-expanded', 'false');
});

test('[L6] a category that becomes empty by Clear checked collapses and says that it is empty', async () => {
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(name).click();
  await button('Clear checked').click();
  const salads = groupButton('Salads');
  await expect.element(salads).toHaveAccessibleName('Salads (0/0)');
  await expect.element(salads).toHaveAttribute('aria-expanded', 'false');
  await salads.click();
  await expect.element(section('Salads').getByText('No items in this category', { exact: true })).toBeVisible();
});

test('[L7] every target is at least 44 px high and wide, and Delete is far from the tick', async () => {
  expect(findSmallTargets()).toEqual([]);
  const remove = boxOf(button('Delete Apples'));
  const box = boxOf(itemBox('Apples'));
  expect(remove.x - (box.x + box.width)).toBeGreaterThan(100);
  await button('Select').click();
  await expect.element(button('Delete All')).toBeVisible();
  expect(findSmallTargets()).toEqual([]);
});

/** Describes visible controls that are smaller than 44 pixels. A row's check box includes its label. */
const findSmallTargets = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, [role="tab"]')]
    .map((control) => control.closest('label') ?? control)
    .filter((target) => target.tabIndex >= 0 || target.tagName === 'LABEL' || target.closest(ROW) !== null)
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    // The label of a hidden box is not a target.
    .filter((target) => getComputedStyle(target).pointerEvents !== 'none')
    .map((target) => ({ name: target.ariaLabel ?? target.textContent, box: target.getBoundingClientRect() }))
    .filter(({ box }) => Math.min(box.width, box.height) < 44 - 0.01)
    .map(({ name, box }) => `${name} ${box.width}×${box.height}`);
