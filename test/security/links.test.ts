/** Email links lead to the operator's addresses, independent of the caller and the Host header. */
import { expect, test } from 'vitest';
import { createTestAuth, PASSWORD, SITE } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth({ autoconfirm: true });

const lies = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'javascript',
  'x-forwarded-prefix': '/evil',
  forwarded: 'host=evil.example',
  origin: 'https://evil.example',
  referer: 'https://evil.example/',
};

const lastMail = async (email: string, before: number) => {
  await expect.poll(() => auth.mails.length).toBe(before + 1);
  const mail = auth.mails.at(-1);
  expect(mail?.to).toBe(email);
  return mail;
};

test('[wire] a link in an email leads to the configured URL, never to one from the request', async () => {
  const { email } = await auth.join();
  const before = auth.mails.length;
  const redirect = encodeURIComponent('https://evil.example/take');
  await auth.request(`POST /recover?redirect_to=${redirect}`, { body: { email }, headers: lies });
  const mail = await lastMail(email, before);
  expect(mail?.link).toMatch(new RegExp(`^${SITE}/auth/v1/verify\\?`));
  expect(JSON.stringify(mail)).not.toContain('evil');
});

test('[wire] requesting an email for another user gives no access, and ends neither their sessions nor their password', async () => {
  const { email, access } = await auth.join();
  const before = auth.mails.length;
  expect((await auth.request('POST /recover', { body: { email } })).json).toEqual({
    id: '',
    access_token: '',
    refresh_token: '',
  });
  await lastMail(email, before);
  expect((await auth.request('GET /user', { token: access })).status).toBe(200);
  expect((await auth.request('POST /token?grant_type=password', { body: { email, password: PASSWORD } })).status).toBe(
    200,
  );
});
