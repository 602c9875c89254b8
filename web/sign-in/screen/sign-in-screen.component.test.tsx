/** The sign-in card in a real browser: what it offers, and what it says about refusals. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fail, ok } from '#core/result.ts';
import type { AccountFailure, Accounts, AuthSettings } from '#client/ports/accounts.ts';
import { boxOf } from '#web/testing/gestures.ts';
import { showSignIn } from '#web/testing/show-list.tsx';
import { button, field, press } from '#web/testing/steps.ts';

const TO_SIGN_UP = "Don't have an account? Sign up";

const alerts = (): readonly string[] =>
  page
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)
    .filter((text) => text.trim() !== '');

const tryWith = async (email: string, password: string): Promise<void> => {
  await field('Email').fill(email);
  await field('Password').fill(password);
  await press('{Enter}');
};

const refusing = (failure: AccountFailure): Partial<Accounts> => ({
  signIn: () => Promise.resolve(fail(failure)),
});

beforeEach(() => showSignIn({}));

test('[A9] an address that is not confirmed gets its email again from the sign-in form', async () => {
  let isTooSoon = true;
  const resendConfirmation: Accounts['resendConfirmation'] = () =>
    Promise.resolve(isTooSoon ? fail({ type: 'rate-limited', of: 'emails', seconds: 42 }) : ok(null));
  await showSignIn({ ...refusing({ type: 'email-unconfirmed' }), resendConfirmation });
  await tryWith('ann@example.org', 'pear7tree');
  await expect.poll(() => alerts().join(' ')).toContain('Your email address isn’t confirmed yet.');
  await button('Send the email again').click();
  await expect.poll(() => alerts().join(' ')).toContain('Wait 42 seconds, then try again.');
  isTooSoon = false;
  await button('Send the email again').click();
  await expect
    .element(page.getByText('We sent you an email. Open the link in it to confirm your address'))
    .toBeVisible();
  await expect.element(button('Send the email again')).not.toBeInTheDocument();
});

test('[A8] the rule for passwords is below the field from the start, and password managers get it', async () => {
  const rule = page.getByText(/^At least 6 characters/u);
  await expect.element(rule).not.toBeInTheDocument();
  await button(TO_SIGN_UP).click();
  const password = field('Password');
  await expect.element(password).toHaveAccessibleDescription(/^At least 6 characters, letters and numbers only\./u);
  await expect
    .element(password)
    .toHaveAttribute('passwordrules', expect.stringMatching(/^minlength: 6; .*allowed: lower, upper, digit;$/u));
  await expect.element(password).toHaveAttribute('minlength', '6');
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
  await button('Show password').click();
  await expect.element(password).toHaveAttribute('autocapitalize', 'none');
  await expect.element(rule).toBeVisible();
});

test('[A2] the reset screen has the typed email address filled in, unless it is the demo’s', async () => {
  await showSignIn({ sendReset: () => Promise.resolve(ok(null)) });
  await field('Email').fill('ann@example.org');
  await button('Forgot password?').click();
  await expect.element(field('Email')).toHaveValue('ann@example.org');
  await button('Send Reset Email').click();
  await expect.element(page.getByText('If ann@example.org has an account, we sent it a link.')).toBeVisible();
  await button('Back to Sign In').click();
  await button('Try Demo').click();
  await button('Forgot password?').click();
  await expect.element(field('Email')).toHaveValue('');
});

const GOOGLE_ONLY: AuthSettings = {
  providers: ['google'],
  passkeys: 'no',
  passwords: false,
  signUp: 'closed',
  removesPassword: true,
  secondSteps: null,
  captcha: null,
};

test('[P8] without passwords, the card offers the providers and the demo, and no form', async () => {
  await showSignIn({ settings: () => Promise.resolve(ok(GOOGLE_ONLY)) });
  await expect.element(button('Continue with Google')).toBeVisible();
  for (const name of ['Sign In', 'Forgot password?', TO_SIGN_UP]) {
    await expect.element(button(name)).not.toBeInTheDocument();
  }
  await expect.element(field('Email')).not.toBeInTheDocument();
  await button('Try Demo').click();
  await expect.element(button('Open demo')).toBeVisible();
  await expect.element(button('Forgot password?')).not.toBeInTheDocument();
});

test('[P8] a server that has switched passwords off in the meantime says so', async () => {
  await showSignIn(refusing({ type: 'passwords-off' }));
  await tryWith('ann@example.org', 'abcdef');
  await expect.poll(alerts).toEqual(['This server doesn’t use passwords. Choose another way to sign in.']);
});

test('[A3] the passkey button, which is known only after the backend has answered, moves nothing on the card', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Accounts['settings']>>>();
  await showSignIn({ settings: () => promise });
  const places = (): readonly number[] =>
    [field('Email'), button('Sign In'), button('Try Demo'), button(TO_SIGN_UP)].map((one) => boxOf(one).top);
  const before = places();
  resolve(ok({ ...GOOGLE_ONLY, providers: [], passkeys: 'yes', passwords: true, signUp: 'open' }));
  await expect.element(button('Use a passkey')).toBeVisible();
  expect(places()).toEqual(before);
});
