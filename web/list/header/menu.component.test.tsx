/** The header and its menu: connection, public pages, installation, theme, logging out (spec section 2). */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { showDemo, showList } from '#web/testing/show-list.tsx';
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

test('[W4] the public pages open in a new tab, beside the list', async () => {
  await button('Menu').click();
  const pages = [
    ['Product Site', './site/'],
    ['Help', './site/help/'],
    ['About Us', './site/about/'],
    ['Changelog', './site/changelog/'],
  ] as const;
  for (const [name, address] of pages) {
    const link = page.getByRole('link', { name, exact: true });
    await expect.element(link).toHaveAttribute('href', address);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener');
    await expect.element(link).toHaveAccessibleDescription('opens in a new tab');
  }
});

test('[L11] [O1] [D4] the menu offers to find items, and to collapse and arrange categories, only where that helps', async () => {
  const itemsOf = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      itemRow(`i${at}`, { name: `Thing ${at}`, category: at < 50 ? 'dairy' : 'bakery' }),
    );
  const categories = [
    categoryRow('dairy', { name: 'Dairy' }),
    categoryRow('bakery', { name: 'Bakery', inList: false }),
  ];
  const helpful = ['Find in list', 'Collapse all', 'Arrange categories'];
  await showList({ categories, items: itemsOf(50) });
  await button('Menu').click();
  await expect.element(button('Copy what’s left')).toBeVisible();
  for (const name of helpful) await expect.element(button(name)).not.toBeInTheDocument();
  await showList({ categories, items: itemsOf(51) });
  await button('Menu').click();
  for (const name of helpful) await expect.element(button(name)).toBeVisible();
  await button('Collapse all').click();
  await expect.element(button('Menu')).toHaveFocus();
  await expect.element(itemBox('Thing 1')).not.toBeInTheDocument();
  await button('Menu').click();
  await expect.element(button('Expand all')).toBeVisible();
  await press('{Escape}');
  await expect.element(button('Expand all')).not.toBeInTheDocument();
  await expect.element(button('Menu')).toHaveFocus();
});
