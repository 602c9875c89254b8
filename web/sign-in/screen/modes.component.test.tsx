/** The sign-in and sign-up screen: its words in both modes, the demo, and the offline banner. */
import { expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { fail, ok } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import { signUpRequest } from '#web/shown-list/use-pending-invitation.ts';
import { DEFAULT_SETTINGS } from '#web/sign-in/steps/call-accounts.ts';
import { createPendingInvitation } from '#web/testing/lists-in-memory.ts';
import { showSignIn } from '#web/testing/show-list.tsx';
import { FirstCard } from './sign-in-card.tsx';
import {
  announced,
  busyIn,
  button,
  field,
  fieldsIn,
  focusOn,
  listHeading,
  looksIn,
  press,
} from '#web/testing/steps.ts';
import { createConnection } from '#web/testing/connection.ts';

const OFFLINE = "You're offline. Authentication requires an internet connection.";

test('[spec-2] [W1] signing in and creating an account are two modes of one screen, with the specified words', async () => {
  await showSignIn({});
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign In');
  for (const text of ['Checklist', 'One thumb, no signal, nothing lost.', 'Sign in to your shopping list'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  // The logo only decorates.
  expect(page.getByRole('img').elements()).toEqual([]);
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

test('[H4] where accounts need an invitation, a visitor without one learns that, and one with it creates an account by email only', async () => {
  const settings: Accounts['settings'] = () =>
    Promise.resolve(ok({ ...DEFAULT_SETTINGS, signUp: 'invited', providers: ['google'], passkeys: 'yes' }));
  const answered = createPendingInvitation();
  answered.remove();
  await showSignIn({ settings }, { loadInvitation: () => Promise.resolve(answered) });
  await expect.element(announced('This server is by invitation only.')).toBeVisible();
  await expect.element(button("Don't have an account? Sign up")).not.toBeInTheDocument();
  await expect.element(button('Continue with Google')).toBeVisible();
  const start = { type: 'invitation', signedIn: null, secret: 'x'.repeat(32) } as const;
  await showSignIn({ settings }, { start, loadInvitation: () => Promise.resolve(createPendingInvitation()) });
  await button('Sign in').click();
  await expect.element(button('Use a passkey')).toBeVisible();
  await expect.element(page.getByText('This server is by invitation only.')).not.toBeInTheDocument();
  await button("Don't have an account? Sign up").click();
  await expect.element(button('Create Account')).toBeVisible();
  for (const name of ['Use a passkey', 'Continue with Google'])
    await expect.element(button(name)).not.toBeInTheDocument();
});

test('[P8] if sign-up is closed, only a visitor who asks for an account sees a message about it', async () => {
  const settings: Accounts['settings'] = () => Promise.resolve(ok({ ...DEFAULT_SETTINGS, signUp: 'closed' }));
  const closed = page.getByText('You can’t create an account with an email address on this server.');
  await showSignIn({ settings });
  await expect.element(button("Don't have an account? Sign up")).not.toBeInTheDocument();
  await expect.element(closed).not.toBeInTheDocument();
  signUpRequest.set();
  await showSignIn({ settings });
  await expect.element(closed).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('Sign In');
});

test('[spec-2] the card that the page shows before the app has started says and offers the same', async () => {
  const read = (): readonly unknown[] => [
    page.getByRole('main').element().textContent,
    looksIn(),
    fieldsIn(),
    busyIn(),
  ];
  await showSignIn({});
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible();
  const ofApp = read();
  await cleanup();
  await render(<FirstCard />);
  expect(read()).toEqual(ofApp);
  expect(document.activeElement).toBe(document.body);
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

test('[spec-2] [D4] while offline, the other signed-out screens say what needs a connection, too', async () => {
  const { connection, setOnline } = createConnection();
  const start = { type: 'invitation', signedIn: null, secret: 'x'.repeat(32) } as const;
  const loadInvitation = () => Promise.resolve(createPendingInvitation());
  await showSignIn({}, { connection, start, loadInvitation });
  await expect.element(page.getByText(/^Someone shared a shopping list with you\./u)).toBeVisible();
  setOnline(false);
  await expect.element(announced('You’re offline. To join the list, connect to the internet.')).toBeVisible();
  setOnline(true);
  const app = { id: 'app', type: 'totp', status: 'verified', name: '', phone: '' } as const;
  const signIn = () => Promise.resolve(fail({ type: 'code-needed', factors: [app] } as const));
  await showSignIn({ signIn }, { connection });
  await field('Email').fill('ann@example.org');
  await field('Password').fill('pear7tree');
  await press('{Enter}');
  await expect.element(page.getByText('Enter a verification code to finish signing in.')).toBeVisible();
  setOnline(false);
  await expect.element(announced(OFFLINE)).toBeVisible();
  setOnline(true);
  const callback = { type: 'callback', signedIn: null, parameters: '?code=abc' } as const;
  const completeAuthCallback = () => Promise.resolve(fail({ type: 'unreachable' } as const));
  await showSignIn({ completeAuthCallback }, { connection, start: callback });
  await expect.element(page.getByText('Your list is safe.')).toBeVisible();
  setOnline(false);
  await expect.element(announced("You're offline. This link requires an internet connection.")).toBeVisible();
});

test('[D4] a password can be shown and hidden without losing the typed text', async () => {
  await showSignIn({});
  await field('Password').fill('pear7tree');
  await button('Show password').click();
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await expect.element(page.getByRole('alert').filter({ hasText: /\S/u })).not.toBeInTheDocument();
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
