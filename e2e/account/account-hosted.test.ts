/** The account screen in front of a hosted project, which answers as recorded (product A9). */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { GOTRUE, noFunction } from '#test/backend/hosted-answers.ts';
import { signIn } from '#e2e/steps/account.ts';
import { section } from '#e2e/steps/account-screen.ts';
import { button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';

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
