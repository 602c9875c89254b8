/** The account dialog on small and landscape phones and in large text, in a real browser (product D3). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { ok } from '#core/result.ts';
import { FACTS, part, showAccount } from '#web/testing/account-api.ts';
import { createConnection } from '#web/testing/connection.ts';
import { findOverflow, findUnusable } from '#web/testing/faults.ts';
import { setTextSize, untilStill } from '#web/testing/gestures.ts';
import { announced, button, dialog, field } from '#web/testing/steps.ts';

const withPhone = { read: () => Promise.resolve(ok({ ...FACTS, secondSteps: { app: true, phone: true } })) };

beforeEach(() => showAccount(withPhone));

afterEach(() => setTextSize(100));

const topOf = (locator: Locator): number => locator.element().getBoundingClientRect().top;
const headerOf = (screen: Locator): DOMRect =>
  screen.element().querySelector('header')?.getBoundingClientRect() ?? new DOMRect();

test('[D3] with text at 200 %, no word breaks in a button or a title, and nothing is cut off', async () => {
  await setTextSize(200);
  const screen = dialog('Account');
  expect(findBroken(screen)).toEqual([]);
  await button('Add an authenticator app').click();
  await expect.element(field('Code')).toBeVisible();
  await button('Delete my account').click();
  expect(findBroken(screen)).toEqual([]);
  expect(findOverflow()).toEqual([]);
  expect(await findUnusable()).toEqual([]);
  await button('Log out everywhere').click();
  await expect.element(dialog('Log Out Everywhere')).toBeVisible();
  expect(findBroken(dialog('Log Out Everywhere'))).toEqual([]);
});

test('[D3] a long address is truncated in the middle: its start and domain remain readable, and the text is complete', async () => {
  const long = 'somebody-long-shopper-0f8fad5b-d9cb-469f-a165-70867728950e@example.org';
  await showAccount(
    { read: () => Promise.resolve(ok({ ...FACTS, email: long })) },
    {},
    { id: 'long', username: long, password: '' },
  );
  await page.viewport(320, 640);
  const screen = dialog('Account');
  for (const place of [screen.getByTitle(long).first(), part('Email').getByTitle(long)]) {
    await expect.element(place).toHaveTextContent(long);
    const [local, domain] = [
      place
        .getByText(/^somebody-/u)
        .last()
        .element(),
      place.getByText(/^@/u).element(),
    ];
    expect(domain.scrollWidth - domain.clientWidth).toBeLessThanOrEqual(0);
    expect(local.scrollWidth - local.clientWidth).toBeGreaterThan(0);
    expect(place.element().getBoundingClientRect().height).toBeLessThan(30);
  }
  expect(findOverflow()).toEqual([]);
});

test('[D8] the address to type before a deletion breaks before its domain, not inside a word', async () => {
  await page.viewport(390, 844);
  const long = 'shopper-0f8fad5b-d9cb-469f-a165-70867728950e@example.org';
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, email: long })) });
  await setTextSize(200);
  await button('Delete my account').click();
  const label = part('Delete account').getByText(/^Type shopper-/u);
  await expect.element(label).toHaveTextContent(`Type ${long} to confirm`);
  expect(findBroken(part('Delete account'))).toEqual([]);
});

test('[D3] a panel that opens at the bottom of a phone scrolls into view, not covered by the header', async () => {
  await untilStill();
  const header = headerOf(dialog('Account'));
  for (const [name, opener] of [
    ['Two-step verification', 'Add an authenticator app'],
    ['Delete account', 'Delete my account'],
  ] as const) {
    const own = part(name);
    // The button is at the bottom edge of the screen.
    button(opener, own).element().scrollIntoView({ block: 'end', behavior: 'instant' });
    await button(opener, own).click();
    await expect.element(button('Cancel', own)).toBeInViewport({ ratio: 1 });
    expect(own.element().querySelector('form')?.getBoundingClientRect().top).toBeGreaterThan(header.bottom);
  }
  const screen = dialog('Account').element();
  screen.scrollTo(0, screen.scrollHeight);
  expect(await findUnusable()).toEqual([]);
  await expect.element(button('Delete account', part('Delete account'))).toBeVisible();
});

test('[D3] [Y6] going offline shows a message in every part of the account dialog', async () => {
  const { connection, setOnline } = createConnection();
  await showAccount(withPhone, { connection });
  await untilStill();
  part('Delete account').element().scrollIntoView({ behavior: 'instant' });
  setOnline(false);
  const told = dialog('Account').getByText(/^You’re offline\. Account settings/u);
  await expect.element(told).toBeInViewport({ ratio: 1 });
  expect(topOf(told)).toBeGreaterThanOrEqual(headerOf(dialog('Account')).bottom);
});

test('[D3] on a landscape phone the account dialog uses the full height', async () => {
  await page.viewport(844, 390);
  const box = (): readonly number[] => {
    const { y, height } = dialog('Account').element().getBoundingClientRect();
    return [y, height];
  };
  // It moves while it opens.
  await expect.poll(box).toEqual([0, 390]);
});

test('[A3] adding a phone shows the status, the code field, its button and then Send again; button text is not selectable', async () => {
  const own = part('Two-step verification');
  await button('Add a phone number', own).click();
  await field('Phone number', own).fill('+49 170 1234567');
  await button('Send code', own).click();
  const order = [
    own.getByText(/^We sent you a code/u),
    field('Code', own),
    button('Turn on', own),
    button('Send again by SMS', own),
  ];
  await expect.element(field('Code', own)).toBeVisible();
  await expect.element(own.getByText(/^We sent you a code/u)).toBeVisible();
  const tops = order.map(topOf);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  // Primary and Cancel are one row.
  expect(topOf(button('Cancel', own))).toBe(topOf(button('Turn on', own)));
  await expect.element(button('Turn on', own)).toHaveStyle('user-select: none');
});

test('[D3] a message about a copied secret does not cover the panel’s controls', async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator.clipboard, 'writeText', {
    configurable: true,
    value: (text: string) => Promise.resolve(copied.push(text)),
  });
  await button('Add an authenticator app').click();
  await button('Copy', part('Two-step verification')).click();
  Reflect.deleteProperty(navigator.clipboard, 'writeText');
  await expect.element(announced('Copied')).toBeVisible();
  expect(copied).toEqual(['JBSWY3DPEHPK3PXP']);
  expect(await findUnusable()).toEqual([]);
});

/** Words of buttons, titles and labels that break over two lines. */
function findBroken(within: Locator): readonly string[] {
  const texts = document.createTreeWalker(within.element(), NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  const range = document.createRange();
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (parent === null || !parent.matches('button, h2, h3, label') || !parent.checkVisibility()) continue;
    for (const word of (text.textContent ?? '').matchAll(/[^\s-]+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  }
  return broken;
}
