/** Undo and redo in a real browser (product U2, U3), and the focus after a control has disappeared. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { restartDemo, showDemo } from '#web/testing/show-list.tsx';
import {
  addItem,
  button,
  groupButton,
  itemBox,
  listHeading,
  pressAndConfirm,
  pressOn,
  toastUndo,
} from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[U2] one step reverts everything a change did: items, their category, the list’s name', async () => {
  await itemBox('Milk').click();
  await button('Select').click();
  await page.getByRole('checkbox', { name: 'Select Dairy & Eggs' }).click();
  await pressAndConfirm('Delete (1)', 'Delete');
  await expect.element(groupButton('Dairy & Eggs')).not.toBeInTheDocument();
  await pressAndConfirm('Create New Empty List', 'Create');
  await expect.element(listHeading()).toHaveTextContent('New List (0/0 items)');
  await button('Undo').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/122 items)');
  await button('Undo').click();
  await expect.element(groupButton('Dairy & Eggs')).toHaveTextContent('(1/8)');
  await expect.element(itemBox('Milk')).toBeChecked();
  await button('Redo').click();
  await button('Redo').click();
  await expect.element(listHeading()).toHaveTextContent('New List (0/0 items)');
});

test('[U2] undoing an item that made its category visible hides the category again', async () => {
  await pressAndConfirm('Create New Empty List', 'Create');
  await addItem('Milk');
  await expect.element(groupButton('Dairy & Eggs')).toBeVisible();
  await button('Undo').click();
  await expect.element(page.getByRole('heading', { level: 2 })).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('New List (0/0 items)');
});

test('[U3] history survives a reload, in both directions', async () => {
  await itemBox('Milk').click();
  await button('Delete Bread').click();
  await button('Undo').click();
  await restartDemo();
  await expect.element(itemBox('Bread')).toBeInTheDocument();
  await button('Redo').click();
  await expect.element(itemBox('Bread')).not.toBeInTheDocument();
  await restartDemo();
  await button('Undo').click();
  await button('Undo').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
});

test('[D4] when the pressed control is removed or disabled, the focus stays on the screen', async () => {
  const isKept = async (step: string): Promise<void> => {
    await expect.poll(() => document.activeElement?.tagName, { message: step }).not.toBe('BODY');
  };
  await itemBox('Bread').click();
  await pressOn(button('Clear checked'), '{Enter}');
  await expect.element(itemBox('Bread')).not.toBeInTheDocument();
  await isKept('Clear checked');
  await pressOn(toastUndo('1 item cleared'), '{Enter}');
  await isKept('Undo in the toast');
  await pressOn(button('Undo'), '{Enter}');
  await expect.element(button('Undo')).toBeDisabled();
  await isKept('Undo in the toolbar');
  for (let steps = 0; steps < 2; steps += 1) await pressOn(button('Redo'), '{Enter}');
  await expect.element(button('Redo')).toBeDisabled();
  await isKept('Redo');
  await pressOn(button('Select'), '{Enter}');
  await isKept('Select');
  await pressOn(button('Done'), '{Enter}');
  await isKept('Done');
  await pressOn(button('Select'), '{Enter}');
  await pressOn(page.getByRole('checkbox', { name: 'Select Deli' }), ' ');
  await pressOn(button('Delete (1)'), '{Enter}');
  await pressOn(button('Delete', page.getByRole('dialog')), '{Enter}');
  await expect.element(groupButton('Deli')).not.toBeInTheDocument();
  await isKept('Delete (1)');
  await button('Shop mode').click();
  await pressOn(button('Done'), '{Enter}');
  await isKept('Done');
});
