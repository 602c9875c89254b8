/** Signing in with a provider, linking and unlinking it, with a real OpenID provider (product A3). */
import { expect } from '@playwright/test';
import { startTestProvider, type TestProvider } from '#server/auth/providers/testing/test-provider.ts';
import { expectSaved } from '#e2e/checks/sync-status.ts';
import { expectList, inventAccount, logOut, signIn, signUp } from '#e2e/steps/account.ts';
import { openAccountScreen, section } from '#e2e/steps/account-screen.ts';
import { button, dialog } from '#e2e/steps/controls.ts';
import { addItem, itemBox } from '#e2e/steps/enter-demo.ts';
import { ownServerTest } from '#e2e/fixtures/own-server.ts';

const test = ownServerTest.extend<object, { readonly provider: TestProvider }>({
  provider: [
    // Playwright reads the required fixtures from the parameter pattern: none.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, lend) => {
      const provider = await startTestProvider();
      await lend(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  ownSettings: [
    async ({ provider }, lend) => {
      await lend({
        PROVIDERS: 'keycloak',
        PROVIDER_KEYCLOAK_ISSUER: provider.issuer,
        PROVIDER_KEYCLOAK_CLIENT_ID: provider.clientId,
        PROVIDER_KEYCLOAK_CLIENT_SECRET: provider.clientSecret,
      });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, lend) => lend(server.address),
});

test('[A3] one press signs in with a provider: to a new account, and to the same account the next time', async ({
  page,
  provider,
}) => {
  await page.goto('/');
  await button(page, 'Continue with Keycloak').click();
  await expectList(page);
  expect(new URL(page.url()).search).toBe('');
  await addItem(page, 'Saffron', 'Pantry');
  await expectSaved(page);
  await logOut(page);
  provider.chooseAccount(null);
  await button(page, 'Continue with Keycloak').click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/u }).first()).toBeVisible();
  await button(page, 'Back to Sign In').click();
  provider.chooseAccount('ann');
  await button(page, 'Continue with Keycloak').click();
  await expect(itemBox(page, 'Saffron')).toBeVisible();
  const screen = await openAccountScreen(page);
  await expect(section(screen, 'Email').getByText('ann@example.org')).toBeVisible();
});

test('[A3] a provider can be linked to an account with a password, used to sign in, and unlinked; the last method stays', async ({
  page,
  provider,
}) => {
  // Ann has a separate account.
  provider.accounts.set('ben', { email: 'ben@example.org', email_verified: true, name: 'Ben Example' });
  provider.chooseAccount('ben');
  const account = inventAccount();
  await signUp(page, account);
  const screen = await openAccountScreen(page);
  await button(section(screen, 'Sign-in methods'), 'Link Keycloak').click();
  await expect(page.getByText('You can now use it to sign in.')).toBeVisible();
  await button(page, 'Go to my list').click();
  await logOut(page);
  await button(page, 'Continue with Keycloak').click();
  await expectList(page);

  const linked = section(await openAccountScreen(page), 'Sign-in methods');
  await expect(section(page.getByRole('dialog'), 'Email').getByText(account.email)).toBeVisible();
  await button(linked, 'Unlink Keycloak').click();
  await button(dialog(page, 'Unlink Sign-In Method'), 'Unlink').click();
  await expect(linked.getByText('You can’t remove your only sign-in method.')).toBeVisible();
  await expect(button(linked, 'Unlink Email and password')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await logOut(page);
  await signIn(page, account);
});
