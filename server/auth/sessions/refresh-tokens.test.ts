/** What becomes of a session's refresh tokens when its user shows a second step, which begins a new chain of them. */
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import { createTestAuth } from '#server/auth/testing/test-auth.ts';
import { enrolApp, verify } from '#server/auth/factors/testing/test-factors.ts';

const database = await createTestDatabase();
const auth = await createTestAuth({ database, createTokens: createTestTokens });
afterAll(() => database.close());

const renew = async (token: string) => {
  const { json } = await auth.ask('POST /token?grant_type=refresh_token', { body: { refresh_token: token } });
  return json.refresh_token;
};

async function joinAndLift() {
  const { access, refresh } = await auth.join();
  const { json } = await verify(auth, access, await enrolApp(auth, access));
  return { before: refresh, after: json.refresh_token };
}

test('[A1] who did not hear the answer goes on with the token from before', async () => {
  const { before } = await joinAndLift();
  auth.wait(3600);
  const next = await renew(before);
  expect(next).not.toBe('');
  expect(await renew(next)).not.toBe('');
});

test('[wire] the token from before is void once the new one was used, and showing it again ends the session', async () => {
  const { before, after } = await joinAndLift();
  const next = await renew(after);
  expect(next).not.toBe('');
  auth.wait(11);
  expect(await renew(before)).toBe('');
  expect(await renew(next)).toBe('');
});

test('[wire] a token from before that was used in between is void with the next refresh', async () => {
  const { before, after } = await joinAndLift();
  const between = await renew(before);
  const next = await renew(after);
  expect(await renew(next)).not.toBe('');
  auth.wait(11);
  expect(await renew(between)).toBe('');
});
