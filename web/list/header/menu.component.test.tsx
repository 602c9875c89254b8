/** The header and its menu: connection, public pages, installation, theme, logging out (spec section 2). */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showDemo } from '#web/testing/show-list.tsx';
import { button, dialog, itemBox, listHeading, press, pressInMenu } from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[D5] Add to Homescreen explains the steps if the browser has no install prompt', async () => {
  await pressInMenu('Add to Homescreen');
  const steps = (): readonly string[] =>
    dialog('Add to Homescreen')
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(steps)
    .toEqual([
      'Open your browser’s menu.',
      'Choose “Install app” or “Add to home screen”.',
      'Checklist then opens like any other app, even offline.',
    ]);
  await press('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Menu')).toHaveFocus();
});

test('[D5] Add to Homescreen uses the browser’s install prompt once, if there is one', async () => {
  const prompted: string[] = [];
  {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        prompted.push('yes');
        return Promise.resolve();
      },
    });
    window.dispatchEvent(offer);
  }
  await pressInMenu('Add to Homescreen');
  await expect.poll(() => prompted).toEqual(['yes']);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await pressInMenu('Add to Homescreen');
  await expect.element(dialog('Add to Homescreen')).toBeVisible();
  window.dispatchEvent(new Event('appinstalled'));
  await expect.element(dialog('Add to Homescreen')).toHaveTextContent('Checklist is already installed on this device.');
});

test('[Y9] [spec-4] logging out leads to the sign-in screen and keeps the demo’s list', async () => {
  await itemBox('Bananas').click();
  await pressInMenu('Logout');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign In');
  await expect.poll(() => document.title).toBe('Checklist');
  await button('Try Demo').click();
  await button('Open demo').click();
  await expect.element(itemBox('Bananas')).toBeChecked();
  await expect.element(listHeading()).toHaveTextContent('My List (1/130 items)');
});
