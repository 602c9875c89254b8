/** The account dialog on small and landscape phones and in large text, and how its buttons look, in a real browser (product A3, D3). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { ok } from '#core/result.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import { FACTS, part, showAccount } from '#web/testing/account-api.ts';
import { createConnection } from '#web/testing/connection.ts';
import { findOverflow, findUnusable } from '#web/testing/faults.ts';
import { setTextSize, untilStill } from '#web/testing/gestures.ts';
import { SHARING } from '#web/testing/lists-in-memory.ts';
import { announced, busyIn, button, dialog, field, looksIn, press } from '#web/testing/steps.ts';

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

/** An account with one of each kind of thing that can be removed. */
const FULL: Partial<AccountApi> = {
  read: () =>
    Promise.resolve(
      ok({
        ...FACTS,
        identities: [
          { id: 'i1', provider: 'email', email: '' },
          { id: 'i2', provider: 'google', email: '' },
        ],
        providers: ['google', 'github'],
        factors: [{ id: 'app', type: 'totp', status: 'verified', name: '', phone: '' }],
        recoveryCodesLeft: 0,
        secondSteps: { app: true, phone: true },
      }),
    ),
  passkeys: () => Promise.resolve(ok([{ id: 'p', name: 'Phone', createdAt: '2026-11-20T10:00:00.000Z' }])),
  sessions: () =>
    Promise.resolve(ok([{ id: 's', userAgent: '', ip: '', createdAt: '', lastUsedAt: '', isThis: false }])),
};

test('[A3] the main button of each form stands out, and buttons that delete or remove something look dangerous', async () => {
  await showAccount({ ...FULL, renewRecoveryCodes: () => Promise.resolve(ok(['CODE 1'])) });
  await expect.element(button('Remove Phone')).toBeVisible();
  expect(looksIn(dialog('Account'))).toMatchObject({
    'Change email': 'plain',
    'Remove Authenticator app': 'quietDanger',
    'Create new codes': 'quiet',
    'Unlink Google': 'quietDanger',
    'Remove Phone': 'quietDanger',
    'Log out Unknown browser': 'quiet',
    'Delete my account': 'quietDanger',
  });
  for (const opener of ['Change email', 'Change password', 'Delete my account', 'Add a phone number'])
    await button(opener).click();
  expect(looksIn(part('Email'))).toEqual({ 'Change email': 'primary', Cancel: 'quiet' });
  expect(looksIn(part('Password'))).toMatchObject({ 'Change password': 'primary', Cancel: 'quiet' });
  expect(looksIn(part('Delete account'))).toEqual({ 'Delete account': 'danger', Cancel: 'quiet' });
  const own = part('Two-step verification');
  await field('Phone number', own).fill('+491701234567');
  await button('Send code', own).click();
  await expect.element(button('Turn on', own)).toBeVisible();
  expect(looksIn(own)).toMatchObject({ 'Turn on': 'primary', Cancel: 'quiet' });
  await button('Cancel', own).click();
  await button('Add an authenticator app', own).click();
  await expect.element(button('Turn on', own)).toBeVisible();
  expect(looksIn(own)).toMatchObject({ 'Turn on': 'primary', Cancel: 'quiet' });
  await button('Cancel', own).click();
  await expect.element(button('Add an authenticator app', own)).toHaveFocus();
  await button('Create new codes', own).click();
  await expect.element(button('I saved my codes', own)).toBeVisible();
  expect(looksIn(own)).toMatchObject({ Copy: 'plain', 'I saved my codes': 'primary' });
});

test('[A3] while a call runs, its button is busy, and a second press sends nothing', async () => {
  const calls: string[] = [];
  const never = (name: string) => () => {
    calls.push(name);
    return new Promise<never>(() => {});
  };
  const names = [
    'addPasskey',
    'removePasskey',
    'link',
    'unlink',
    'endSession',
    'signOutOthers',
    'downloadData',
  ] as const;
  const more = ['changeEmail', 'changePassword', 'renewRecoveryCodes', 'removeFactor', 'addApp'] as const;
  const pending = Object.fromEntries([...names, ...more].map((name) => [name, never(name)]));
  const sharing = { ...SHARING, setDisplayName: never('setDisplayName') };
  await showAccount({ ...FULL, ...pending }, { openSharingApi: () => Promise.resolve(sharing) });
  const screen = dialog('Account');
  const confirm = async (opener: string, yes: string): Promise<void> => {
    await button(opener, screen).click();
    await button(yes, page.getByRole('dialog').last()).click();
  };
  await confirm('Remove Phone', 'Remove');
  await confirm('Unlink Google', 'Unlink');
  await confirm('Log out Unknown browser', 'Log out device');
  await confirm('Log out all other devices', 'Log out other devices');
  await confirm('Remove Authenticator app', 'Remove');
  for (const opener of [
    'Add a passkey',
    'Link GitHub',
    'Download my data',
    'Create new codes',
    'Add an authenticator app',
  ])
    await button(opener, screen).click();
  await button('Change name', screen).click();
  await press('{Enter}');
  await button('Change email', screen).click();
  await field('New email').fill('next@example.org');
  await press('{Enter}');
  await button('Change password', screen).click();
  await field('Current password').fill('pear7tree');
  await field('New password').fill('other7tree');
  await press('{Enter}');
  await expect.poll(() => calls.length).toBe(13);
  const busy = busyIn(screen);
  expect(busy.toSorted()).toEqual(
    [
      'Add a passkey',
      'Add an authenticator app',
      'Change email',
      'Change password',
      'Create new codes',
      'Download my data',
      'Link GitHub',
      'Log out Unknown browser',
      'Log out all other devices',
      'Log out everywhere',
      'Remove Authenticator app',
      'Remove Phone',
      'Save',
      'Unlink Google',
    ].toSorted(),
  );
  for (const name of busy) await button(name, screen).click({ force: true });
  expect(calls).toHaveLength(13);
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
