/** Links in unusual situations: squatters, broken tables and responses that only browsers see. */
import { expect, test, vi } from 'vitest';
import { createTestAuth, newEmail, PASSWORD, SITE } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth({ autoconfirm: false });
const { database, request } = auth;

const mailTo = (email: string, subject: string) =>
  vi.waitUntil(() => auth.mails.findLast((mail) => mail.to === email && mail.subject === subject));

async function follow(link: string): Promise<URL> {
  const answer = await auth.app.request(`/verify${new URL(link).search}`);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

test('[A2] a password chosen by another person for an unconfirmed address does not survive its recovery', async () => {
  const credentials = { email: newEmail(), password: 'the squatter knows' };
  await request('POST /signup', { body: credentials });
  await request('POST /recover', { body: { email: credentials.email } });
  const target = await follow((await mailTo(credentials.email, 'Reset your password')).link);
  expect(await request('POST /token?grant_type=password', { body: credentials })).toMatchObject({
    status: 400,
    json: { code: 'invalid_credentials' },
  });
  const access = new URLSearchParams(target.hash.slice(1)).get('access_token') ?? '';
  expect(await request('PUT /user', { token: access, body: { password: PASSWORD } })).toMatchObject({ status: 200 });
  const body = { ...credentials, password: PASSWORD };
  expect(await request('POST /token?grant_type=password', { body })).toMatchObject({ status: 200 });
});

test('[A2] the password of a confirmed address survives an abandoned recovery', async () => {
  const credentials = { email: newEmail(), password: PASSWORD };
  await request('POST /signup', { body: credentials });
  await follow((await mailTo(credentials.email, 'Confirm your email address')).link);
  await request('POST /recover', { body: { email: credentials.email } });
  await follow((await mailTo(credentials.email, 'Reset your password')).link);
  expect(await request('POST /token?grant_type=password', { body: credentials })).toMatchObject({ status: 200 });
});

test('[A3] logging out everywhere invalidates links that were emailed before', async () => {
  const credentials = { email: newEmail(), password: PASSWORD };
  await request('POST /signup', { body: credentials });
  await follow((await mailTo(credentials.email, 'Confirm your email address')).link);
  await request('POST /recover', { body: { email: credentials.email } });
  const { link } = await mailTo(credentials.email, 'Reset your password');
  const { json } = await request('POST /token?grant_type=password', { body: credentials });
  await request('POST /logout?scope=global', { token: json.access_token });
  expect((await follow(link)).hash).toContain('otp_expired');
});

test('[A2] a followed link redirects to the app even if the server fails', async () => {
  const spy = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await database.sql`alter table auth.one_time_tokens rename to away`;
  const target = await follow(`${SITE}/auth/v1/verify?token=x&type=recovery&redirect_to=${SITE}/reset`);
  await database.sql`alter table auth.away rename to one_time_tokens`;
  spy.mockRestore();
  expect(target.origin + target.pathname).toBe(`${SITE}/reset`);
  expect(target.hash).toContain('error=server_error&error_code=unexpected_failure');
});
