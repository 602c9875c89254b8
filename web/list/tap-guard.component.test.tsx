/** Taps on the list that were not meant for what is under the finger, in a real browser. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf, runFor, stopClock, tap, tapAtPlaceOf, tapOn } from '#web/testing/gestures.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import { button, itemBox, listHeading, row, select, toastUndo } from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
  // Both taps come at the same time, until the clock runs.
  stopClock();
});

test('[L7] a double tap on Done leaves Shop mode, and does not press the add bar, which takes its place', async () => {
  await tapOn(button('Shop mode'));
  await expect.element(button('Done')).toBeVisible();
  await runFor(400);
  const tapAgain = tapAtPlaceOf(button('Done'));
  await tapAgain();
  await expect.element(button('Shop mode')).toBeVisible();
  await tapAgain();
  await expect.element(select('Category')).not.toHaveFocus();
  await runFor(400);
  await tapOn(button('Shop mode'));
  await expect.element(button('Done')).toBeVisible();
});

test('[L14] a tap that was on its way when ticked rows left does not tick the row that took the place of its aim', async () => {
  await tapOn(button('Shop mode'));
  await expect.element(button('Done')).toBeVisible();
  await runFor(400);
  const tapAtEggs = tapAtPlaceOf(itemBox('Eggs free range'));
  await tapOn(itemBox('Butter'));
  await runFor(2200);
  await expect.element(itemBox('Butter')).not.toBeInTheDocument();
  await tapAtEggs();
  await runFor(500);
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await tapAtEggs();
  await expect.element(itemBox('Milk')).toBeChecked();
  await expect.element(itemBox('Eggs free range')).not.toBeChecked();
});

test('[L7] a double tap on Delete deletes one item, and the next tap deletes the next one', async () => {
  const tapAgain = tapAtPlaceOf(button('Delete Butter'));
  await tapAgain();
  await expect.element(itemBox('Butter')).not.toBeInTheDocument();
  await tapAgain();
  await runFor(400);
  await expect.element(itemBox('Eggs free range')).toBeVisible();
  await tapAgain();
  await expect.element(itemBox('Eggs free range')).not.toBeInTheDocument();
});

test('[L7] a double tap on Menu opens it, and a later tap closes it', async () => {
  const entry = button('Account');
  await tapOn(button('Menu'));
  await tapOn(button('Menu'));
  await expect.element(entry).toBeVisible();
  await runFor(400);
  await tapOn(button('Menu'));
  await expect.element(entry).not.toBeInTheDocument();
});

test('[L7] quick taps on neighboring rows, a few pixels apart, tick both', async () => {
  const { x, bottom } = boxOf(row('Butter'));
  await tap({ x: x + 80, y: bottom - 5 });
  await tap({ x: x + 80, y: boxOf(row('Eggs free range')).top + 5 });
  await expect.element(listHeading()).toHaveTextContent('My List (2/4 items)');
});

test('[L7] a tap beside an open menu closes it and presses nothing below; the next tap does', async () => {
  const entry = button('Account');
  await tapOn(button('Menu'));
  await runFor(400);
  await expect.element(entry).toBeVisible();
  const tapMilk = tapAtPlaceOf(itemBox('Milk'));
  await tapMilk();
  await expect.element(entry).not.toBeInTheDocument();
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await runFor(400);
  await tapMilk();
  await expect.element(itemBox('Milk')).toBeChecked();
});

test('[L7] a tap on the Undo of a toast beside an open menu undoes and closes the menu', async () => {
  const entry = page.getByRole('menuitem', { name: 'Edit' });
  await tapOn(button('Delete Butter'));
  await expect.element(itemBox('Butter')).not.toBeInTheDocument();
  await runFor(400);
  await tapOn(button('More actions for Milk'));
  await runFor(400);
  await expect.element(entry).toBeVisible();
  await tapOn(toastUndo('Butter deleted'));
  await expect.element(itemBox('Butter')).toBeVisible();
  await expect.element(entry).not.toBeInTheDocument();
});
