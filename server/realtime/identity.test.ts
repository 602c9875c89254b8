/** The caller that a token identifies. */
import { expect, test } from 'vitest';
import { callerToIdentity, explainToken } from './identity.ts';

const of = (claims: Readonly<Record<string, unknown>>) => callerToIdentity({ role: 'authenticated', claims });

test('[wire] tokens of one session give one identity; other accounts, sessions, levels and roles give different ones', () => {
  const { key } = of({ sub: 'ann', aal: 'aal1', exp: 5, iat: 1, session_id: 'a', amr: [], jti: 'x' });
  const renewed = { exp: 9, iat: 2, amr: [1], refresh_token_id: '7' };
  expect(of({ aal: 'aal1', sub: 'ann', session_id: 'a', ...renewed }).key).toBe(key);
  expect(of({ aal: 'aal1', sub: 'ann', exp: 9, iat: 2, session_id: 'b', amr: [1] }).key).not.toBe(key);
  expect(of({ sub: 'bob', aal: 'aal1' }).key).not.toBe(key);
  expect(of({ sub: 'ann', aal: 'aal2' }).key).not.toBe(key);
  expect(callerToIdentity({ role: 'anon', claims: { sub: 'ann', aal: 'aal1' } }).key).not.toBe(key);
  expect(of({ exp: 5 }).expiresAt).toBe(5000);
  expect(of({}).expiresAt).toBe(Number.POSITIVE_INFINITY);
});

test("[wire] a rejected token gets the hosted service's message", () => {
  expect(explainToken({ type: 'expired-token', secondsAgo: 12 }, 'a.b.c')).toEqual({
    code: 'InvalidJWTToken',
    message: 'Token has expired 12 seconds ago',
  });
  expect(explainToken({ type: 'invalid-token', reason: '' }, 'a.b.c').code).toBe('JwtSignatureError');
  expect(explainToken({ type: 'invalid-token', reason: '' }, 'nonsense').code).toBe('MalformedJWT');
});
