/** Adding, using and removing passkeys (product A3). */
import { expect, type Page } from '@playwright/test';
import { expectList, inventAccount, logOut, signUp } from '#e2e/steps/account.ts';
import { openAccountScreen, section } from '#e2e/steps/account-screen.ts';
import { button, dialog } from '#e2e/steps/controls.ts';
import { ownServerTest } from '#e2e/fixtures/own-server.ts';

const test = ownServerTest.extend({ baseURL: async ({ server }, lend) => lend(server.address) });

// As `npm start` runs it, without a configured public address.
test.use({ ownSettings: { PUBLIC_URL: '' } });

/** A virtual authenticator that verifies the user. */
async function giveAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('[A3] a passkey signs in without a password, until it is removed', async ({ page }) => {
  await giveAuthenticator(page);
  const account = inventAccount();
  await signUp(page, account);
  const part = section(await openAccountScreen(page), 'Passkeys');
  await expect(part.getByText(/^With a passkey, you sign in/u)).toBeVisible();
  await button(part, 'Add a passkey').click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await logOut(page);
  await button(page, 'Use a passkey').click();
  await expectList(page);

  const again = section(await openAccountScreen(page), 'Passkeys');
  await again.getByRole('button', { name: /^Remove /u }).click();
  await button(dialog(page, 'Remove Passkey'), 'Remove').click();
  await expect(again.getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await logOut(page);
  await button(page, 'Use a passkey').click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/u }).first()).toBeVisible();
});
