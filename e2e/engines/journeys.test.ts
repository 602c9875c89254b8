/** What a shopper does with the list, in Firefox and WebKitGTK. */
import { expect } from '@playwright/test';
import { findOverflow } from '#web/testing/faults.ts';
import { engineTest as test } from './engine-test.ts';
import { readOrder, removeCopied, showAsPrinted, showCopySource } from './in-page.ts';
import {
  ADD_FIELD,
  PATIENCE,
  addItem,
  box,
  button,
  dialog,
  createList,
  enterDemo,
  expectControl,
  expectList,
  expectNone,
  expectText,
  field,
  fill,
  pressInMenu,
  tap,
  tick,
} from './steps.ts';

test.beforeEach(({ device, server }) => enterDemo(device, server.address));

test('[W3] the demo opens for a visitor and is connected', async ({ device }) => {
  await expectText(device, 'Connected');
});

test('[L13] [Q2] an item is typed with its amount, and Enter adds it', async ({ device }) => {
  await addItem(device, '2 l oat milk');
  await expectList(device, 'My List (0/131 items)');
  await expectControl(device, box('Oat Milk'), { isChecked: false });
  await expectControl(device, button('2 l, Oat Milk'));
});

test('[L7] [U3] a tick and the history survive a reload', async ({ device }) => {
  await tick(device, 'Milk');
  await device.reload();
  await expectList(device, 'My List (1/130 items)');
  await expectControl(device, box('Milk'), { isChecked: true });
  await tap(device, button('Undo'));
  await expectControl(device, box('Milk'), { isChecked: false });
  await tap(device, button('Redo'));
  await expectControl(device, box('Milk'), { isChecked: true });
});

test('[D4] [U5] an item is added, undone and restored by keyboard alone', async ({ device }) => {
  await device.press('/');
  await expectControl(device, ADD_FIELD, { hasFocus: true });
  await device.type('Zander');
  await device.press('Enter');
  await expectList(device, 'My List (0/131 items)');
  await device.press('Escape');
  await device.press('Tab');
  await device.press('Control', 'z');
  await expectList(device, 'My List (0/130 items)');
  await device.press('Control', 'Shift', 'z');
  await expectList(device, 'My List (0/131 items)');
});

test('[D4] Space ticks the row that has the focus, and an arrow key moves to the next one', async ({ device }) => {
  await tick(device, 'Bagels');
  await expectControl(device, box('Bagels'), { hasFocus: true });
  await device.press(' ');
  await expectControl(device, box('Bagels'), { isChecked: false });
  await device.press('ArrowDown');
  await expectControl(device, box('Bagels'), { hasFocus: false });
});

test('[Q4] several lines are copied, pasted into the add field, and added in one step', async ({ device }) => {
  await device.evaluate(showCopySource, '2 tofu\nquinoa');
  await device.press('Control', 'c');
  await expect(async () => expect(await device.evaluate(removeCopied, undefined)).toBe(true)).toPass(PATIENCE);
  await tap(device, ADD_FIELD);
  await device.press('Control', 'v');
  const within = { dialog: 'Add Several Items' };
  await expectControl(device, box('Tofu 2', within), { isChecked: true });
  await tap(device, button('Add 2 items', within));
  await expectList(device, 'My List (0/132 items)');
  await tap(device, button('Undo'));
  await expectList(device, 'My List (0/130 items)');
});

test('[S2] [S4] a list is saved and loaded again', async ({ device }) => {
  await tick(device, 'Milk');
  await tap(device, button('Save List'));
  const within = { dialog: 'Save List' };
  await fill(device, field('Name of the saved list', within), 'Sunday');
  await tap(device, button('Save', within));
  await expectList(device, 'Sunday (1/130 items)');
  await tick(device, 'Butter');
  await tap(device, button('Load Saved List'));
  await tap(device, button('Load Sunday', { dialog: 'Saved Lists' }));
  await expectList(device, 'Sunday (1/130 items)');
  await expectControl(device, box('Butter'), { isChecked: false });
});

test('[L14] in Shop mode a ticked row leaves for the basket', async ({ device }) => {
  await tap(device, button('Shop mode'));
  await tick(device, 'Butter');
  await expectNone(device, box('Butter'));
  await expectControl(device, button('In the basket (1)'));
  await tap(device, button('Done'));
  await expectList(device, 'My List (1/130 items)');
});

test('[D7] [D5] Account offers to keep the screen on, and Add to Homescreen explains the steps', async ({ device }) => {
  await pressInMenu(device, 'Account');
  await expectControl(device, dialog('Account'));
  await expectControl(device, box('Keep screen on while shopping', { dialog: 'Account' }));
  await tap(device, button('Close', { dialog: 'Account' }));
  await pressInMenu(device, 'Add to Homescreen');
  await expectControl(device, dialog('Add to Homescreen'));
  await expectText(device, 'Open your browser’s menu.');
});

test('[O1] a category is moved to the top by a button, and stays there after a reload', async ({ device }) => {
  await pressInMenu(device, 'Arrange categories');
  await tap(device, button('Move Seafood to the top', { dialog: 'Arrange Categories' }));
  await device.press('Escape');
  await expectNone(device, dialog('Arrange Categories'));
  await device.reload();
  await expect(async () => {
    expect((await device.evaluate(readOrder, undefined)).slice(0, 2)).toEqual(['Seafood', 'Bakery']);
  }).toPass(PATIENCE);
});

test('[H2] the demo has a second list, which stays open after a reload', async ({ device }) => {
  await createList(device, 'Party');
  await device.reload();
  await expectList(device, 'Party (0/0 items)');
});

test('[D3] [D8] in dark mode and from right to left, nothing is off the screen', async ({ device }) => {
  await pressInMenu(device, 'Account');
  await tap(device, box('Dark', { dialog: 'Account' }));
  await tap(device, button('Close', { dialog: 'Account' }));
  await device.reload();
  await expectControl(device, ADD_FIELD);
  await device.evaluate(() => void (document.documentElement.dir = 'rtl'), undefined);
  await expect(async () => {
    expect(await device.evaluate(findOverflow, undefined)).toEqual([]);
    const background = await device.evaluate(() => getComputedStyle(document.body).backgroundColor, undefined);
    expect(Math.max(...(background.match(/\d+/gu) ?? ['255']).slice(0, 3).map(Number))).toBeLessThan(64);
  }).toPass(PATIENCE);
});

test('[L12] [D4] the printout has the unticked items and no controls', async ({ device }) => {
  await tick(device, 'Milk');
  await device.evaluate(showAsPrinted, undefined);
  await expectNone(device, box('Milk'));
  await expectText(device, 'Eggs');
  await expectNone(device, button('Menu'));
  await expectNone(device, ADD_FIELD);
});

test('[D2] the list is saved as a file', async ({ device, readDownload }) => {
  await tick(device, 'Milk');
  await pressInMenu(device, 'Account');
  await tap(device, button('Save as a file', { dialog: 'Account' }));
  expect(await readDownload(/^checklist-\d{4}-\d{2}-\d{2}.*\.json$/u)).toMatchObject({
    format: 'checklist',
    listName: 'My List',
  });
});
