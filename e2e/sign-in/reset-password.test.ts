/** The Reset Password screen (spec sections 2, 5, 6 and 8). */
import { expect, test } from '@playwright/test';
import { button, field } from '#e2e/steps/controls.ts';

test('[spec-2] the Reset Password screen has the specified words, also offline, and leads back', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await button(page, 'Forgot password?').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset Password');
  await expect(field(page, 'Email')).toBeVisible();
  await expect(button(page, 'Send Reset Email')).toBeEnabled();
  await expect(page.getByText('Checklist © 2025 • v1.0.1', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(
    page.getByRole('status').filter({ hasText: "You're offline. Password reset requires an internet connection." }),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toHaveCount(0);
  await button(page, 'Back to Sign In').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});

test('[spec-5] [spec-6] [spec-8] a reset requires a valid address and refuses the demo’s in the specified words', async ({
  page,
}) => {
  await page.goto('/');
  await button(page, 'Forgot password?').click();
  await button(page, 'Send Reset Email').click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter your email address');
  await field(page, 'Email').fill('ann@example');
  await field(page, 'Email').press('Enter');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');

  for (const email of ['demo', 'Demo@Checklist.example ']) {
    await field(page, 'Email').fill(email);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await button(page, 'Send Reset Email').click();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
      'Demo account password cannot be reset. Use demo as password.',
    );
  }

  await field(page, 'Email').fill('ann@example.org');
  await button(page, 'Send Reset Email').click();
  // The message does not reveal whether the account exists.
  const sent = page.getByRole('status').filter({ hasText: 'Password reset email sent!' });
  await expect(sent).toHaveText('Password reset email sent! Check your inbox.');
  await expect(page.getByText('If ann@example.org has an account')).toBeVisible();
});
