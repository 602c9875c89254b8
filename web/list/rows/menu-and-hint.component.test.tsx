/** The menu of an item, and the hint about it. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { boxOf } from '#web/testing/gestures.ts';
import { restartDemo, showDemo, showDemoToNewUser } from '#web/testing/show-list.tsx';
import {
  addField,
  button,
  focusOn,
  groupButton,
  itemBox,
  menuEntry,
  openItemMenu,
  press,
  pressOn,
} from '#web/testing/steps.ts';

/** Screen readers announce changes of a status. */
const hintOf = (): Locator => page.getByRole('status').filter({ hasText: 'Press and hold an item to edit or move it' });

test('[D4] a menu that is closed and reopened at once focuses its first entry', async () => {
  await showDemo();
  const more = button('More actions for Bagels');
  await pressOn(more, '{Enter}');
  await expect.element(menuEntry('Edit')).toHaveFocus();
  // In one task, so that the browser has not reported the closed menu yet.
  document.querySelector<HTMLElement>('[role="menu"]')?.hidePopover();
  clickAtOnce(more);
  await expect.element(menuEntry('Edit')).toHaveFocus();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await press('{End}');
  await press('{Enter}');
  await expect.element(itemBox('Bagels')).not.toBeInTheDocument();
});

/** Clicks within this task, as a real press does not. */
function clickAtOnce(locator: Locator): void {
  const element = locator.element();
  if (element instanceof HTMLElement) element.click();
}

test('[L7] a second press on the button closes the menu, even right after the first', async () => {
  await showDemo();
  const more = button('More actions for Bagels');
  for (const isOpen of [true, false]) {
    clickAtOnce(more);
    // The app opens the menu in a microtask. Events of the browser follow only after this task.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(document.querySelector('[role="menu"]:popover-open') !== null).toBe(isOpen);
  }
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
});

test('[L7] the menu keeps its distance from the edges of the narrowest phone', async () => {
  await showDemo();
  await page.viewport(320, 640);
  await openItemMenu('Bagels');
  for (const name of ['Edit', 'Baking Supplies']) {
    await expect.element(menuEntry(name)).toBeVisible();
    const { x, y, width, height } = boxOf(page.getByRole('menu'));
    expect(x).toBeGreaterThanOrEqual(8);
    expect(x + width).toBeLessThanOrEqual(312);
    expect(y + height).toBeLessThanOrEqual(632);
    if (name === 'Edit') await menuEntry('Move').click();
  }
});

test('[D4] a letter moves to the next category that begins with it', async () => {
  await showDemo();
  await openItemMenu('Milk');
  await pressOn(menuEntry('Move'), 'm');
  await expect.element(menuEntry('Move')).toHaveFocus();
  await press('{Enter}');
  await expect.element(menuEntry('Bakery')).toHaveFocus();
  for (const name of ['Canned Goods', 'Condiments & Sauces', 'Canned Goods']) {
    await press('c');
    await expect.element(menuEntry(name)).toHaveFocus();
  }
  await press('{Home}');
  await press('{ArrowUp}');
  await expect.element(page.getByRole('menuitem').last()).toHaveFocus();
  await press('{ArrowDown}');
  await expect.element(menuEntry('Bakery')).toHaveFocus();
});

test('[D4] if a press does not focus the button, as in WebKit, Escape moves the focus from the menu to the button', async () => {
  await showDemo();
  const keepFocus = (event: Event): void => event.preventDefault();
  addEventListener('mousedown', keepFocus);
  onTestFinished(() => removeEventListener('mousedown', keepFocus));
  await openItemMenu('Bagels');
  await expect.element(menuEntry('Edit')).toHaveFocus();
  await press('{Escape}');
  await expect.element(button('More actions for Bagels')).toHaveFocus();
});

describe('on a new device', () => {
  beforeEach(() => showDemoToNewUser());

  test('[L7] a hint explains once how to edit and move an item, without moving rows or covering the add bar', async () => {
    const hint = hintOf();
    await expect.element(hint).toBeVisible();
    const { y, height } = boxOf(hint);
    const bar = boxOf(page.getByRole('form', { name: 'Add an item' }));
    expect(y + height <= bar.y || y >= bar.y + bar.height).toBe(true);
    const before = boxOf(itemBox('Bagels'));
    await button('Got it').click();
    await expect.element(hint).not.toBeInTheDocument();
    expect(boxOf(itemBox('Bagels'))).toEqual(before);
    await restartDemo();
    await expect.element(addField()).toBeVisible();
    await expect.element(hint).not.toBeInTheDocument();
  });

  test('[L7] the hint disappears when a menu opens', async () => {
    const hint = hintOf();
    await expect.element(hint).toBeVisible();
    await openItemMenu('Bagels');
    await expect.element(menuEntry('Edit')).toBeVisible();
    await expect.element(hint).not.toBeInTheDocument();
  });

  test('[L7] [D4] a hint that would appear over the row with the focus stays hidden until the focus leaves', async () => {
    await page.viewport(320, 640);
    await expect.element(hintOf()).toBeVisible();
    const { y, height } = boxOf(hintOf());
    await showDemoToNewUser();
    await page.viewport(320, 640);
    const below = itemBox('Flour').element();
    window.scrollBy({ top: below.getBoundingClientRect().top - (y + height / 2 - 11), behavior: 'instant' });
    if (below instanceof HTMLElement) below.focus({ preventScroll: true });
    await expect.element(page.getByText('Press and hold an item to edit or move it')).toBeInTheDocument();
    await expect.element(hintOf()).not.toBeInTheDocument();
    await press('{Home}');
    await expect.element(hintOf()).toBeVisible();
  });

  test('[L7] the hint is hidden while the user types and when it would cover the focus', async () => {
    await page.viewport(320, 640);
    await expect.element(hintOf()).toBeVisible();
    await addField().fill('b');
    await expect.element(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await expect.element(hintOf()).not.toBeInTheDocument();
    await addField().fill('');
    await focusOn(groupButton('Bakery'));
    await expect.element(hintOf()).toBeVisible();

    const { y, height } = boxOf(hintOf());
    const below = itemBox('Flour');
    const middle = y + height / 2 - 11;
    window.scrollBy({ top: below.element().getBoundingClientRect().top - middle, behavior: 'instant' });
    await expect.element(hintOf()).toBeVisible();
    const box = below.element();
    if (box instanceof HTMLElement) box.focus({ preventScroll: true });
    await expect.element(hintOf()).not.toBeInTheDocument();
    await press('{Home}');
    await expect.element(hintOf()).toBeVisible();
  });
});
