/** Sign-up: the request to the backend, and the request to import the demo's list. */
import { describe, expect, test } from 'vitest';
import { fail } from '#core/result.ts';
import type { AccountFailure } from '#client/ports/accounts.ts';
import { ANN, openSession as setUp, TYPED } from '#test/doubles/open-session.ts';

describe('signing up', () => {
  test('[spec-4] creates the account and signs in', async () => {
    const session = setUp();
    await session.signUp(TYPED);
    expect([session.asked, session.user()]).toEqual([['cancel', 'sign up ann@example.org pear7tree'], ANN]);
  });

  test('[spec-7] sends the captcha token', async () => {
    const session = setUp();
    await session.signUp(TYPED, { captcha: 'shown' });
    expect(session.asked.at(-1)).toBe('sign up ann@example.org pear7tree shown');
  });

  test('[P4] sends the invitation that the user opened', async () => {
    const session = setUp();
    await session.signUp(TYPED, { invitation: 'secret' });
    expect(session.asked.at(-1)).toBe('sign up ann@example.org pear7tree secret');
  });

  test('[A3] stores the request to import the demo list before the backend is called', async () => {
    const session = setUp();
    await session.signUp(TYPED, { importsGuestList: true });
    expect(session.asked).toEqual(['request import ann@example.org', 'sign up ann@example.org pear7tree']);
  });

  test.each<[AccountFailure, boolean]>([
    [{ type: 'confirmation-needed' }, true],
    [{ type: 'unreachable' }, true],
    [{ type: 'refused', message: 'User already registered' }, false],
    [{ type: 'captcha-needed' }, false],
  ])('[A3] after %j the import request remains: %j', async (failure, stands) => {
    const session = setUp(null, fail(failure));
    await session.signUp(TYPED, { importsGuestList: true });
    expect(session.asked.slice(2)).toEqual(stands ? [] : ['cancel']);
  });

  test('[A3] a second try after a lost answer keeps the import request, because the first may have created the account', async () => {
    const known = fail({ type: 'refused', message: 'User already registered' } as const);
    const session = setUp(null, known, 'ann@example.org');
    await session.signUp(TYPED, { importsGuestList: true });
    expect(session.asked).toEqual(['request import ann@example.org', 'sign up ann@example.org pear7tree']);
    const other = setUp(null, known, 'bob@example.org');
    await other.signUp(TYPED, { importsGuestList: true });
    expect(other.asked.at(-1)).toBe('cancel');
  });
});
