/** Undo and redo, by button and by key (product U1 to U5). */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showDemo, restartDemo } from '#web/testing/show-list.tsx';
import { addItem, button, groupButton, itemBox, listHeading, pressAndConfirm } from '#web/testing/steps.ts';

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
