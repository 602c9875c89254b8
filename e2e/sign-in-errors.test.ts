/** What the forms before the list refuse, with which sentence, and under which field (spec sections 5 and 8). */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { button, field } from './steps/controls.ts';
import { withoutAccounts } from './steps/without-accounts.ts';

const BOTH = 'Please enter both email and password';
const WRONG = 'Invalid email or password. Please check your credentials and try again.';
const NO_SERVER = 'There is no account server here yet. You can use the demo: it needs none.';
const WEAK = 'Password must be at least 6 characters and contain only letters and numbers';

/** The sentences on the screen that are announced at once, in their order. */
const sentences = (page: Page): Promise<readonly string[]> =>
  page.getByRole('alert').filter({ hasText: /\S/ }).allTextContents();

async function tryWith(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Password').press('Enter');
}

test('[spec-5] [spec-8] signing in asks for both fields and a valid address, each under its field', async ({
  page,
}) => {
  await page.goto('/');
  await button(page, 'Sign In').click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter your email address');
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required');
  await expect(page.getByRole('alert').filter({ hasText: BOTH })).toBeVisible();

  await tryWith(page, 'ann@example.org', '');
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('');
  expect(await sentences(page)).toEqual(['Password is required', BOTH]);

  for (const email of ['ann', 'ann@', 'ann@example', 'an n@example.org', '@example.org', 'ann@example.', 'a@b@c.d']) {
    await tryWith(page, email, 'x');
    await expect(field(page, 'Email'), email).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(field(page, 'Email'), email).toHaveAttribute('aria-invalid', 'true');
    expect(await sentences(page), email).toEqual(['Please enter a valid email address']);
  }
});

test('[spec-5] a sentence goes as soon as its field is corrected, and changing the mode clears them all', async ({
  page,
}) => {
  await page.goto('/');
  await button(page, 'Sign In').click();
  await field(page, 'Email').pressSequentially('a');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('');
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'false');
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required');
  await button(page, "Don't have an account? Sign up").click();
  expect(await sentences(page)).toEqual([]);
  await expect(field(page, 'Email')).toHaveValue('a');
});

test('[spec-5] creating an account asks for a password of at least six letters and digits', async ({ page }) => {
  await page.goto('/');
  await button(page, "Don't have an account? Sign up").click();
  await button(page, 'Create Account').click();
  await expect(page.getByRole('alert').filter({ hasText: BOTH })).toBeVisible();
  for (const password of ['a', 'abc12', 'abc 123', 'abc-123', 'pass_word', '      ', '🍎🍎🍎🍎🍎🍎']) {
    await tryWith(page, 'ann@example.org', password);
    await expect(field(page, 'Password'), password).toHaveAccessibleDescription(WEAK);
    expect(await sentences(page), password).toEqual([WEAK]);
  }
  await tryWith(page, 'nobody', 'abc12');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(WEAK);
});

test('[spec-8] [A4] without an account server both forms say so, keep what was typed and let one try again', async ({
  page,
}) => {
  await withoutAccounts(page);
  await page.goto('/');
  await tryWith(page, ' Ann@Example.org ', 'right1');
  await expect(page.getByRole('alert').filter({ hasText: NO_SERVER })).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(' Ann@Example.org ');
  await expect(field(page, 'Password')).toHaveValue('right1');
  await expect(button(page, 'Sign In')).toBeEnabled();
  await button(page, "Don't have an account? Sign up").click();
  expect(await sentences(page)).toEqual([]);
  await button(page, 'Create Account').click();
  await expect(page.getByRole('alert').filter({ hasText: NO_SERVER })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
});

test('[W2] demo with another password is no way in, and another name with demo neither', async ({ page }) => {
  await page.goto('/');
  await tryWith(page, 'demo', 'Demo');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await tryWith(page, 'demo@checklist.example', 'secret1');
  await expect(page.getByRole('alert').filter({ hasText: WRONG })).toBeVisible();
  await tryWith(page, 'ann', 'demo');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
});
