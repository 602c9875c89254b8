/** Error messages of the signed-out forms, and their fields (spec sections 5 and 8). */
import { expect, test, type Page } from '@playwright/test';
import { button, field } from '#e2e/steps/controls.ts';
import { withoutAccounts } from '#e2e/fixtures/without-accounts.ts';

const BOTH = 'Please enter both email and password';
const WRONG = 'Invalid email or password. Please check your credentials and try again.';
const NO_SERVER = 'This server doesn’t offer accounts. You can use the demo instead.';
const WEAK = 'Password must be at least 6 characters and contain only letters and numbers';

/** The visible alerts, in order. */
const sentences = (page: Page): Promise<readonly string[]> =>
  page.getByRole('alert').filter({ hasText: /\S/ }).allTextContents();

async function tryWith(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Password').press('Enter');
}

test('[spec-5] [spec-8] an empty form shows one message, and an invalid field its own', async ({ page }) => {
  await page.goto('/');
  await button(page, 'Sign In').click();
  await expect(page.getByRole('alert').filter({ hasText: BOTH })).toBeVisible();
  expect(await sentences(page)).toEqual([BOTH]);

  await tryWith(page, '', 'pear7tree');
  await expect(page.getByRole('alert').filter({ hasText: BOTH })).toBeVisible();
  expect(await sentences(page)).toEqual([BOTH]);

  await tryWith(page, 'ann@example.org', '');
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('');
  expect(await sentences(page)).toEqual(['Password is required']);

  for (const email of ['ann', 'ann@', 'ann@example', 'an n@example.org', '@example.org', 'ann@example.', 'a@b@c.d']) {
    await tryWith(page, email, 'x');
    await expect(field(page, 'Email'), email).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(field(page, 'Email'), email).toHaveAttribute('aria-invalid', 'true');
    expect(await sentences(page), email).toEqual(['Please enter a valid email address']);
  }
});

test('[spec-5] creating an account requires a password of at least six letters and digits', async ({ page }) => {
  await page.goto('/');
  await button(page, "Don't have an account? Sign up").click();
  await button(page, 'Create Account').click();
  await expect(page.getByRole('alert').filter({ hasText: BOTH })).toBeVisible();
  expect(await sentences(page)).toEqual([BOTH]);
  for (const password of ['a', 'abc12', 'abc 123', 'abc-123', 'pass_word', '      ', '🍎🍎🍎🍎🍎🍎']) {
    await tryWith(page, 'ann@example.org', password);
    await expect(field(page, 'Password'), password).toHaveAccessibleDescription(new RegExp(`${WEAK}$`, 'u'));
    expect(await sentences(page), password).toEqual([WEAK]);
  }
  await tryWith(page, 'nobody', 'abc12');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(new RegExp(`${WEAK}$`, 'u'));
});

test('[spec-8] [A4] without an account server both forms say so, keep the typed text and allow another try', async ({
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

test('[W5] [spec-8] backend messages are shown as received, and an empty one has the specified message', async ({
  page,
}) => {
  const refusals = [
    [{ error_code: 'weak_password', msg: 'Password is known to be weak', weak_password: { reasons: ['pwned'] } }, null],
    [{ error_code: 'validation_failed', msg: 'Unable to validate email address: invalid format' }, null],
    [{ error_code: 'user_banned', msg: '' }, 'Failed to create account'],
    [{ error_code: 'user_banned' }, 'Failed to create account'],
  ] as const;
  let refusal: (typeof refusals)[number][0] = refusals[0][0];
  await page.route('**/auth/v1/signup*', (route) => route.fulfill({ status: 422, json: refusal }));
  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 400, json: refusal }));
  await page.goto('/');
  await button(page, "Don't have an account? Sign up").click();
  for (const [answer, sentence] of refusals) {
    refusal = answer;
    await tryWith(page, 'ann@example.org', 'abcdef');
    await expect.poll(() => sentences(page)).toEqual([sentence ?? ('msg' in answer ? answer.msg : '')]);
  }
  await button(page, 'Already have an account? Sign in').click();
  await tryWith(page, 'ann@example.org', 'abcdef');
  await expect.poll(() => sentences(page)).toEqual(['Failed to sign in']);
});

test("[spec-8] a sign-up answer without a user shows 'Failed to create user', a sign-in never does", async ({
  page,
}) => {
  await page.route('**/auth/v1/{signup,token}*', (route) => route.fulfill({ json: {} }));
  await page.goto('/');
  await tryWith(page, 'ann@example.org', 'abcdef');
  await expect.poll(() => sentences(page)).toEqual(['Failed to sign in']);
  await button(page, "Don't have an account? Sign up").click();
  await button(page, 'Create Account').click();
  await expect.poll(() => sentences(page)).toEqual(['Failed to create user']);
});

test('[W2] demo with another password, or another name with demo, is refused', async ({ page }) => {
  await page.goto('/');
  await tryWith(page, 'demo', 'Demo');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await tryWith(page, 'demo@checklist.example', 'pear7tree');
  await expect(page.getByRole('alert').filter({ hasText: WRONG })).toBeVisible();
  await tryWith(page, 'ann', 'demo');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
});
