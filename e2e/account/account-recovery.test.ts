/** Recovering a password: the email, its link, the new password, and all failures (product A2, spec section 8). */
import { expect, type Page } from '@playwright/test';
import { expectList, fillEntry, logOut, signIn } from '#e2e/steps/account.ts';
import { button, field } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { openMail } from '#e2e/fixtures/mailbox.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Requests the email and returns its link. */
async function askForLink(page: Page, email: string): Promise<string> {
  await page.goto('/');
  await button(page, 'Forgot password?').click();
  await field(page, 'Email').fill(email);
  await button(page, 'Send Reset Email').click();
  await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible();
  return (await openMail(email, /^Reset your password/u)).link;
}

test('[A2] [spec-8] the emailed link asks for a new password, which works at once; the link works once', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  const link = await askForLink(page, account.email);
  await page.goto(link);
  await expect(title(page)).toHaveText('New Password');
  // The link's parameters are removed from the address bar.
  expect(new URL(page.url()).search).toBe('');
  await field(page, 'New password').fill('abc');
  await button(page, 'Set new password').click();
  await expect(field(page, 'New password')).toHaveAccessibleDescription(
    /Password must be at least 6 characters and contain only letters and numbers$/u,
  );
  await field(page, 'New password').fill('brandnew1');
  await button(page, 'Set new password').click();
  await expectList(page);

  await logOut(page);
  await fillEntry(page, account);
  await expect(alert(page, 'Invalid email or password.')).toBeVisible();
  await signIn(page, { ...account, password: 'brandnew1' });

  await logOut(page);
  await page.goto(link);
  await expect(alert(page, 'This link has expired or was already used.')).toBeVisible();
  await button(page, 'Request a new password link').click();
  await expect(button(page, 'Send Reset Email')).toBeVisible();
});

test('[A2] [spec-8] a link opened in another browser says so, changes nothing and offers a new link', async ({
  openDevice,
  account,
}) => {
  const [one, two] = await Promise.all([openDevice(), openDevice()]);
  await two.goto(await askForLink(one, account.email));
  await expect(alert(two, 'This link was requested in another browser.')).toBeVisible();
  await button(two, 'Back to Sign In').click();
  await signIn(two, account);
});

test('[A2] leaving the new password screen signs in no user and keeps the old password', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await page.goto(await askForLink(page, account.email));
  await expect(title(page)).toHaveText('New Password');
  await page.reload();
  await signIn(page, account);
});

test('[spec-8] every failure of a link has a message and a next step', async ({ page }) => {
  const cases = [
    ['/?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', 'This link has expired'],
    ['/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', 'This link has expired'],
    ['/?code=', 'This link is incomplete.'],
    ['/?code=0123456789', 'This link was requested in another browser.'],
    [
      '/#access_token=x&refresh_token=y&expires_in=3600&token_type=bearer',
      'This link was requested in another browser.',
    ],
    // A message that this browser did not request could be an attacker's.
    ['/?error=server_error&error_code=unexpected_failure&error_description=Call+555', 'You weren’t signed in.'],
  ] as const;
  for (const [address, sentence] of cases) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(alert(page, sentence), address).toBeVisible();
    await button(page, 'Back to Sign In').click();
    await expect(title(page)).toHaveText('Sign In');
  }
});
