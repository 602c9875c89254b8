/** New recovery codes in a real browser: they stay until the user has saved them (product A3). */
import { afterEach, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { fail, ok } from '#core/result.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { FACTS, part, showAccount, UNREACHABLE } from '#web/testing/account-api.ts';
import { findOverflow } from '#web/testing/faults.ts';
import { setTextSize } from '#web/testing/gestures.ts';
import { announced, busyIn, button, dialog, field, fieldsIn, press } from '#web/testing/steps.ts';

/** Shows new recovery codes. @returns the section with them */
async function showNewCodes(codes: readonly string[] = ['CODE 1']): Promise<Locator> {
  const factors: readonly Factor[] = [{ id: 'app', type: 'totp', status: 'verified', name: '', phone: '' }];
  const read = () => Promise.resolve(ok({ ...FACTS, factors, recoveryCodesLeft: 0 }));
  await showAccount({ read, renewRecoveryCodes: () => Promise.resolve(ok(codes)) });
  await button('Create new codes', part('Two-step verification')).click();
  await expect.element(part('Two-step verification').getByText(codes[0] ?? '')).toBeVisible();
  return part('Two-step verification');
}

afterEach(() => setTextSize(100));

const CLOSE_QUESTION = 'Save Your Recovery Codes';

async function swipeDown(header: Element | null): Promise<void> {
  const at = (clientY: number): PointerEventInit => ({ clientY, pointerType: 'touch', bubbles: true });
  header?.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  header?.dispatchEvent(new PointerEvent('pointermove', at(200)));
  header?.dispatchEvent(new PointerEvent('pointerup', at(200)));
}

test.each([
  ['Escape', () => press('{Escape}')],
  ['Close', () => button('Close', dialog('Account')).click()],
  [
    'a press beside the dialog',
    async () => {
      await page.viewport(1400, 900);
      await dialog('Account').click({ position: { x: -100, y: 50 }, force: true });
    },
  ],
  ['a swipe', () => swipeDown(dialog('Account').element().querySelector('header'))],
])('[A3] new recovery codes stay until they are saved: %s asks first', async (_way, close) => {
  const twoSteps = await showNewCodes();
  await close();
  await button('Not yet', dialog(CLOSE_QUESTION)).click();
  await expect.element(dialog(CLOSE_QUESTION)).not.toBeInTheDocument();
  await expect.element(twoSteps.getByText('CODE 1')).toBeVisible();
  await close();
  await button('I saved my codes', dialog(CLOSE_QUESTION)).click();
  await expect.element(dialog('Account')).not.toBeInTheDocument();
});

test('[A3] new recovery codes stay even if the browser closes the dialog, as Chrome does at a second Escape in a row', async () => {
  const twoSteps = await showNewCodes();
  const account = dialog('Account').element();
  // The browser says that it will close the dialog, and does not let the page prevent it.
  account.dispatchEvent(new Event('cancel'));
  if (account instanceof HTMLDialogElement) account.close();
  await button('Not yet', dialog(CLOSE_QUESTION)).click();
  await expect.element(dialog(CLOSE_QUESTION)).not.toBeInTheDocument();
  await expect.element(twoSteps.getByText('CODE 1')).toBeVisible();
});

test('[A3] after the recovery codes are saved, the account closes without a question', async () => {
  const twoSteps = await showNewCodes();
  const saved = button('I saved my codes', twoSteps).element();
  const account = dialog('Account').element();
  saved.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  // Escape follows at once, before the browser does anything else.
  await Promise.resolve();
  account.dispatchEvent(new Event('cancel', { cancelable: true }));
  await expect.element(dialog('Account')).not.toBeInTheDocument();
});

test('[D3] [D8] new recovery codes and their buttons fit on a phone, in any size of text', async () => {
  const codes = ['M210-GEQR-4G69-ZAGG', 'NX84-TAHP-G5AH-6E4A', 'EW7G-97EE-GMVD-R1YK'];
  const twoSteps = await showNewCodes(codes);
  for (const width of [320, 360, 390, 412]) {
    await page.viewport(width, 844);
    for (const size of [100, 130, 150, 175, 200]) {
      await setTextSize(size);
      expect([width, size, ...findOverflow()]).toEqual([width, size]);
    }
  }
  await setTextSize(100);
  await page.viewport(390, 844);
  const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();
  // The button is beside its row's name.
  const left = boxOf(twoSteps.getByText('0 codes left'));
  expect(boxOf(button('Create new codes', twoSteps)).top).toBeLessThan(left.bottom);
  // Its own line is as wide as the line above.
  const [copy, save, saved] = ['Copy', 'Save as file', 'I saved my codes'].map((name) => boxOf(button(name, twoSteps)));
  expect([saved?.left, saved?.right]).toEqual([copy?.left, save?.right]);
});

test('[A3] recovery codes are copied or saved as a file; an error is shown if the browser refuses to copy', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:codes';
  });
  const twoSteps = await showNewCodes(['CODE 1', 'CODE 2']);
  await button('Copy', twoSteps).click();
  await expect.element(announced('Recovery codes copied')).toBeVisible();
  expect(writeText).toHaveBeenCalledWith('CODE 1\nCODE 2\n');
  writeText.mockRejectedValue(new Error('Not allowed'));
  await button('Copy', twoSteps).click();
  await expect.element(announced('Couldn’t copy. Select the codes and copy them yourself.')).toBeVisible();
  await button('Save as file', twoSteps).click();
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(['CODE 1\nCODE 2\n']);
});

test('[A3] [spec-8] a refusal is shown as the server said it, and in the app’s words if it said nothing', async () => {
  const said: readonly (readonly [AccountApiFailure, string | RegExp])[] = [
    [{ type: 'refused', message: 'Not today' }, 'Not today'],
    [{ type: 'refused', message: '' }, 'Something went wrong on the server. Try again.'],
    [{ type: 'no-user' }, 'Something went wrong on the server. Try again.'],
    [{ type: 'weak-password', message: 'Too common' }, 'Too common'],
    [{ type: 'weak-password', message: '' }, /must be at least 6 characters/u],
    [{ type: 'server-failed', message: 'Full' }, /in a few minutes\. It said: “Full”$/u],
    [{ type: 'signed-out' }, /^Your session has ended\./u],
  ];
  let at = 0;
  await showAccount({ addPasskey: () => Promise.resolve(fail(said[at]?.[0] ?? { type: 'unreachable' })) });
  const own = part('Passkeys');
  for (; at < said.length; at += 1) {
    await button('Add a passkey', own).click();
    await expect
      .element(
        own
          .getByRole('alert')
          .filter({ hasText: said[at]?.[1] ?? '' })
          .last(),
      )
      .toBeVisible();
  }
});

test('[A3] a second phone has its own name; its code can be refused, and Cancel removes it again', async () => {
  const verified: Factor = { id: 'first', type: 'phone', status: 'verified', name: 'Phone', phone: '+49•••11' };
  let factors: readonly Factor[] = [verified];
  const calls: unknown[] = [];
  await showAccount({
    read: () =>
      Promise.resolve(ok({ ...FACTS, factors, recoveryCodesLeft: 10, secondSteps: { app: true, phone: true } })),
    addPhone({ name }) {
      calls.push(name);
      factors = [verified, { id: 'second', type: 'phone', status: 'unverified', name, phone: '+49•••22' }];
      return Promise.resolve(factors.length > calls.length ? ok('second') : fail({ type: 'unreachable' }));
    },
    enterCode: () => Promise.resolve(fail({ type: 'refused', message: 'That code is incorrect.' })),
    removeFactor(id) {
      calls.push(`remove ${id}`);
      factors = factors.filter((factor) => factor.id !== id);
      return Promise.resolve(ok(null));
    },
  });
  const own = part('Two-step verification');
  const send = async (): Promise<void> => {
    await button('Add a phone number', own).click();
    expect(fieldsIn(own)).toEqual({ 'Phone number': 'tel tel ltr' });
    await field('Phone number', own).fill('+491701234567');
    await press('{Enter}');
  };
  await send();
  expect([fieldsIn(own), busyIn(own)]).toEqual([
    { Code: 'text numeric one-time-code unchecked ltr' },
    ['Send again by SMS', 'Send again by WhatsApp'],
  ]);
  await field('Code', own).fill('123456');
  await expect.element(field('Code', own)).toHaveAccessibleDescription('That code is incorrect.');
  await expect.element(field('Code', own)).toHaveValue('');
  await button('Cancel', own).click();
  await expect.element(button('Add a phone number', own)).toHaveFocus();
  await expect.poll(() => calls).toEqual(['Phone 2', 'remove second']);
  // The code could not be sent, so the phone stays unverified.
  await send();
  await expect.element(own.getByRole('alert').filter({ hasText: UNREACHABLE })).toHaveLength(1);
  await expect.element(own.getByText('setup not finished')).toBeVisible();
  await button('Cancel', own).click();
  await own.getByRole('listitem').filter({ hasText: 'setup not finished' }).getByRole('button').click();
  await expect.element(own.getByText('setup not finished')).not.toBeInTheDocument();
  expect(calls).toEqual(['Phone 2', 'remove second', 'Phone 2', 'remove second']);
});

test('[A3] an app that was never used is replaced by the next one; if the server supports none, the button disappears', async () => {
  const used: readonly Factor[] = [
    { id: 'used', type: 'totp', status: 'verified', name: 'Old phone', phone: '' },
    { id: 'waiting', type: 'phone', status: 'unverified', name: 'Phone', phone: '+49•••22' },
  ];
  let factors: readonly Factor[] = [
    ...used,
    { id: 'lost', type: 'totp', status: 'unverified', name: 'Authenticator app', phone: '' },
  ];
  const added: unknown[] = [];
  await showAccount({
    read: () => Promise.resolve(ok({ ...FACTS, factors, secondSteps: { app: true, phone: true } })),
    removeFactor(id) {
      factors = factors.filter((factor) => factor.id !== id);
      return Promise.resolve(ok(null));
    },
    addApp(name) {
      added.push(name);
      return Promise.resolve(fail({ type: 'not-offered' }));
    },
  });
  const own = part('Two-step verification');
  await expect.element(own.getByText('setup not finished')).toHaveLength(2);
  await button('Add an authenticator app', own).click();
  await expect
    .element(own.getByRole('alert').filter({ hasText: 'This server doesn’t support this feature.' }))
    .toHaveLength(1);
  await expect.element(button('Add an authenticator app', own)).not.toBeInTheDocument();
  await expect.element(button('Add a phone number', own)).toBeVisible();
  expect([added, factors]).toEqual([['Authenticator app'], used]);
});
