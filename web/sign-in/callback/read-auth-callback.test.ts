/** Parsing the URL parameters of an auth callback. */
import { expect, test, vi } from 'vitest';
import { readStart } from '#core/start/read-start.ts';
import { clearAuthCallback, readAuthCallback } from './read-auth-callback.ts';

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
