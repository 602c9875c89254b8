/** Error messages of the signed-out forms, and their fields (spec sections 5 and 8). */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showSignIn } from '#web/testing/show-list.tsx';
import { busyIn, button, field, pressOn } from '#web/testing/steps.ts';
import type { AccountFailure, Accounts } from '#client/ports/accounts.ts';
import { fail } from '#core/result.ts';

const BOTH = 'Please enter both email and password';
const WRONG = 'Invalid email or password. Please check your credentials and try again.';
const NO_SERVER = 'This server doesn’t offer accounts. You can use the demo instead.';
const WEAK = 'Password must be at least 6 characters and contain only letters and numbers';

/** The visible alerts, in order. */
const sentences = (): readonly string[] =>
  page
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)
    .filter((text) => text.trim() !== '');

async function tryWith(email: string, password: string): Promise<void> {
  await field('Email').fill(email);
  await field('Password').fill(password);
  await pressOn(field('Password'), '{Enter}');
}

test('[spec-5] [spec-8] an empty form shows one message, and an invalid field its own', async () => {
  await showSignIn({});
  await button('Sign In').click();
  await expect.element(page.getByRole('alert').filter({ hasText: BOTH })).toBeVisible();
  expect(sentences()).toEqual([BOTH]);

  await tryWith('', 'pear7tree');
  await expect.element(page.getByRole('alert').filter({ hasText: BOTH })).toBeVisible();
  expect(sentences()).toEqual([BOTH]);

  await tryWith('ann@example.org', '');
  await expect.element(field('Password')).toHaveAccessibleDescription('Password is required');
  await expect.element(field('Email')).toHaveAccessibleDescription('');
  expect(sentences()).toEqual(['Password is required']);

  for (const email of ['ann', 'ann@', 'ann@example', 'an n@example.org', '@example.org', 'ann@example.', 'a@b@c.d']) {
    await tryWith(email, 'x');
    await expect.element(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect.poll(sentences).toEqual(['Please enter a valid email address']);
  }
  await field('Email').fill('a');
  await expect.element(field('Email')).toHaveAccessibleDescription('');
});

test('[spec-5] the other mode keeps the text and clears the errors; a new account requires a password of at least six letters and digits', async () => {
  await showSignIn({});
  await tryWith('ann@example.org', '');
  await expect.poll(sentences).toEqual(['Password is required']);
  await button("Don't have an account? Sign up").click();
  await expect.poll(sentences).toEqual([]);
  await expect.element(field('Email')).toHaveValue('ann@example.org');
  await field('Email').fill('');
  await button('Create Account').click();
  await expect.element(page.getByRole('alert').filter({ hasText: BOTH })).toBeVisible();
  expect(sentences()).toEqual([BOTH]);
  for (const password of ['a', 'abc12', 'abc 123', 'abc-123', 'pass_word', '      ', '🍎🍎🍎🍎🍎🍎']) {
    await tryWith('ann@example.org', password);
    await expect.element(field('Password')).toHaveAccessibleDescription(new RegExp(`${WEAK}$`, 'u'));
    await expect.poll(sentences).toEqual([WEAK]);
  }
  await tryWith('nobody', 'abc12');
  await expect.element(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await expect.element(field('Password')).toHaveAccessibleDescription(new RegExp(`${WEAK}$`, 'u'));
});

test('[spec-8] [A4] without an account server both forms say so, keep the typed text and allow another try', async () => {
  const noServer = () => Promise.resolve(fail({ type: 'no-server' } as const));
  await showSignIn({ signIn: noServer, signUp: noServer });
  await tryWith(' Ann@Example.org ', 'right1');
  await expect.element(page.getByRole('alert').filter({ hasText: NO_SERVER })).toBeVisible();
  await expect.element(field('Email')).toHaveValue(' Ann@Example.org ');
  await expect.element(field('Password')).toHaveValue('right1');
  await expect.element(button('Sign In')).toBeEnabled();
  await button("Don't have an account? Sign up").click();
  expect(sentences()).toEqual([]);
  await button('Create Account').click();
  await expect.element(page.getByRole('alert').filter({ hasText: NO_SERVER })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Create Account');
});

test('[W5] [spec-8] backend messages are shown as received, and an empty one has the specified message', async () => {
  let refusal: AccountFailure = { type: 'weak-password', message: 'Password is known to be weak' };
  const refuse = () => Promise.resolve(fail(refusal));
  await showSignIn({ signIn: refuse, signUp: refuse });
  await button("Don't have an account? Sign up").click();
  for (const [failure, sentence] of [
    [refusal, 'Password is known to be weak'],
    [{ type: 'refused', message: 'Unable to validate email address' }, 'Unable to validate email address'],
    [{ type: 'refused', message: '' }, 'Failed to create account'],
  ] as const) {
    refusal = failure;
    await tryWith('ann@example.org', 'abcdef');
    await expect.poll(sentences).toEqual([sentence]);
  }
  await button('Already have an account? Sign in').click();
  await tryWith('ann@example.org', 'abcdef');
  await expect.poll(sentences).toEqual(['Failed to sign in']);
});

test('[D4] while a sign-in runs, its button is busy and says so, and a second press sends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Accounts['signIn']>>>();
  let calls = 0;
  await showSignIn({
    signIn() {
      calls += 1;
      return promise;
    },
  });
  await tryWith('ann@example.org', '');
  await tryWith('ann@example.org', 'abcdef');
  await expect.poll(busyIn).toEqual(['One moment…']);
  expect(sentences()).toEqual([]);
  await pressOn(field('Password'), '{Enter}');
  resolve(fail({ type: 'invalid-credentials' }));
  await expect.poll(sentences).toEqual([WRONG]);
  expect([calls, busyIn()]).toEqual([1, []]);
  await expect.element(button('Sign In')).toBeVisible();
});

test("[spec-8] a sign-up answer without a user shows 'Failed to create user', a sign-in never does", async () => {
  const withoutUser = () => Promise.resolve(fail({ type: 'no-user' } as const));
  await showSignIn({ signIn: withoutUser, signUp: withoutUser });
  await tryWith('ann@example.org', 'abcdef');
  await expect.poll(sentences).toEqual(['Failed to sign in']);
  await button("Don't have an account? Sign up").click();
  await button('Create Account').click();
  await expect.poll(sentences).toEqual(['Failed to create user']);
});

test('[W2] [A4] demo with another password, or another name with demo, is refused in the specified words, and the text stays', async () => {
  await showSignIn({ signIn: () => Promise.resolve(fail({ type: 'invalid-credentials' })) });
  await tryWith('demo', 'Demo');
  await expect.element(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await tryWith('demo@checklist.example', 'pear7tree');
  await expect.element(page.getByRole('alert').filter({ hasText: WRONG })).toBeVisible();
  await expect.element(field('Password')).toHaveValue('pear7tree');
  await expect.element(button('Sign In')).toBeEnabled();
  await tryWith('ann', 'demo');
  await expect.element(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');
});
