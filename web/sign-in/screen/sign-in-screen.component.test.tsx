/** The sign-in card in a real browser: what it offers, and what it says about refusals. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fail, ok } from '#core/result.ts';
import type { AccountFailure, Accounts, AuthSettings, Factor } from '#client/ports/accounts.ts';
import type { GuestList } from '#client/ports/lists.ts';
import { NO_GUEST_LIST } from '#client/testing/fake-accounts.ts';
import { boxOf } from '#web/testing/gestures.ts';
import { createPendingInvitation } from '#web/testing/lists-in-memory.ts';
import { ADA, showSignIn } from '#web/testing/show-list.tsx';
import { announced, busyIn, button, field, fieldsIn, listHeading, looksIn, press, select } from '#web/testing/steps.ts';

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
  await expect.element(announced('The demo email and password are filled in. Press Open demo to start.')).toBeVisible();
  await button('Forgot password?').click();
  await expect.element(field('Email')).toHaveValue('');
  expect(fieldsIn()).toEqual({ Email: 'text email username none unchecked auto' });
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

test('[A3] while a passkey is checked no other method starts; if it needs a second step, the code for that signs in', async () => {
  const phone: Factor = { id: 'phone', type: 'phone', status: 'verified', name: 'Phone', phone: '+49•••67' };
  const checked = Promise.withResolvers<Awaited<ReturnType<Accounts['signInWithPasskey']>>>();
  const codes: string[] = [];
  await showSignIn({
    settings: () => Promise.resolve(ok({ ...GOOGLE_ONLY, passkeys: 'yes' })),
    signInWithPasskey: () => checked.promise,
    sendCode(factorId, channel) {
      codes.push(`send ${factorId} ${channel}`);
      return Promise.resolve(ok(null));
    },
    enterCode(factorId, code) {
      codes.push(`enter ${factorId} ${code}`);
      return Promise.resolve(ok({ type: 'in', user: ADA }));
    },
  });
  await button('Use a passkey').click();
  for (const name of ['Use a passkey', 'Continue with Google'])
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
  checked.resolve(fail({ type: 'code-needed', factors: [phone] }));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Two-Step Verification');
  await expect.element(button('Send code by SMS')).toHaveFocus();
  expect([looksIn(), busyIn(), fieldsIn()]).toEqual([
    { 'Send code by SMS': 'plain', 'Send code by WhatsApp': 'plain', Continue: 'primary', Back: 'link' },
    [],
    { Code: 'text numeric one-time-code unchecked ltr' },
  ]);
  await button('Send code by WhatsApp').click();
  await expect.element(button('Send again by WhatsApp')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/^We sent you a code\./u)).toBeVisible();
  await field('Code').fill('123456');
  await press('{Enter}');
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  expect(codes).toEqual(['send phone whatsapp', 'enter phone 123456']);
});

test('[H4] a visitor with an invitation creates an account, signs in, or declines it, and then sees the form', async () => {
  const invitation = createPendingInvitation();
  const show = () =>
    showSignIn(
      { settings: () => Promise.resolve(ok({ ...GOOGLE_ONLY, passwords: true, signUp: 'open' })) },
      {
        start: { type: 'invitation', signedIn: null, secret: 'x'.repeat(32) },
        loadInvitation: () => Promise.resolve(invitation),
      },
    );
  const heading = page.getByRole('heading', { level: 1 });
  const joins = page.getByText('You can join the shared list once you’re signed in.');
  for (const [name, form] of [
    ['Create an account', 'Create Account'],
    ['Sign in', 'Sign In'],
  ] as const) {
    await show();
    await expect.element(heading).toHaveTextContent('You’re Invited');
    await button(name).click();
    await expect.element(button(form)).toBeVisible();
    await expect.element(joins).toBeVisible();
  }
  await show();
  await expect.element(heading).toHaveTextContent('You’re Invited');
  expect(looksIn()).toEqual({ 'Create an account': 'primary', 'Sign in': 'plain', 'Not now': 'link' });
  await button('Not now').click();
  await expect.element(button('Sign In')).toBeVisible();
  await expect.element(joins).not.toBeInTheDocument();
  expect(invitation.secret()).toBeNull();
});

test('[A3] a provider’s page opens once; the buttons work again after the user returns, or after a refusal, which is shown', async () => {
  const here = location.href;
  onTestFinished(() => history.replaceState(history.state, '', here));
  const asked: unknown[] = [];
  let isRefused = true;
  await showSignIn({
    settings: () => Promise.resolve(ok(GOOGLE_ONLY)),
    signInWith(...request) {
      asked.push(request);
      return Promise.resolve(isRefused ? fail({ type: 'refused', message: 'No provider today' }) : ok('#of-google'));
    },
  });
  const google = button('Continue with Google', page.getByRole('group', { name: 'Other ways to sign in' }));
  await google.click();
  await expect.poll(alerts).toEqual(['No provider today']);
  isRefused = false;
  await google.click();
  await expect.poll(() => location.hash).toBe('#of-google');
  await expect.element(google).toHaveAttribute('aria-disabled', 'true');
  // Only a page that the browser restores had been left for the provider's page.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  await google.hover();
  expect(google.element()).toHaveAttribute('aria-disabled', 'true');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(google).not.toHaveAttribute('aria-disabled', 'true');
  expect(asked).toEqual(Array.from({ length: 2 }, () => ['google', { importsGuestList: false }]));
});

test.each([true, false])(
  '[A3] signing up confirms the new account, and imports the demo’s list on request: %s',
  async (isWanted) => {
    const imports: string[] = [];
    const guestList: GuestList = {
      ...NO_GUEST_LIST,
      preview: () => Promise.resolve({ items: 3 }),
      requestImport: (email) => void imports.push(email),
    };
    const signUp: Accounts['signUp'] = () => Promise.resolve(ok(ADA));
    await showSignIn({ signUp }, { loadGuestList: () => Promise.resolve(guestList) });
    const box = page.getByRole('checkbox', { name: 'Import my demo list (3 items)' });
    await button(TO_SIGN_UP).click();
    await expect.element(box).not.toBeChecked();
    if (isWanted) await box.click();
    await tryWith('ann@example.org', 'pear7tree');
    await expect.element(announced('Account created successfully! You are now signed in.')).toBeVisible();
    expect(imports).toEqual(isWanted ? ['ann@example.org'] : []);
  },
);

test.each([
  ['password-changed', 0, /^Your password was changed, .* Sign in to get them back\.$/u],
  [
    'logged-out',
    2,
    /^You were logged out .* get them back\. Changes that weren’t sent yet are still on this device\.$/u,
  ],
  ['refused', 2, /^Your session has ended\. .* Your list is safe on this device\.$/u],
] as const)(
  '[A1] [Y9] [D4] after a session has ended, a message says why until it is dismissed: %s, %d unsent',
  async (end, unsent, text) => {
    const session = await showSignIn({}, { unsentCounts: { read: () => unsent, write() {} } });
    session.signInAccess.setUser(ADA);
    await expect.element(listHeading()).toHaveTextContent('My List');
    session.end(ADA.id, end);
    await expect.element(page.getByText(text)).toBeVisible();
    expect(page.getByText('2 items waiting').elements().length > 0).toBe(unsent > 0);
    await button('OK').click();
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
    await expect.element(field('Email')).toHaveFocus();
    expect(session.endReason()).toBeNull();
  },
);

test('[A3] [D4] “Back” returns to the form and focuses its title; an error says why a code was not sent', async () => {
  const app: Factor = { id: 'app', type: 'totp', status: 'verified', name: '', phone: '' };
  const phone: Factor = { id: 'phone', type: 'phone', status: 'verified', name: '', phone: '+49•••67' };
  const sent = Promise.withResolvers<Awaited<ReturnType<Accounts['sendCode']>>>();
  let canceled = 0;
  await showSignIn({
    ...refusing({ type: 'code-needed', factors: [phone, app] }),
    sendCode: () => sent.promise,
    cancelPending() {
      canceled += 1;
      return Promise.resolve();
    },
  });
  await tryWith('ann@example.org', 'pear7tree');
  await button('Send code by SMS').click();
  await expect.poll(busyIn).toEqual(['Send code by SMS', 'Send code by WhatsApp']);
  sent.resolve(fail({ type: 'unreachable' }));
  await expect.poll(alerts).toEqual(['Can’t reach the server. Check your connection and try again.']);
  await expect.element(button('Send code by SMS')).not.toHaveAttribute('aria-disabled', 'true');
  await select('Verification method').selectOptions('Authenticator app');
  await expect.element(button('Send code by SMS')).not.toBeInTheDocument();
  await field('Code').fill('12');
  await press('{Enter}');
  await expect.element(field('Code')).toHaveAccessibleDescription('Enter all 6 digits');
  expect(looksIn()).toEqual({ Continue: 'primary', Back: 'link' });
  await button('Back').click();
  await expect.element(listHeading()).toHaveTextContent('Sign In');
  await expect.element(listHeading()).toHaveFocus();
  await expect.poll(() => canceled).toBe(1);
});
