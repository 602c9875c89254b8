/** The sign-in and sign-up screen: its words in both modes, the demo, and the offline banner. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showSignIn } from '#web/testing/show-list.tsx';
import { button, field, fieldsIn, focusOn, listHeading, looksIn, press } from '#web/testing/steps.ts';
import { createConnection } from '#web/testing/connection.ts';

const OFFLINE = "You're offline. Authentication requires an internet connection.";

test('[spec-2] [W1] signing in and creating an account are two modes of one screen, with the specified words', async () => {
  await showSignIn({});
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign In');
  expect(fieldsIn()).toEqual({
    Email: 'text email username none unchecked auto',
    Password: 'password current-password none unchecked auto',
  });
  await expect.element(button('Forgot password?')).toBeVisible();
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Checklist © 2025 • v1.0.1', { exact: true })).toBeVisible();

  expect(looksIn()).toMatchObject({
    'Sign In': 'primary',
    'Forgot password?': 'link',
    'Try Demo': 'plain',
    "Don't have an account? Sign up": 'link',
  });

  await button("Don't have an account? Sign up").click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Create Account');
  await expect
    .element(page.getByText('Sign up to sync your shopping lists across devices', { exact: true }))
    .toBeVisible();
  await expect.element(field('Password')).toHaveAttribute('autocomplete', 'new-password');
  await expect.element(button('Try Demo')).toBeVisible();
  await expect.element(button('Create Account')).toBeEnabled();
  await expect.element(button('Forgot password?')).not.toBeInTheDocument();

  await button('Already have an account? Sign in').click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign In');
});

test("[W3] the submit button says 'Open demo' only while the demo credentials are in the fields", async () => {
  await showSignIn({});
  await field('Email').fill('demo@checklist.example');
  await field('Password').fill('demo');
  await expect.element(button('Open demo')).toBeVisible();
  await field('Password').fill('demo1');
  await expect.element(button('Open demo')).not.toBeInTheDocument();
  await expect.element(button('Sign In')).toBeVisible();
});

test('[spec-2] the sign-in screen shows a banner while offline', async () => {
  const { connection, setOnline } = createConnection();
  await showSignIn({}, { connection });
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect.element(page.getByText(OFFLINE)).not.toBeInTheDocument();
  setOnline(false);
  await expect.element(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible();
  await expect.element(page.getByText('Offline Mode', { exact: true })).toBeVisible();
  await button("Don't have an account? Sign up").click();
  await expect.element(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  setOnline(true);
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect.element(page.getByText(OFFLINE)).not.toBeInTheDocument();
});

test('[D4] a password can be shown and hidden without losing the typed text', async () => {
  await showSignIn({});
  await field('Password').fill('pear7tree');
  await button('Show password').click();
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await expect.element(field('Password')).toHaveValue('pear7tree');
  await button('Hide password').click();
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
});

test('[D4] [W3] the demo opens by keyboard alone', async () => {
  await showSignIn({});
  await focusOn(button('Try Demo'));
  await press('{Enter}');
  await press('{Shift>}{Tab}{/Shift}');
  await expect.element(button('Open demo')).toHaveFocus();
  await press('{Enter}');
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});
