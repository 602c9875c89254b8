/** Requests for a recovery link get the same response for every address and send few emails. */
import type { Mailer } from '#server/mail/mail.ts';
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, newEmail } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database, request } = auth;

const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');

test('[wire] the response is the same for an unknown address, and no email is sent', async () => {
  const { email } = await auth.join();
  const unknown = newEmail();
  const [known, other] = await database.sql.begin(async (tx) => {
    // Accounts are unreadable now, so any response is sent without looking one up.
    await tx`lock table auth.users in access exclusive mode`;
    const response = [email, unknown].map((address) => request('POST /recover', { body: { email: address } }));
    return Promise.all(response);
  });
  expect(other).toEqual({ ...known, headers: expect.anything() });
  expect(known?.status).toBe(200);
  await vi.waitUntil(() => auth.mails.some(({ to }) => to === email));
  expect(auth.mails.some(({ to }) => to === unknown)).toBe(false);
});

test('[wire] an address gets one email a minute, whether it has an account or not', async () => {
  const strict = auth.beside({ mailInterval: 60 });
  for (const email of [(await auth.join()).email, newEmail()]) {
    expect(await requestApp(strict, 'POST /recover', { body: { email } })).toMatchObject({ status: 200 });
    const soon = await requestApp(strict, 'POST /recover', { body: { email: email.toUpperCase() } });
    expect(soon).toMatchObject({ status: 429, json: { code: 'over_email_send_rate_limit' } });
    expect(soon.headers.get('retry-after')).toBe('60');
  }
});

test('[wire] an invalid address or an incomplete challenge is refused', async () => {
  for (const body of [
    {},
    { email: 'x' },
    { email: newEmail(), code_challenge: challenge },
    { email: newEmail(), code_challenge_method: 's256' },
  ]) {
    expect(await request('POST /recover', { body })).toMatchObject({
      status: 400,
      json: { code: 'validation_failed' },
    });
  }
});

test('[wire] the visitor does not learn whether an email could be sent', async () => {
  const failed = { type: 'mail-not-sent', code: 'EAUTH 535', host: 'mail.example', mayPass: false } as const;
  const send = vi.fn<Mailer['send']>(async () => ({ ok: false, failure: failed }));
  const broken = auth.beside({}, { send });
  const { email } = await auth.join();
  expect(await requestApp(broken, 'POST /recover', { body: { email } })).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
});
