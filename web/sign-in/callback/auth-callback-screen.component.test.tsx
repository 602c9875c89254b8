/** The way back from a link or a provider in a real browser: failures and their next step, the second step, a new password. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fail, ok } from '#core/result.ts';
import type { Accounts, AuthCallback, AuthCallbackFailure, Factor } from '#client/ports/accounts.ts';
import { boxOf } from '#web/testing/gestures.ts';
import { ADA, showSignIn } from '#web/testing/show-list.tsx';
import { announced, busyIn, button, field, fieldsIn, listHeading, looksIn, press, select } from '#web/testing/steps.ts';

/** Opens the app by a link with this query. */
const returnTo = (accounts: Partial<Accounts>, parameters = '?code=abc') =>
  showSignIn(accounts, { start: { type: 'callback', signedIn: null, parameters } });

const failWith = (failure: AuthCallbackFailure): Partial<Accounts> => ({
  completeAuthCallback: () => Promise.resolve(fail(failure)),
});

const factorOf = (id: string, type: Factor['type']): Factor => ({
  id,
  type,
  status: 'verified',
  name: '',
  phone: type === 'phone' ? '+49 ••• 42' : '',
});

const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

test('[spec-8] [A2] [D4] an expired link says so, with the focus on its title, and offers a new one of its kind', async () => {
  const asked: string[] = [];
  const sendReset: Accounts['sendReset'] = (email) => {
    asked.push(email);
    return Promise.resolve(ok(null));
  };
  await returnTo({ ...failWith({ type: 'link-expired', of: 'recovery' }), sendReset });
  await expect.element(listHeading()).toHaveTextContent('Link No Longer Valid');
  await expect.element(listHeading()).toHaveFocus();
  await expect.element(alert('This link has expired or was already used.')).toBeVisible();
  await expect.element(button('Send the confirmation email again')).not.toBeInTheDocument();
  expect(looksIn()).toEqual({ 'Request a new password link': 'plain', 'Back to Sign In': 'primary' });
  await button('Request a new password link').click();
  await field('Email').fill('ann@example.org');
  await press('{Enter}');
  await expect.poll(() => asked).toEqual(['ann@example.org']);
  await button('Back to Sign In').click();
  await expect.element(listHeading()).toHaveTextContent('Sign In');
  await expect.element(listHeading()).toHaveFocus();
});

const TO_SIGN_IN = { 'Back to Sign In': 'primary' };
const FAILED = 'That Didn’t Work';

const CONFIRM = { ...TO_SIGN_IN, 'Send the confirmation email again': 'plain' };
const RESET = { ...TO_SIGN_IN, 'Request a new password link': 'plain' };

test.each<[AuthCallbackFailure, readonly [string, RegExp], object]>([
  [
    { type: 'link-expired', of: null },
    ['Link No Longer Valid', /To set .* try signing in\.$/u],
    { ...RESET, ...CONFIRM },
  ],
  [{ type: 'email-unconfirmed' }, [FAILED, /isn’t confirmed yet\./u], CONFIRM],
  [{ type: 'other-device' }, ['Link From Another Browser', /requested in another browser/u], RESET],
  [{ type: 'provider-refused', message: 'Denied by Google' }, [FAILED, /^Denied by Google$/u], TO_SIGN_IN],
  [{ type: 'provider-refused', message: '' }, [FAILED, /^You weren’t signed in\./u], TO_SIGN_IN],
  [{ type: 'refused', message: 'No such link' }, [FAILED, /^No such link$/u], TO_SIGN_IN],
  [{ type: 'refused', message: '' }, [FAILED, /^That link didn’t work\./u], TO_SIGN_IN],
  [{ type: 'no-user' }, [FAILED, /^That link didn’t work\./u], TO_SIGN_IN],
  [{ type: 'other-person' }, ['Different Account', /wasn’t linked\.$/u], TO_SIGN_IN],
])('[A2] [A3] a link that failed says why, and offers what helps: %j', async (failure, [title, text], looks) => {
  await returnTo(failWith(failure));
  await expect.element(listHeading()).toHaveTextContent(title);
  await expect.element(alert(text)).toBeVisible();
  expect(looksIn()).toEqual(looks);
});

test('[A3] a linked sign-in method and a message of the server are confirmed, with the way back', async () => {
  const complete = (result: Awaited<ReturnType<Accounts['completeAuthCallback']>>) =>
    returnTo({ completeAuthCallback: () => Promise.resolve(result) });
  await complete(ok({ type: 'linked' }));
  await expect.element(listHeading()).toHaveTextContent('Sign-In Method Linked');
  await expect.element(listHeading()).toHaveFocus();
  await expect.element(announced('You can now use it to sign in.')).toBeVisible();
  expect(looksIn()).toEqual(TO_SIGN_IN);
  await complete(ok({ type: 'email-confirmed', message: 'Half way' }));
  await expect.element(listHeading()).toHaveTextContent('Email Confirmation');
  await expect.element(announced('Half way')).toBeVisible();
});

test('[A2] without an answer the same link is tried again, and then signs in', async () => {
  const read: AuthCallback[] = [];
  const answer = Promise.withResolvers<Awaited<ReturnType<Accounts['completeAuthCallback']>>>();
  await returnTo({
    completeAuthCallback(callback) {
      read.push(callback);
      return read.length === 1 ? Promise.resolve(fail({ type: 'unreachable' })) : answer.promise;
    },
  });
  await expect.element(button('Request a new password link')).not.toBeInTheDocument();
  await expect.element(button('Try again')).toBeVisible();
  expect(looksIn()).toEqual({ 'Try again': 'primary', 'Back to Sign In': 'link' });
  await button('Try again').click();
  await expect.element(button('Try again')).not.toBeInTheDocument();
  await expect.element(page.getByRole('main').getByRole('status').first()).toBeInTheDocument();
  expect(looksIn()).toEqual({ 'Back to Sign In': 'link' });
  answer.resolve(ok({ type: 'in', user: ADA }));
  await expect.element(listHeading()).toHaveTextContent('My List');
  expect(read.map(({ code }) => code)).toEqual(['abc', 'abc']);
});

test('[A3] a sign-in that needs a code offers each method, clears a refused code and continues with a correct one', async () => {
  const entered: string[] = [];
  await returnTo({
    ...failWith({ type: 'code-needed', factors: [factorOf('app', 'totp'), factorOf('saved', 'recovery')] }),
    enterCode(factorId, code) {
      entered.push(`${factorId} ${code}`);
      return Promise.resolve(
        code === '123456' ? ok({ type: 'in', user: ADA }) : fail({ type: 'refused', message: 'No' }),
      );
    },
  });
  await expect.element(listHeading()).toHaveTextContent('Two-Step Verification');
  await field('Code').fill('12');
  await button('Continue').click();
  await expect.element(field('Code')).toHaveAccessibleDescription('Enter all 6 digits');
  await field('Code').fill('99 99-99');
  await expect.element(field('Code')).toHaveAccessibleDescription('No');
  await expect.element(field('Code')).toHaveValue('');
  await select('Verification method').selectOptions('Recovery code');
  await expect
    .element(page.getByText('Enter one of the recovery codes you saved. Each code works once.'))
    .toBeVisible();
  await select('Verification method').selectOptions('Authenticator app');
  await field('Code').fill('123456');
  await expect.element(listHeading()).toHaveTextContent('My List');
  expect(entered).toEqual(['app 999999', 'app 123456']);
});

test('[A3] each method of a second step is named once, and a recovery code is read in any way it is typed', async () => {
  const phone = (id: string, name: string, number: string): Factor => ({
    ...factorOf(id, 'phone'),
    name,
    phone: number,
  });
  const factors = [
    phone('own', 'Work', '491701234567'),
    phone('bare', '', '+49•••67'),
    phone('same', 'Phone +49•••68', '+49•••68'),
  ];
  const answer = Promise.withResolvers<Awaited<ReturnType<Accounts['enterCode']>>>();
  const entered: string[] = [];
  await returnTo({
    ...failWith({ type: 'code-needed', factors: [...factors, factorOf('recovery', 'recovery')] }),
    enterCode(_, code) {
      entered.push(code);
      return entered.length === 1 ? answer.promise : Promise.resolve(ok({ type: 'in', user: ADA }));
    },
  });
  const method = select('Verification method');
  await expect.element(method).toHaveTextContent('Work +491701234567Phone +49•••67Phone +49•••68Recovery code');
  expect(boxOf(page.getByText('Verification method', { exact: true })).width).toBeGreaterThan(40);
  await method.selectOptions('Recovery code');
  const code = field('Recovery code');
  expect(fieldsIn()).toEqual({ 'Recovery code': 'text off auto' });
  await code.fill('abcd');
  await press('{Enter}');
  await expect.element(code).toHaveAccessibleDescription('Enter all 16 characters');
  await code.fill(' m210 geqr.4g69');
  await expect.element(code).toHaveValue('M210-GEQR-4G69');
  await expect.element(code).not.toHaveAccessibleDescription();
  await code.fill('m210geqr4g69zagg');
  await expect.poll(busyIn).toEqual(['Continue']);
  await button('Continue').click({ force: true });
  await code.fill('other');
  answer.resolve(fail({ type: 'unreachable' }));
  await expect.element(code).toHaveAccessibleDescription(/^Can’t reach the server\./u);
  // It may not have been checked, so it can be sent again.
  await expect.element(code).toHaveValue('M210-GEQR-4G69-ZAGG');
  await button('Continue').click();
  await expect.element(listHeading()).toHaveTextContent('My List');
  expect(entered).toEqual(['M210-GEQR-4G69-ZAGG', 'M210-GEQR-4G69-ZAGG']);
});

const NO_CALLBACK: AuthCallback = { code: null, flowId: null, session: null, error: null, message: null };
const session = { accessToken: 'a', refreshToken: 'r' };
const inAddress = { code: 'session_in_address', message: '' };

test.each([
  ['?code=abc&sb_flow_id=f#message=m', { code: 'abc', flowId: 'f', message: 'm' }],
  ['?code=#', {}],
  [
    '#error=access_denied&error_code=otp_expired&error_description=Late',
    { error: { code: 'otp_expired', message: 'Late' } },
  ],
  ['?error=server_error', { error: { code: 'server_error', message: '' } }],
  ['#access_token=a&refresh_token=r&type=recovery', { session }],
  ['#access_token=a&refresh_token=r&type=invite', { session }],
  ['#access_token=a&refresh_token=r&type=signup', { error: inAddress }],
  ['#access_token=a&type=recovery', { error: inAddress }],
])(
  '[A2] a link says what the server needs; a session in the address counts only if an operator sent it: %s',
  async (address, read) => {
    const callbacks: AuthCallback[] = [];
    await returnTo(
      {
        completeAuthCallback(callback) {
          callbacks.push(callback);
          return Promise.resolve(fail({ type: 'link-expired', of: null }));
        },
      },
      address,
    );
    await expect.element(listHeading()).toHaveTextContent('Link No Longer Valid');
    expect(callbacks).toEqual([{ ...NO_CALLBACK, ...read }]);
  },
);

test('[A2] a visitor who leaves before the answer is not signed in by it', async () => {
  const answer = Promise.withResolvers<Awaited<ReturnType<Accounts['completeAuthCallback']>>>();
  const calls: string[] = [];
  const note = (call: string) => () => {
    calls.push(call);
    return Promise.resolve();
  };
  const opened = await returnTo({
    completeAuthCallback: () => answer.promise,
    cancelPending: note('cancel'),
    signOut: note('sign out'),
  });
  await expect.element(button('Back to Sign In')).toBeVisible();
  // The page has just opened, so nothing in it takes the focus.
  expect(document.activeElement).toBe(document.body);
  await button('Back to Sign In').click();
  await expect.element(listHeading()).toHaveTextContent('Sign In');
  answer.resolve(ok({ type: 'in', user: ADA }));
  await expect.poll(() => calls).toEqual(['cancel', 'sign out']);
  expect(opened.user()).toBeNull();
});

test('[A2] a recovery link leads to a new password, which has the rules of sign-up', async () => {
  await returnTo({
    completeAuthCallback: () => Promise.resolve(ok({ type: 'new-password', email: 'ann@example.org' })),
    chooseNewPassword: (password) =>
      Promise.resolve(password === 'pear7tree' ? ok(ADA) : fail({ type: 'weak-password', message: 'Too common' })),
  });
  await expect.element(page.getByText(/^Choose a new password for ann@example\.org\./)).toBeVisible();
  const password = field('New password');
  expect(fieldsIn()).toEqual({ 'New password': 'password new-password none unchecked auto' });
  expect(looksIn()).toMatchObject({ 'Set new password': 'primary', 'Back to Sign In': 'link' });
  await password.fill('abc12');
  await press('{Enter}');
  await expect.element(password).toHaveAccessibleDescription(/at least 6 characters/);
  await password.fill('abc123');
  await press('{Enter}');
  await expect.element(password).toHaveAccessibleDescription(/Too common/);
  await password.fill('pear7tree');
  await expect.element(password).not.toHaveAccessibleDescription(/Too common/);
  await press('{Enter}');
  await expect.element(listHeading()).toHaveTextContent('My List');
  await expect.element(announced('Your new password is set. You’re signed in.')).toBeVisible();
});

test('[A8] password managers learn which account a new password belongs to, and the focus is in the field for it', async () => {
  await returnTo({
    completeAuthCallback: () => Promise.resolve(ok({ type: 'new-password', email: 'ann@example.org' })),
  });
  await expect.element(field('New password')).toHaveFocus();
  const form = field('New password').element().closest('form');
  expect(form?.querySelector('input[autocomplete="username"]')).toHaveValue('ann@example.org');
});

test('[A3] the first of two confirmations says what is left, and a confirmed address leads on', async () => {
  const confirmed = (message: string): Partial<Accounts> => ({
    completeAuthCallback: () => Promise.resolve(ok({ type: 'email-confirmed', message })),
  });
  const half = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
  await returnTo(confirmed(half), '#message=half');
  await expect.element(listHeading()).toHaveTextContent('One More Step');
  await expect.element(page.getByText(half)).toBeVisible();
  await returnTo(confirmed(''));
  await expect.element(listHeading()).toHaveTextContent('Email Confirmed');
  await button('Back to Sign In').click();
  await expect.element(listHeading()).toHaveTextContent('Sign In');
});
