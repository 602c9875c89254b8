/** The narrowest phone and text at 200 %: nothing scrolls sideways, and no control is cut off or covered. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findOverflow, findUnusable } from '#web/testing/faults.ts';
import { runFor, setTextSize, stopClock } from '#web/testing/gestures.ts';
import { showDemo, showSignIn } from '#web/testing/show-list.tsx';
import { addItem, button, dialog, itemBox, press, pressInMenu } from '#web/testing/steps.ts';

type Shape = { readonly name: string; readonly width: number; readonly take: () => Promise<unknown> };

const SHAPES: readonly Shape[] = [
  { name: '320 px wide', width: 320, take: () => Promise.resolve() },
  { name: 'text at 200 %', width: 390, take: () => setTextSize(200) },
  {
    name: 'right to left',
    width: 390,
    take: () => Promise.resolve((document.documentElement.dir = 'rtl')),
  },
];

afterEach(async () => {
  document.documentElement.dir = '';
  await setTextSize(100);
});

for (const shape of SHAPES) {
  test(`[D3] ${shape.name}: the signed-out screens cut nothing off`, async () => {
    await showSignIn({});
    await page.viewport(shape.width, 700);
    await expect.element(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await shape.take();
    await expectAllUsable();
    await button("Don't have an account? Sign up").click();
    await expectAllUsable();
    await button('Already have an account? Sign in').click();
    await button('Forgot password?').click();
    await expectAllUsable();
  });

  test(`[D3] ${shape.name}: the list cuts nothing off`, async () => {
    await showDemo();
    await page.viewport(shape.width, 700);
    await expect.element(itemBox('Milk')).toBeInTheDocument();
    stopClock();
    await addItem('Averylongnamewithoutanyplacewhereonecouldbreakit'.repeat(3), 'Bakery');
    // The add bar names the added item for ten seconds.
    await runFor(10_000);
    vi.useRealTimers();
    await expect.element(page.getByText(/ added to /u)).not.toBeInTheDocument();
    await shape.take();
    await expectAllUsable();
    await button('Select').click();
    await expect.element(button('Select All')).toBeVisible();
    expect(findOverflow()).toEqual([]);
    await button('Select All').click();
    await expect.element(button('Delete (23)')).toBeInViewport({ ratio: 0.95 });
    expect(findOverflow()).toEqual([]);
  });

  test(`[D3] ${shape.name}: the dialogs, the menu and shop mode cut nothing off`, async () => {
    await showDemo();
    await page.viewport(shape.width, 700);
    await shape.take();
    for (const [opener, title] of [
      ['Save List', 'Save List'],
      ['Load Saved List', 'Saved Lists'],
      ['Add Category', 'Add New Category'],
      ['Create New Empty List', 'Create New Empty List'],
      ['Restore Default List', 'Restore Default List'],
    ] as const) {
      await button(opener).click();
      await expectDialogUsable(title);
    }
    for (const [entry, title] of [
      ['Account', 'Account'],
      ['Add to Homescreen', 'Add to Homescreen'],
    ] as const) {
      await pressInMenu(entry);
      await expectDialogUsable(title);
    }
    await button('Menu').click();
    await expect.element(button('Logout')).toBeInTheDocument();
    button('Logout').element().scrollIntoView();
    await expect.element(button('Logout')).toBeInViewport({ ratio: 0.95 });
    expect(findOverflow()).toEqual([]);
    await press('{Escape}');
    await button('Shop mode').click();
    await expect.element(button('Done')).toBeInViewport({ ratio: 0.95 });
    expect(findOverflow()).toEqual([]);
  });
}

async function expectAllUsable(): Promise<void> {
  expect(findOverflow()).toEqual([]);
  expect(await findUnusable()).toEqual([]);
}

async function expectDialogUsable(title: string): Promise<void> {
  await expect.element(dialog(title)).toBeVisible();
  await expectAllUsable();
  await button('Close', dialog(title)).first().click();
  await expect.element(dialog(title)).not.toBeInTheDocument();
}
