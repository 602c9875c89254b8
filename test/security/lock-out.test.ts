/** A stranger who guesses at an account on purpose: its owner still gets in. */
import { expect, test } from 'vitest';
import { requestApp, createTestAuth, limitTo, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const app = auth.beside(limitTo({ passwordByAccount: 3 }));

const signIn = (email: string, password: string, address: string) =>
  requestApp(app, 'POST /token?grant_type=password', {
    body: { email, password },
    headers: { 'x-test-address': address },
  });

async function lockOut(email: string): Promise<void> {
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) await signIn(email, 'wrong', address);
  expect((await signIn(email, PASSWORD, '203.0.113.4')).status).toBe(429);
}

test('[wire] guessing a password from elsewhere does not lock out an owner at a trusted network or a signed-in device', async () => {
  const { email, refresh } = await auth.join();
  await lockOut(email);
  // Where `join` came from.
  expect((await signIn(email, PASSWORD, '192.0.2.1')).status).toBe(200);
  expect((await signIn(email, PASSWORD, '203.0.113.4')).status).toBe(429);
  expect(
    (await auth.request('POST /token?grant_type=refresh_token', { body: { refresh_token: refresh } })).status,
  ).toBe(200);
});

test('[wire] a trusted network has limits, too, and is not trusted for other accounts', async () => {
  const [{ email }, other] = [await auth.join(), newEmail()];
  for (let i = 0; i < 3; i += 1) expect((await signIn(email, 'wrong', '192.0.2.1')).status).toBe(400);
  expect((await signIn(email, PASSWORD, '192.0.2.1')).status).toBe(429);
  await lockOut(other);
  expect((await signIn(other, PASSWORD, '192.0.2.1')).status).toBe(429);
});

test('[wire] an address that only resembles a trusted one is counted separately', async () => {
  const { email } = await auth.join();
  for (const text of [`${email} from 192.0.2.1`, `["${email}","192.0.2.1"]`]) {
    for (let i = 0; i < 4; i += 1) await signIn(text, 'wrong', '203.0.113.1');
  }
  expect((await signIn(email, PASSWORD, '192.0.2.1')).status).toBe(200);
});

test('[A2] an owner who is signed out everywhere signs in by a link, and the new password works there', async () => {
  const { email, access } = await auth.join();
  await auth.request('POST /logout?scope=global', { token: access });
  await lockOut(email);
  const body = { email };
  expect((await auth.request('POST /recover', { body })).status).toBe(200);
  await expect.poll(() => auth.mails.at(-1)?.to).toBe(email);
  const token = new URL(auth.mails.at(-1)?.link ?? '').searchParams.get('token');
  const shown = { type: 'recovery', token_hash: token };
  const session = await requestApp(app, 'POST /verify', { body: shown, headers: { 'x-test-address': '198.51.100.7' } });
  expect(session.status).toBe(200);
  const change = { body: { password: 'another horse' }, token: session.json.access_token };
  expect((await auth.request('PUT /user', change)).status).toBe(200);
  expect((await signIn(email, 'another horse', '198.51.100.7')).status).toBe(200);
});
