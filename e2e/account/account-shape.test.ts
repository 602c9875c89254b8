/** The account dialog on small and landscape phones and in large text (product D3). */
import { expect, type Locator } from '@playwright/test';
import { expectList, fillEntry, inventAccount, signIn } from '#e2e/steps/account.ts';
import { openAccountScreen, section } from '#e2e/steps/account-screen.ts';
import { button, dialog, field, toast } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { doubleText, findOverflow, findUnusable } from '#e2e/checks/shape.ts';
import { boxOf } from '#e2e/steps/touch.ts';

test('[D3] with text at 200 %, no word breaks in a button or a title, and nothing is cut off', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  await doubleText(page);
  const twoSteps = section(screen, 'Two-step verification');
  expect(await findBroken(screen)).toEqual([]);
  await button(twoSteps, 'Add an authenticator app').click();
  await expect(field(twoSteps, 'Code')).toBeVisible();
  await button(section(screen, 'Delete account'), 'Delete my account').click();
  expect(await findBroken(screen)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  expect(await findUnusable(page)).toEqual([]);
  await button(section(screen, 'Devices'), 'Log out everywhere').click();
  expect(await findBroken(dialog(page, 'Log Out Everywhere'))).toEqual([]);
});

test('[D3] a long address is truncated in the middle: its start and domain remain readable, and the text is complete', async ({
  openDevice,
}) => {
  const page = await openDevice();
  await page.setViewportSize({ width: 320, height: 640 });
  const { email } = inventAccount();
  const long = `somebody-long-${email}`;
  await page.goto('/');
  await button(page, "Don't have an account? Sign up").click();
  await fillEntry(page, { email: long, password: 'pear7tree' });
  await expectList(page);
  const screen = await openAccountScreen(page);
  for (const place of [screen.getByTitle(long).first(), section(screen, 'Email').getByTitle(long)]) {
    await expect(place).toHaveText(long);
    const [local, domain] = [place.getByText(/^somebody-/u).last(), place.getByText(/^@/u)];
    expect(await domain.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0);
    expect(await local.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeGreaterThan(0);
    expect((await boxOf(place)).height).toBeLessThan(30);
  }
  expect(await findOverflow(page)).toEqual([]);
});

test('[D3] a panel that opens at the bottom of a phone scrolls into view, not covered by the header or a toast', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  const header = await boxOf(screen.locator('header'));
  for (const [part, opener, last] of [
    ['Two-step verification', 'Add an authenticator app', 'Cancel'],
    ['Delete account', 'Delete my account', 'Cancel'],
  ] as const) {
    const own = section(screen, part);
    // The button is at the bottom edge of the screen.
    await button(own, opener).evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await button(own, opener).click();
    const end = button(own, last);
    await expect(end).toBeInViewport({ ratio: 1 });
    expect((await boxOf(own.locator('form').first())).y).toBeGreaterThan(header.y + header.height);
  }
  await button(section(screen, 'Two-step verification'), 'Copy').click();
  await expect(toast(page, 'Copied')).toBeVisible();
  const part = section(screen, 'Delete account');
  await screen.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(await findUnusable(page)).toEqual([]);
  await expect(button(part, 'Delete account')).toBeVisible();
});

test('[D3] [Y6] going offline shows a message in every part of the account dialog', async ({ openDevice, account }) => {
  const page = await openDevice();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  await section(screen, 'Delete account').scrollIntoViewIfNeeded();
  await page.context().setOffline(true);
  const told = screen.getByText(/^You’re offline\. Account settings/u);
  await expect(told).toBeInViewport({ ratio: 1 });
  const header = await boxOf(screen.locator('header'));
  expect((await boxOf(told)).y).toBeGreaterThanOrEqual(header.y + header.height);
});

test('[D3] on a landscape phone the account dialog uses the full height', async ({ openDevice, account }) => {
  const page = await openDevice();
  await page.setViewportSize({ width: 844, height: 390 });
  await signIn(page, account);
  const screen = await openAccountScreen(page);
  // It moves while it opens.
  await expect.poll(() => boxOf(screen)).toMatchObject({ y: 0, height: 390 });
});

test('[A3] adding a phone shows the status, the code field, its button and then Send again; button text is not selectable', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  const part = section(await openAccountScreen(page), 'Two-step verification');
  await button(part, 'Add a phone number').click();
  await field(part, 'Phone number').fill('+49 170 1234567');
  await button(part, 'Send code').click();
  const order = [
    part.getByText(/^We sent you a code/u),
    field(part, 'Code'),
    button(part, 'Turn on'),
    button(part, 'Send again by SMS'),
  ];
  await expect(field(part, 'Code')).toBeVisible();
  // The panel scrolls into view.
  await expect(async () => {
    const tops: number[] = [];
    for (const place of order) tops.push((await boxOf(place)).y);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    // Primary and Cancel are one row.
    expect((await boxOf(button(part, 'Cancel'))).y).toBe((await boxOf(button(part, 'Turn on'))).y);
  }).toPass();
  await expect(button(part, 'Turn on')).toHaveCSS('user-select', 'none');
});

/** Words of buttons and titles that break over two lines. */
const findBroken = (within: Locator): Promise<readonly string[]> =>
  within.evaluate((root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || !parent.matches('button, h2, h3') || !parent.checkVisibility()) continue;
      for (const word of (text.textContent ?? '').matchAll(/[^\s-]+/gu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(word[0]);
      }
    }
    return broken;
  });
