/** Accounts, several devices, shared lists, and a server that has stopped, in Firefox and WebKitGTK. */
import { expect } from '@playwright/test';
import { engineTest as test } from './engine-test.ts';
import { readInvitation } from './in-page.ts';
import {
  addItem,
  box,
  button,
  createList,
  enterAccount,
  enterDemo,
  expectControl,
  expectList,
  expectNone,
  expectText,
  field,
  fill,
  inventAccount,
  lookAgain,
  openLists,
  PATIENCE,
  pressInMenu,
  signUp,
  submitAccount,
  tap,
  tick,
  untilKeptOffline,
} from './steps.ts';

test('[D6] [W4] the app starts, and its pages open, with the server stopped', async ({ device, server }) => {
  await enterDemo(device, server.address);
  await untilKeptOffline(device);
  await server.stop();
  await device.reload();
  await expectList(device, 'My List (0/130 items)');
  await expectText(device, 'Offline Mode');
  await addItem(device, 'Zander');
  await device.reload();
  await expectList(device, 'My List (0/131 items)');
  await device.open(`${server.address}/site/help/`);
  await expect(async () => {
    expect(await device.evaluate(() => document.querySelector('h1')?.textContent, undefined)).toBe('Help');
  }).toPass(PATIENCE);
});

test('[Y4] [A1] changes made offline, and after a start without the server, are sent when it returns', async ({
  device,
  openDevice,
  server,
}) => {
  const account = await signUp(device, server.address);
  await addItem(device, 'Leek');
  await expectText(device, 'Connected');
  await untilKeptOffline(device);
  await server.stop();
  await addItem(device, 'Carrots');
  await device.reload();
  await expectText(device, 'Offline Mode');
  await tick(device, 'Leek');
  await server.start();
  await lookAgain(device);
  await expectText(device, 'Connected');
  const other = await openDevice();
  await other.open(server.address);
  await enterAccount(other, account);
  await expectControl(other, box('Leek'), { isChecked: true });
  await expectControl(other, box('Carrots'), { isChecked: false });
});

test('[Y5] [L2] [A3] a second device shows a tick of the first one at once, and Account offers a passkey where the engine has them', async ({
  device,
  openDevice,
  server,
  installed,
}) => {
  const account = await signUp(device, server.address);
  await addItem(device, 'Leek');
  await addItem(device, 'Carrots');
  const other = await openDevice();
  await other.open(server.address);
  await enterAccount(other, account);
  await expectControl(other, box('Leek'), { isChecked: false });
  await tick(device, 'Leek');
  await expectControl(other, box('Leek'), { isChecked: true });
  await addItem(other, '500 g flour');
  await expectControl(device, button('500 g, Flour'));
  const within = { dialog: 'Account' };
  await pressInMenu(device, 'Account');
  await expectControl(device, button('Add an authenticator app', within));
  const add = button('Add a passkey', within);
  // WebKitGTK has none.
  await (installed.name === 'firefox' ? expectControl(device, add) : expectNone(device, add));
});

test('[H3] [H4] a list is shared by a link, and another account joins it', async ({ device, openDevice, server }) => {
  await signUp(device, server.address);
  await createList(device, 'Groceries');
  await openLists(device);
  await tap(device, button('Share this list', { dialog: 'Lists' }));
  const sharing = { dialog: 'Share “Groceries”' };
  await tap(device, button('Invite', sharing));
  await fill(device, field('Your name', sharing), 'Anna');
  await tap(device, button('Continue', sharing));
  await expectText(device, 'Your invitation link is ready.');
  const link = await device.evaluate(readInvitation, undefined);

  const visitor = await openDevice();
  await visitor.open(link ?? '');
  await tap(visitor, button('Create an account'));
  await submitAccount(visitor, inventAccount());
  await tap(visitor, button('Join', { dialog: 'Invitation' }));
  await expectList(visitor, 'Groceries (0/0 items)');
  await addItem(visitor, 'Leek');
  await expectControl(device, box('Leek'));
});
