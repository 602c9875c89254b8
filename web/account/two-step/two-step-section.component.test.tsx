/** New recovery codes in a real browser: they stay until the user has saved them (product A3). */
import { afterEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { ok } from '#core/result.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { FACTS, part, showAccount } from '#web/testing/account-api.ts';
import { findOverflow } from '#web/testing/faults.ts';
import { setTextSize } from '#web/testing/gestures.ts';
import { button, dialog, press } from '#web/testing/steps.ts';

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
