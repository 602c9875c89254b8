/** Requests to resend a link get the same response for every address and send few emails. */
import { expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, limitTo, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth({ autoconfirm: false });
const { database, request } = auth;

const resend = (type: string, email: string) => request('POST /resend', { body: { type, email } });
const follow = async (link: string) =>
  (await auth.app.request(`/verify${new URL(link).search}`)).headers.get('location') ?? '';
const mailsTo = (email: string) => auth.mails.filter(({ to }) => to === email);

async function signUp(): Promise<string> {
  const email = newEmail();
  await request('POST /signup', { body: { email, password: PASSWORD } });
  await vi.waitUntil(() => mailsTo(email).length === 1);
  return email;
}

/** Signs up, confirms the address and returns the access token as well. */
async function join(): Promise<{ readonly email: string; readonly access: string }> {
  const email = await signUp();
  const target = await follow(mailsTo(email)[0]?.link ?? '');
  return { email, access: new URLSearchParams(target.split('#')[1]).get('access_token') ?? '' };
}

test('[wire] a pending sign-up gets its link again, and one of the two links works', async () => {
  const email = await signUp();
  expect(await resend('signup', email)).toMatchObject({ status: 200, json: {} });
  await vi.waitUntil(() => mailsTo(email).length === 2);
  const [first, second] = mailsTo(email);
  expect(await follow(first?.link ?? '')).toContain('access_token');
  expect(await follow(second?.link ?? '')).toContain('otp_expired');
  const body = { email, password: PASSWORD };
  expect(await request('POST /token?grant_type=password', { body })).toMatchObject({ status: 200 });
});

test('[wire] both links of a change of address are emailed again, and each address confirms once', async () => {
  const { email, access } = await join();
  const next = newEmail();
  await request('PUT /user', { token: access, body: { email: next } });
  await vi.waitUntil(() => mailsTo(email).length === 2 && mailsTo(next).length === 1);
  const early = mailsTo(next)[0]?.link ?? '';
  await resend('email_change', email);
  await vi.waitUntil(() => mailsTo(email).length === 3 && mailsTo(next).length === 2);
  expect(await follow(early)).toContain('#message=');
  expect(await follow(mailsTo(next)[1]?.link ?? '')).toContain('otp_expired');
  expect(await follow(mailsTo(email)[2]?.link ?? '')).toContain('access_token');
  expect((await request('GET /user', { token: access })).json).toMatchObject({ email: next });
});

test('[wire] an address that already confirmed a change gets no second link', async () => {
  const { email, access } = await join();
  const next = newEmail();
  await request('PUT /user', { token: access, body: { email: next } });
  await vi.waitUntil(() => mailsTo(email).length === 2 && mailsTo(next).length === 1);
  expect(await follow(mailsTo(next)[0]?.link ?? '')).toContain('#message=');
  await resend('email_change', email);
  await vi.waitUntil(() => mailsTo(email).length === 3);
  expect(await follow(mailsTo(email)[2]?.link ?? '')).toContain('access_token');
  expect((await request('GET /user', { token: access })).json).toMatchObject({ email: next });
  expect(mailsTo(next)).toHaveLength(1);
});

test('[wire] earlier links keep working if no new email is sent because of the interval', async () => {
  const slow = auth.beside({ mailInterval: 60 });
  const { email, access } = await join();
  const next = newEmail();
  auth.wait(60);
  await requestApp(slow, 'PUT /user', { token: access, body: { email: next } });
  await vi.waitUntil(() => mailsTo(email).length === 2 && mailsTo(next).length === 1);
  // Only the new address: the signed-in user already learns that the current one was emailed too recently.
  await database.sql`delete from auth.rate_limits`;
  await requestApp(slow, 'PUT /user', { token: (await join()).access, body: { email: next } });
  await vi.waitUntil(() => mailsTo(next).length === 2);
  const stored = () => database.sql`select token_hash from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where u.email = ${email} order by 1`;
  const before = await stored();
  expect(await requestApp(slow, 'POST /resend', { body: { type: 'email_change', email } })).toMatchObject({
    status: 200,
  });
  await expect(vi.waitUntil(() => mailsTo(email).length > 2, { timeout: 200 })).rejects.toThrow('Timed out');
  expect(await stored()).toEqual(before);
  expect(await follow(mailsTo(email)[1]?.link ?? '')).toContain('#message=');
  expect(await follow(mailsTo(next)[0]?.link ?? '')).toContain('access_token');
});

test("[wire] a stranger's requests do not delay the owner's change of address", async () => {
  const slow = auth.beside({ mailInterval: 60 });
  const { email, access } = await join();
  const again = () => requestApp(slow, 'POST /resend', { body: { type: 'email_change', email } });
  const change = () => requestApp(slow, 'PUT /user', { token: access, body: { email: newEmail() } });
  expect(await again()).toMatchObject({ status: 200 });
  expect(await change()).toMatchObject({ status: 200 });
  await vi.waitUntil(() => mailsTo(email).length === 2);
  // Now there is something to send again: a minute after the last request.
  expect(await again()).toMatchObject({ status: 429, json: { code: 'over_email_send_rate_limit' } });
  auth.wait(60);
  expect(await again()).toMatchObject({ status: 200 });
  await vi.waitUntil(() => mailsTo(email).length === 3);
  expect(await change()).toMatchObject({ status: 429, json: { code: 'over_email_send_rate_limit' } });
});

test('[wire] the response does not reveal that a change of address was just requested', async () => {
  const slow = auth.beside({ mailInterval: 60 });
  const { email, access } = await join();
  await requestApp(slow, 'PUT /user', { token: access, body: { email: newEmail() } });
  await vi.waitUntil(() => mailsTo(email).length === 2);
  const ask = (of: string) => requestApp(slow, 'POST /resend', { body: { type: 'email_change', email: of } });
  for (const of of [email, newEmail()]) expect(await ask(of)).toMatchObject({ status: 200, json: {} });
});

test('[wire] an address without an account or anything to confirm gets the same response and no email', async () => {
  const { email } = await join();
  const unknownEmail = newEmail();
  const waiting = await signUp();
  const answers = await Promise.all(
    [email, unknownEmail].flatMap((address) => [resend('signup', address), resend('email_change', address)]),
  );
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, json: {} });
  await resend('signup', waiting);
  await vi.waitUntil(() => mailsTo(waiting).length === 2);
  expect([mailsTo(email).length, mailsTo(unknownEmail).length]).toEqual([1, 0]);
});

test('[wire] the account is looked up only after the response', async () => {
  const waiting = await signUp();
  await database.sql.begin(async (tx) => {
    await tx`lock table auth.users in access exclusive mode`;
    for (const email of [waiting, newEmail()]) {
      for (const type of ['signup', 'email_change']) expect(await resend(type, email)).toMatchObject({ status: 200 });
    }
  });
  await vi.waitUntil(() => mailsTo(waiting).length === 2);
});

test('[wire] invalid requests are refused, and too many are rate limited', async () => {
  const cases: [object, number, string][] = [
    [{}, 400, 'validation_failed'],
    [{ type: 'recovery', email: newEmail() }, 400, 'validation_failed'],
    [{ type: 'signup' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'x' }, 400, 'validation_failed'],
    [{ type: 'signup', email: newEmail(), code_challenge: 'x' }, 400, 'validation_failed'],
    [{ type: 'signup', phone: '+15550100' }, 422, 'phone_provider_disabled'],
  ];
  for (const [body, status, code] of cases) {
    expect([body, await request('POST /resend', { body })]).toMatchObject([body, { status, json: { code } }]);
  }
  const strict = auth.beside(limitTo({ recoverByAddress: 1 }));
  const again = () => requestApp(strict, 'POST /resend', { body: { type: 'signup', email: newEmail() } });
  expect([(await again()).status, (await again()).status]).toEqual([200, 429]);
  const slow = auth.beside({ mailInterval: 60 });
  const email = newEmail();
  const soon = () => requestApp(slow, 'POST /resend', { body: { type: 'signup', email } });
  expect([(await soon()).status, (await soon()).json['code']]).toEqual([200, 'over_email_send_rate_limit']);
});

test('[wire] an emailed code or link alone cannot start a session', async () => {
  for (const path of ['/otp', '/magiclink']) {
    const answer = await request(`POST ${path}`, { body: { email: newEmail() } });
    expect(answer).toMatchObject({ status: 422, json: { code: 'otp_disabled' } });
  }
});
