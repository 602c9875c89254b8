/** Editing an item with a long press, a right click or F2: renaming, moving, and refused names. */
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf, holdFinger, runFor, stopClock, swipeUp } from '#web/testing/gestures.ts';
import { restartDemo, showDemo, showDemoToNewUser } from '#web/testing/show-list.tsx';
import {
  addField,
  announced,
  button,
  categorySelect,
  chosenCategory,
  dialog,
  field,
  focusOn,
  itemBox,
  listHeading,
  menuEntry,
  press,
  pressOn,
  row,
  toastUndo,
} from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[spec-4] a new category with the name of another one is refused, and the other one is chosen for the item', async () => {
  await addField().fill('Tulips');
  await focusOn(categorySelect());
  await categorySelect().selectOptions('+ Add new category');
  const adding = dialog('Add New Category');
  await field('Category name', adding).fill('bakery');
  await press('{Enter}');
  await expect
    .element(field('Category name', adding))
    .toHaveAccessibleDescription('That category is already on the list');
  await button('Cancel', adding).click();
  await expect.poll(chosenCategory).toBe('Bakery');
  await expect.element(addField()).toHaveValue('Tulips');
});

test('[L7] a long press with a finger opens the menu and does not tick; a finger that scrolls does neither', async () => {
  const menu = page.getByRole('menu', { name: 'More actions for Bagels' });
  await showDemoToNewUser();
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  const lift = await holdFinger(row('Bagels'));
  await expect.poll(() => vibrate.mock.calls.length).toBe(1);
  vibrate.mockRestore();
  await expect.element(menu).not.toBeInTheDocument();
  await lift();
  await expect.element(menu).toBeVisible();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await button('Cancel', dialog('Edit Item')).click();
  await expect.element(itemBox('Bagels')).not.toBeChecked();
  await row('Bagels').click({ position: { x: 100, y: 20 } });
  await expect.element(itemBox('Bagels')).toBeChecked();
  boxOf(row('Milk'));
  await swipeUp(row('Milk'), 200);
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('My List (1/130 items)');
});

test('[L7] [L14] where no context menu follows a long press, as in Safari, 500 ms of touch count, unless the finger moves', async () => {
  await button('Shop mode').click();
  const asked = dialog('Edit Item');
  const target = itemBox('Bagels').element();
  const at = { bubbles: true, cancelable: true, clientX: 50, clientY: 50 };
  const point = (type: string, more: PointerEventInit): boolean =>
    target.dispatchEvent(new PointerEvent(type, { ...at, ...more }));
  stopClock();
  for (const [pointerType, milliseconds, clientX] of [
    ['touch', 499, 50],
    ['touch', 500, 61],
    ['mouse', 500, 50],
  ] as const) {
    point('pointerdown', { pointerType });
    point('pointermove', { pointerType, clientX });
    await runFor(milliseconds);
    point('pointerup', { pointerType });
    await runFor(1000);
    await expect.element(asked).not.toBeInTheDocument();
  }
  point('pointerdown', { pointerType: 'touch' });
  point('pointermove', { pointerType: 'touch', clientX: 60 });
  await runFor(500);
  // Before the menu or the dialog opens under the finger, it is lifted; its click is no tick.
  await expect.element(asked).not.toBeInTheDocument();
  point('pointerup', { pointerType: 'touch' });
  target.dispatchEvent(new MouseEvent('click', at));
  await runFor(0);
  await expect.element(field('Name', asked)).toHaveValue('Bagels');
  await press('{Escape}');
  await expect.element(asked).not.toBeInTheDocument();
  await expect.element(itemBox('Bagels')).toHaveFocus();
  await expect.element(itemBox('Bagels')).not.toBeChecked();
});

test('[D4] F2 on a button of a row edits its item, and the focus returns to that button', async () => {
  const more = button('More actions for Bagels');
  await pressOn(more, '{F2}');
  await expect.element(field('Name', dialog('Edit Item'))).toHaveValue('Bagels');
  await press('{Escape}');
  await expect.element(more).toHaveFocus();
});

test('[L12] [U2] [H2] the list is renamed from Lists, in one step; a blank name is refused', async () => {
  const asked = dialog('Rename List');
  const name = field('List name', asked);
  await listHeading().getByRole('button').click();
  await button('Actions for My List').click();
  await menuEntry('Rename').click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('My List');
  await name.fill('  ');
  await expect.element(button('Rename', asked)).toBeDisabled();
  await name.fill('x'.repeat(201));
  await pressOn(name, '{Enter}');
  await expect.element(name).toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await name.fill(' Party  night ');
  await button('Rename', asked).click();
  await expect.element(listHeading()).toHaveTextContent('Party night (0/130 items)');
  await expect.poll(() => document.title).toBe('Party night · Checklist');
  await expect.element(button('Party night', listHeading())).toHaveFocus();
  await expect.element(toastUndo('List renamed to “Party night”')).toBeVisible();
  await restartDemo();
  await expect.element(listHeading()).toHaveTextContent('Party night (0/130 items)');
  await button('Undo').click();
  await expect.element(announced('Undone: List renamed to “Party night”')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
});
