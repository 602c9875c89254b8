/** Auth callbacks: reading the address, and completing them. */
import { expect, test, vi } from 'vitest';
import { readStart } from '#core/start/read-start.ts';
import { clearAuthCallback, createCallbackHandler, readAuthCallback } from './use-auth-callback.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { User } from '#core/account/user.ts';
import type { AuthCallbackFailure, AuthResult } from '#client/ports/accounts.ts';
import { createSession } from '#client/session/session.ts';
import { NO_ACCOUNTS, NO_GUEST_LIST } from '#client/testing/fake-accounts.ts';
import { createFakeUserStorage } from '#test/doubles/fake-user-storage.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { quiet } from '#test/doubles/quiet.ts';

/** The parameters of the callback that a start with this URL is; null if it is none. */
function findAuthCallback(address: string, state: unknown): string | null {
  const start = readStart({ address, query: new URLSearchParams(address), state, signedIn: null, isOnline: true });
  return start.type === 'callback' ? start.parameters : null;
}

const PLAIN = { code: null, flowId: null, session: null, error: null, message: null };

test.each<[string, object]>([
  ['?code=abc', { code: 'abc' }],
  ['?code=', {}],
  ['?code=abc&sb_flow_id=0123456789', { code: 'abc', flowId: '0123456789' }],
  ['?sb_flow_id=0123456789', { flowId: '0123456789' }],
  [
    '?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
    { error: { code: 'otp_expired', message: 'Email link is invalid' } },
  ],
  ['#error=server_error&error_description=No', { error: { code: 'server_error', message: 'No' } }],
  ['#message=Confirmation+link+accepted.', { message: 'Confirmation link accepted.' }],
  ['?sb_flow_id=0123456789&message=Proceed#message=Proceed', { message: 'Proceed', flowId: '0123456789' }],
])('[spec-8] parses %j', (address, callback) => {
  expect(findAuthCallback(address, null)).toBe(address);
  expect(readAuthCallback(address)).toEqual({ ...PLAIN, ...callback });
});

test('[spec-8] a session in the URL does not sign in', () => {
  const address = '#access_token=a.b.c&refresh_token=r&expires_in=3600&token_type=bearer&type=signup';
  expect(readAuthCallback(findAuthCallback(address, null) ?? '')).toEqual({
    ...PLAIN,
    error: { code: 'session_in_address', message: '' },
  });
});

test.each(['invite', 'recovery'])("[A2] the session of an operator's link of the type %s is read", (type) => {
  const address = `#access_token=a.b.c&expires_at=1&expires_in=3600&refresh_token=r&token_type=bearer&type=${type}`;
  const session = { accessToken: 'a.b.c', refreshToken: 'r' };
  expect(readAuthCallback(findAuthCallback(address, null) ?? '')).toEqual({ ...PLAIN, session });
  expect(readAuthCallback(address.replace('refresh_token', 'x')).error?.code).toBe('session_in_address');
});

test('[spec-8] an unanswered callback continues after a reload, and an answered one is not repeated', () => {
  const stub = { state: '?code=abc' as unknown, replaceState: (state: unknown) => void (stub.state = state) };
  vi.stubGlobal('history', stub);
  expect(findAuthCallback('', stub.state)).toBe('?code=abc');
  expect(findAuthCallback('?code=newer', stub.state)).toBe('?code=newer');
  clearAuthCallback();
  expect(findAuthCallback('', stub.state)).toBeNull();
});

const ANN: User = { id: 'ann', username: 'ann', password: '' };
const BOB: User = { id: 'bob', username: 'bob', password: '' };
const AUTH_CALLBACK = { code: 'abc', error: null, message: null };

/** An auth callback whose answer the test triggers. */
function setUp(result: Result<AuthResult, AuthCallbackFailure>, present: User | null = null) {
  const answer = Promise.withResolvers<typeof result>();
  const calls = { cancelPending: vi.fn<() => Promise<void>>(), signOut: vi.fn<() => Promise<void>>() };
  const accounts = { ...NO_ACCOUNTS, ...calls, completeAuthCallback: () => answer.promise };
  const session = createSession({
    loadAccounts: () => Promise.resolve(accounts),
    loadGuestList: () => Promise.resolve(NO_GUEST_LIST),
    clock: createFakeClock(),
    userStorage: createFakeUserStorage(present, () => 'what was kept'),
  });
  const onAnswered = vi.fn<() => void>();
  const handler = createCallbackHandler(session, AUTH_CALLBACK, onAnswered);
  return { ...calls, onAnswered, ...handler, session, answer: () => answer.resolve(result) };
}

test('[A2] a user who waits receives the answer', async () => {
  const result = ok({ type: 'in', user: ANN } as const);
  const { completeAuthCallback, answer, signOut } = setUp(result);
  const handler = completeAuthCallback();
  answer();
  expect(await handler).toEqual(result);
  expect(signOut).not.toHaveBeenCalled();
});

test('[A2] [Y6] a user who leaves before the answer is not signed in: the new session ends', async () => {
  const { completeAuthCallback, leave, answer, signOut, session } = setUp(ok({ type: 'in', user: ANN }));
  const handler = completeAuthCallback();
  leave();
  answer();
  expect(await handler).toBe(null);
  expect(signOut).toHaveBeenCalledTimes(1);
  expect(session.user()).toBe(null);
});

test('[A2] a user who signed in another way in the meantime stays signed in', async () => {
  const { completeAuthCallback, leave, answer, signOut } = setUp(ok({ type: 'in', user: ANN }), BOB);
  const handler = completeAuthCallback();
  leave();
  answer();
  expect(await handler).toBe(null);
  expect(signOut).not.toHaveBeenCalled();
});

test.each([
  ['a new password', ok({ type: 'new-password', email: '' } as const)],
  ['a code', fail({ type: 'code-needed', factors: [] } as const)],
])('[A2] what would have waited for %s is given up, too', async (_what, result) => {
  const { completeAuthCallback, leave, answer, cancelPending } = setUp(result);
  const handler = completeAuthCallback();
  leave();
  await quiet();
  expect(cancelPending).toHaveBeenCalledTimes(1);
  answer();
  expect(await handler).toBe(null);
  await quiet();
  expect(cancelPending).toHaveBeenCalledTimes(2);
});

test('[A2] [Y6] an unanswered callback continues after a reload; an answered one does not', async () => {
  const offline = setUp(fail({ type: 'unreachable' }));
  const trying = offline.completeAuthCallback();
  offline.answer();
  await trying;
  expect(offline.onAnswered).not.toHaveBeenCalled();
  offline.leave();
  expect(offline.onAnswered).toHaveBeenCalledTimes(1);
  const expired = setUp(fail({ type: 'link-expired', of: null }));
  const handler = expired.completeAuthCallback();
  expired.answer();
  await handler;
  expect(expired.onAnswered).toHaveBeenCalledTimes(1);
});
