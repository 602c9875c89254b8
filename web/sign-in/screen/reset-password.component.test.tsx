/** The Reset Password screen (spec sections 2, 5, 6 and 8). */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { showSignIn } from '#web/testing/show-list.tsx';
import { busyIn, button, field, looksIn, pressOn } from '#web/testing/steps.ts';
import { fail, ok } from '#core/result.ts';
import type { Accounts, AuthSettings } from '#client/ports/accounts.ts';
import { DEFAULT_SETTINGS } from '#web/sign-in/steps/call-accounts.ts';
import { createConnection } from '#web/testing/connection.ts';

test('[spec-2] the Reset Password screen has the specified words, even offline, and leads back', async () => {
  const { connection, setOnline } = createConnection();
  await showSignIn({ sendReset: () => Promise.resolve(ok(null)) }, { connection });
  await button('Forgot password?').click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Reset Password');
  await expect.element(field('Email')).toBeVisible();
  await expect.element(page.getByText('We’ll email you a link to choose a new password.')).toBeVisible();
  await expect.element(button('Send Reset Email')).toBeEnabled();
  expect(looksIn()).toEqual({ 'Send Reset Email': 'primary', 'Back to Sign In': 'link' });
  await expect.element(page.getByText('Checklist © 2025 • v1.0.1', { exact: true })).toBeVisible();
  setOnline(false);
  await expect
    .element(
      page.getByRole('status').filter({ hasText: "You're offline. Password reset requires an internet connection." }),
    )
    .toBeVisible();
  setOnline(true);
  await expect.element(page.getByText("You're offline.")).not.toBeInTheDocument();
  await button('Back to Sign In').click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign In');
});

test('[A2] while a reset email is requested, its button is busy, and one call is made', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Accounts['sendReset']>>>();
  const asked: string[] = [];
  await showSignIn({
    sendReset(email) {
      asked.push(email);
      return promise;
    },
  });
  await button('Forgot password?').click();
  await expect.element(field('Email')).toHaveFocus();
  await field('Email').fill(' Ann@Example.org');
  await pressOn(field('Email'), '{Enter}');
  await expect.poll(busyIn).toEqual(['Send Reset Email']);
  await pressOn(field('Email'), '{Enter}');
  resolve(fail({ type: 'refused', message: 'Not today' }));
  await expect.element(page.getByRole('alert').filter({ hasText: /\S/u })).toHaveTextContent('Not today');
  await expect.element(page.getByText(/has an account, we sent/u)).not.toBeInTheDocument();
  expect([asked, busyIn()]).toEqual([['ann@example.org'], []]);
});

test('[A3] a reset that the server refuses without a captcha shows one', async () => {
  const { promise, resolve } = Promise.withResolvers<HTMLElement>();
  Object.assign(window, { hcaptcha: { render: resolve, remove: () => undefined } });
  onTestFinished(() => void Reflect.deleteProperty(window, 'hcaptcha'));
  let captcha: AuthSettings['captcha'] = null;
  await showSignIn({
    settings: () => Promise.resolve(ok({ ...DEFAULT_SETTINGS, captcha })),
    sendReset: () => Promise.resolve(fail({ type: 'captcha-needed' })),
  });
  await button('Forgot password?').click();
  await field('Email').fill('ann@example.org');
  // The server has started to require a captcha since the page read its settings.
  captcha = { provider: 'hcaptcha', siteKey: 'key' };
  await pressOn(field('Email'), '{Enter}');
  await expect.element(page.getByRole('group', { name: 'Security check' })).toBeVisible();
  expect(await promise).toBeInstanceOf(HTMLElement);
});

test('[spec-5] [spec-6] [spec-8] a reset requires a valid address and refuses the demo’s in the specified words', async () => {
  await showSignIn({ sendReset: () => Promise.resolve(ok(null)) });
  await button('Forgot password?').click();
  await button('Send Reset Email').click();
  await expect.element(field('Email')).toHaveAccessibleDescription('Please enter your email address');
  await field('Email').fill('ann@example');
  await pressOn(field('Email'), '{Enter}');
  await expect.element(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');

  for (const email of ['demo', 'Demo@Checklist.example ']) {
    await field('Email').fill(email);
    await expect.element(page.getByRole('alert').filter({ hasText: /\S/u })).not.toBeInTheDocument();
    await button('Send Reset Email').click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: /\S/ }))
      .toHaveTextContent('Demo account password cannot be reset. Use demo as password.');
  }

  await field('Email').fill('ann@example.org');
  await button('Send Reset Email').click();
  // The message does not reveal whether the account exists.
  const sent = page.getByRole('status').filter({ hasText: 'Password reset email sent!' });
  await expect.element(sent).toHaveTextContent('Password reset email sent! Check your inbox.');
  await expect.element(page.getByText('If ann@example.org has an account')).toBeVisible();
});
