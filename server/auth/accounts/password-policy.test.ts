/** The password policy applies wherever a password is set, and explains itself. */
import { expect, test } from 'vitest';
import { createTestAuth, limitTo, newEmail, PASSWORD, requestApp } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { request } = auth;

const tooCommon = {
  status: 422,
  json: {
    code: 'weak_password',
    message: 'This password is one of the most common ones and easy to guess. Choose a different one.',
    weak_password: { reasons: ['pwned'] },
  },
};

test('[A2] [A6] common passwords are refused in sign-ups, changes and by operators, in any case', async () => {
  const { access } = await auth.join();
  for (const password of ['password', 'Password1', 'QWERTY123', 'iloveyou', 'liverpool']) {
    expect(await request('POST /signup', { body: { email: newEmail(), password } })).toMatchObject(tooCommon);
    expect(await request('PUT /user', { token: access, body: { password } })).toMatchObject(tooCommon);
    const token = auth.tokens.serviceRoleKey;
    expect(await request('POST /admin/users', { token, body: { email: newEmail(), password } })).toMatchObject(
      tooCommon,
    );
  }
});

test('[A2] the message of a short password names the length that this server requires', async () => {
  const strict = auth.beside({ minPasswordLength: 10 });
  expect(await requestApp(strict, 'POST /signup', { body: { email: newEmail(), password: 'horse' } })).toMatchObject({
    status: 422,
    json: { message: 'Password should be at least 10 characters.', weak_password: { reasons: ['length'] } },
  });
});

test('[A2] wrong passwords are limited by day, however slowly they come, and the owner’s network is counted separately', async () => {
  const strict = auth.beside(limitTo({ passwordByAccount: 3, passwordByDay: 5 }));
  const { email } = await auth.join();
  const signIn = (password: string, address: string) =>
    requestApp(strict, 'POST /token?grant_type=password', {
      body: { email, password },
      headers: { 'x-test-address': address },
    });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await signIn('a wrong one', `203.0.113.${attempt}`)).status).toBe(400);
    auth.wait(600);
  }
  expect(await signIn('a wrong one', '203.0.113.9')).toMatchObject({ status: 429 });
  expect((await signIn(PASSWORD, '192.0.2.1')).status).toBe(200);
  auth.wait(24 * 3600);
  expect((await signIn(PASSWORD, '203.0.113.9')).status).toBe(200);
});
