/** The setting 'Checked items last': ticked rows move below the others of their category, and only when the list is at rest. */
import { beforeEach, expect, test } from 'vitest';
import { holdMouse, runFor, stopClock } from '#web/testing/gestures.ts';
import { showDemo, restartDemo } from '#web/testing/show-list.tsx';
import { button, dialog, focusOn, itemBox, press, pressInMenu, rowNames, section } from '#web/testing/steps.ts';

const SEAFOOD = ['Cod', 'Crab', 'Salmon', 'Shrimp', 'Tuna Steaks'];
const CRAB_LAST = ['Cod', 'Salmon', 'Shrimp', 'Tuna Steaks', 'Crab'];

beforeEach(async () => {
  await showDemo();
  await itemBox('Crab').click();
  await pressInMenu('Account');
});

test('[L6] turning it on sorts at once; a tick moves its row at rest and keeps its focus; undo moves it back', async () => {
  await expect.element(dialog('Account').getByLabelText('Checked items last')).not.toBeChecked();
  expect(rowNames(section('Seafood'))).toEqual(SEAFOOD);
  await dialog('Account').getByLabelText('Checked items last').click();
  await expect.poll(() => rowNames(section('Seafood'))).toEqual(CRAB_LAST);
  await press('{Escape}');
  stopClock();
  await focusOn(itemBox('Cod'));
  await press(' ');
  await runFor(500);
  expect(rowNames(section('Seafood'))).toEqual(CRAB_LAST);
  await runFor(200);
  expect(rowNames(section('Seafood'))).toEqual(['Salmon', 'Shrimp', 'Tuna Steaks', 'Cod', 'Crab']);
  await expect.element(itemBox('Cod')).toHaveFocus();
  await button('Undo').click();
  await runFor(700);
  expect(rowNames(section('Seafood'))).toEqual(CRAB_LAST);
});

test('[L6] no row moves while a finger is down', async () => {
  await dialog('Account').getByLabelText('Checked items last').click();
  await press('{Escape}');
  stopClock();
  await itemBox('Cod').click();
  await runFor(500);
  const lift = await holdMouse({ x: 5, y: 200 });
  await runFor(5000);
  expect(rowNames(section('Seafood'))).toEqual(CRAB_LAST);
  await lift();
  await runFor(700);
  expect(rowNames(section('Seafood'))).toEqual(['Salmon', 'Shrimp', 'Tuna Steaks', 'Cod', 'Crab']);
});

test('the setting survives a reload', async () => {
  await dialog('Account').getByLabelText('Checked items last').click();
  await restartDemo();
  await expect.element(itemBox('Crab')).toBeInTheDocument();
  expect(rowNames(section('Seafood'))).toEqual(CRAB_LAST);
  await pressInMenu('Account');
  await dialog('Account').getByLabelText('Checked items last').click();
  await expect.poll(() => rowNames(section('Seafood'))).toEqual(SEAFOOD);
});
