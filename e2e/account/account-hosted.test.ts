/** The account screen and the sign-in form in front of a hosted project, which answers as recorded (product A9). */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { GOTRUE, noFunction } from '#test/backend/hosted-answers.ts';
import { fillEntry, signIn } from '#e2e/steps/account.ts';
import { section } from '#e2e/steps/account-screen.ts';
import { button, dialog, field, pressInMenu, toast } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Lets GoTrue refuse a call. */
const refuse = (page: Page, [method, path]: readonly [string, string], reason: keyof typeof GOTRUE) =>
  page.route(path, async (route) => {
    const { status, code, message } = GOTRUE[reason];
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    await (route.request().method() === method
      ? route.fulfill({ status, headers, json: { code, message } })
      : route.fallback());
  });

/** A project with only the specification's tables, and with second steps by phone off, as is the default. */
async function pretendHosted(page: Page): Promise<void> {
  await page.route('**/rest/v1/rpc/{list_sessions,list_activity,has_password,export_account}', async (route) => {
    const { status, body } = noFunction(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    await route.fulfill({ status, json: body });
  });
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { external: { email: true } } }));
  await refuse(page, ['POST', '**/auth/v1/factors'], 'phones off');
}

test('[A9] what a project lacks is not on the account screen, and the download still has the list', async ({
  openDevice,
  account,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  await pretendHosted(page);
  await pressInMenu(page, 'Account');
  const screen = dialog(page, 'Account');
  await expect(button(section(screen, 'Devices'), 'Log out all other devices')).toBeVisible();
  await expect(button(section(screen, 'Two-step verification'), 'Add an authenticator app')).toBeVisible();
  for (const name of ['Recent activity', 'Delete account']) await expect(section(screen, name)).toHaveCount(0);
  await expect(button(screen, 'Add a phone number')).toHaveCount(0);
  await expect(screen.getByText('doesn’t support this feature')).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await button(section(screen, 'My data'), 'Download my data').click();
  const document: unknown = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(document).toMatchObject({
    format: 'checklist-account',
    account: { email: account.email },
    on_this_device: { format: 'checklist' },
  });
});

test('[A9] [D4] a password that the app does not know of asks for the current one', async ({ openDevice, account }) => {
  const page = await openDevice();
  await signIn(page, account);
  await pretendHosted(page);
  await page.route('**/auth/v1/user', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const answer = await route.fetch();
    const user = (await answer.json()) as object;
    const identities = [{ identity_id: 'i', id: 'x', provider: 'google', identity_data: { email: account.email } }];
    return route.fulfill({ response: answer, json: { ...user, identities } });
  });
  await refuse(page, ['PUT', '**/auth/v1/user'], 'no current password');
  await pressInMenu(page, 'Account');
  const part = section(dialog(page, 'Account'), 'Password');
  await button(part, 'Set a password').click();
  await expect(field(part, 'Current password')).toHaveCount(0);
  await field(part, 'New password').fill('another1');
  await button(part, 'Set a password').click();
  const current = field(part, 'Current password');
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription('Enter your current password as well.');
  await page.unroute('**/auth/v1/user');
  await current.fill(account.password);
  await button(part, 'Set a password').click();
  await expect(toast(page, 'Your password has been changed.')).toBeVisible();
});

test('[A9] an address that is not confirmed gets its email again from the sign-in form', async ({ openDevice }) => {
  const page = await openDevice();
  await page.goto('/');
  await refuse(page, ['POST', '**/auth/v1/token*'], 'an unconfirmed address');
  await refuse(page, ['POST', '**/auth/v1/resend*'], 'an email too soon');
  await fillEntry(page, { email: 'ann@example.org', password: 'pear7tree' });
  await expect(alert(page, 'Your email address isn’t confirmed yet.')).toBeVisible();
  await button(page, 'Send the email again').click();
  await expect(alert(page, 'Wait 42 seconds, then try again.')).toBeVisible();
  await page.unroute('**/auth/v1/resend*');
  await button(page, 'Send the email again').click();
  await expect(page.getByText('We sent you an email. Open the link in it to confirm your address')).toBeVisible();
  await expect(button(page, 'Send the email again')).toHaveCount(0);
});

test('[A8] the rule for passwords is below the field from the start, and password managers get it', async ({
  openDevice,
}) => {
  const page = await openDevice();
  await page.goto('/');
  await expect(page.getByText(/^At least 6 characters/u)).toHaveCount(0);
  await button(page, "Don't have an account? Sign up").click();
  const password = field(page, 'Password');
  await expect(password).toHaveAccessibleDescription(/^At least 6 characters, letters and numbers only\./u);
  await expect(password).toHaveAttribute('passwordrules', /^minlength: 6; .*allowed: lower, upper, digit;$/u);
  await expect(password).toHaveAttribute('minlength', '6');
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await button(page, 'Show password').click();
  await expect(password).toHaveAttribute('autocapitalize', 'none');
  await expect(page.getByText(/^At least 6 characters/u)).toBeVisible();
});
