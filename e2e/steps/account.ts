/** Steps to create real accounts and sign in to them. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { button, field, pressInMenu } from './controls.ts';
import { listHeading } from './enter-demo.ts';
import { categorySelect } from './list.ts';

export type Account = { readonly email: string; readonly password: string };

/** An unused email address. */
export const inventAccount = (): Account => ({ email: `shopper-${randomUUID()}@example.org`, password: 'pear7tree' });

/** Fills in the visible form and submits it. */
export async function fillEntry(page: Page, { email, password }: Account): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Password').press('Enter');
}

/** Creates the account on this device. */
export async function signUp(page: Page, account: Account): Promise<void> {
  await page.goto('/');
  await button(page, "Don't have an account? Sign up").click();
  await enter(page, account);
}

/** Signs in on a device that shows the sign-in screen or no page yet. */
export async function signIn(page: Page, account: Account): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/');
  await enter(page, account);
}

/** The backend's answer has a wait of its own, because loading the code for it and hashing a password take a while. */
async function enter(page: Page, account: Account): Promise<void> {
  const answered = page.waitForResponse(/\/auth\/v1\/(?:signup|token)/u);
  await fillEntry(page, account);
  await answered;
  await expectList(page);
}

/** Waits until the account's list and its categories are downloaded. */
export async function expectList(page: Page): Promise<void> {
  await expect(listHeading(page)).toContainText('(');
  await expect(page.getByRole('group', { name: 'List actions' })).toBeVisible();
  // The first two options are 'Select a category' and '+ Add new category'.
  await expect.poll(() => categorySelect(page).getByRole('option').count()).toBeGreaterThan(2);
}

/** Logs out without a confirmation. */
export async function logOut(page: Page): Promise<void> {
  await pressInMenu(page, 'Logout');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
}
