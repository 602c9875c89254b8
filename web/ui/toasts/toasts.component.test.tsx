/** Toasts in a real browser: their Undo, a series, and what replaces them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  addItem,
  announced,
  button,
  dialog,
  focusOn,
  itemBox,
  listHeading,
  press,
  toastUndo,
} from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
});
afterEach(() => void vi.useRealTimers());

test('[U1] several deletions in a row share one toast, which restores all; each remains an undo step', async () => {
  for (const name of ['Bread', 'Butter', 'Milk']) await button(`Delete ${name}`).click();
  await button('Undo: 3 items deleted').click();
  await expect.element(announced('Undone: 3 items deleted')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('(0/4 items)');
  await button('Redo').click();
  await expect.element(announced('Redone: Bread deleted')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('(0/3 items)');
});

test('[U1] the Undo of a toast reverts only its own change, also after later changes', async () => {
  await button('Delete Bread').click();
  await itemBox('Milk').click();
  await button('Undo: Bread deleted').click();
  await expect.element(itemBox('Bread')).toBeVisible();
  await expect.element(itemBox('Milk')).toBeChecked();
});

test('[U1] Undo replaces a toast that offers to undo the same change', async () => {
  await button('Delete Bread').click();
  await button('Undo').click();
  await expect.element(button('Undo: Bread deleted')).not.toBeInTheDocument();
  await expect.element(announced('Undone: Bread deleted')).toBeVisible();
});

test('[U1] a change other than a tick hides the toast of an earlier one, whose Undo could be mistaken for its own', async () => {
  await button('Delete Bread').click();
  await expect.element(button('Undo: Bread deleted')).toBeVisible();
  await addItem('Bread');
  await expect.element(button('Undo: Bread deleted')).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('(0/4 items)');
});

test('[U1] a toast disappears when nothing of its change is left to undo', async () => {
  await itemBox('Milk').click();
  await button('Uncheck all').click();
  await expect.element(button('Undo: 1 item unchecked')).toBeVisible();
  await itemBox('Milk').click();
  await expect.element(itemBox('Milk')).toBeChecked();
  await expect.element(button('Undo: 1 item unchecked')).not.toBeInTheDocument();
});

test('[D4] a toast about something earlier does not cover an item that is added at the end of the list', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await button('Delete Bread').click();
  await toastUndo('Bread deleted').click();
  await expect.element(announced('Undone: Bread deleted')).toBeVisible();
  await addItem('Olives');
  await expect.element(itemBox('Olives')).toBeVisible();
  // At once: each attempt of a repeated expectation would advance the clock, until the toast ends by itself.
  expect(announced('Undone: Bread deleted').query()).toBeNull();
});

test('[D4] a toast stays for six seconds, and longer while its button has the focus or the pointer is on it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const undo = button('Undo: Bread deleted');
  await button('Delete Bread').click();
  await focusOn(undo);
  vi.advanceTimersByTime(20_000);
  await expect.element(undo).toHaveFocus();
  await focusOn(itemBox('Milk'));
  vi.advanceTimersByTime(5900);
  await expect.element(undo).toBeVisible();
  await undo.hover();
  vi.advanceTimersByTime(20_000);
  await expect.element(undo).toBeVisible();
  await button('Menu').hover();
  vi.advanceTimersByTime(6100);
  await expect.element(undo).not.toBeInTheDocument();
});

test('[D4] a touch does not keep a toast, which ends six seconds after it appeared', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await button('Delete Bread').click();
  await expect.element(announced('Bread deleted')).toBeVisible();
  const touch = { bubbles: true, pointerType: 'touch' };
  announced('Bread deleted').element().dispatchEvent(new PointerEvent('pointerover', touch));
  vi.advanceTimersByTime(6100);
  await expect.element(announced('Bread deleted')).not.toBeInTheDocument();
});

test('[D4] a tap on a toast reaches what the toast covers, unless the toast has a button', async () => {
  const isHit = (text: string): boolean => {
    const toast = announced(text).element().firstElementChild;
    const { left, right, top, bottom } = toast?.getBoundingClientRect() ?? new DOMRect();
    return toast?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) === true;
  };
  await button('Delete Bread').click();
  await expect.element(announced('Bread deleted')).toBeVisible();
  expect(isHit('Bread deleted')).toBe(true);
  await button('Undo').click();
  await expect.element(announced('Undone: Bread deleted')).toBeVisible();
  expect(isHit('Undone: Bread deleted')).toBe(false);
});

test('[D4] a dialog hides an earlier toast', async () => {
  await button('Delete Bread').click();
  await button('Add Category').click();
  await expect.element(dialog('Add New Category')).toBeVisible();
  await expect.element(announced('Bread deleted')).not.toBeInTheDocument();
  await press('{Escape}');
  await expect.element(announced('Bread deleted')).not.toBeInTheDocument();
});

test('[D4] the button of a short toast is on the line of its text', async () => {
  await button('Delete Milk').click();
  const toast = announced('Milk deleted');
  await expect.element(toast).toBeVisible();
  const undo = button('Undo: Milk deleted').element().getBoundingClientRect();
  const text = toast.getByText('Milk deleted', { exact: true }).element().getBoundingClientRect();
  expect(Math.abs(undo.top + undo.height / 2 - (text.top + text.height / 2))).toBeLessThan(2);
});

test('[D4] the text of a toast takes one line if the screen has room for it beside the button', async () => {
  await addItem('The good olives');
  await button('Delete The good olives').click();
  const text = announced('The good olives deleted').getByText('The good olives deleted', { exact: true });
  await expect.poll(() => text.element().getBoundingClientRect().height).toBeLessThan(50);
});

test('[D4] the text of a toast without a button begins at its edge, even if it has several lines', async () => {
  await page.viewport(320, 640);
  await addItem('The good olives from the market');
  await button('Delete The good olives from the market').click();
  await toastUndo('The good olives from the market deleted').click();
  await expect.element(announced('Undone: The good olives')).toBeVisible();
  const toast = announced('Undone: The good olives').element().firstElementChild;
  const [box, text] = [toast, toast?.firstElementChild].map((one) => one?.getBoundingClientRect());
  expect((text?.height ?? 0) > 40).toBe(true);
  expect((text?.left ?? 0) - (box?.left ?? 0)).toBeLessThanOrEqual(20);
});
