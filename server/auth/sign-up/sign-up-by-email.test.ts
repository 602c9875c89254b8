/**
 * Sign-ups that have to confirm their address: the email, its link, and what responses reveal about existing accounts.
 */
import { expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, newEmail, PASSWORD, type Answer } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database, request } = auth;
const byMail = auth.beside({ autoconfirm: false });

test('[wire] without autoconfirm, a sign-up gets an email and no session, and its link confirms', async () => {
  const email = newEmail();
  const body = { email, password: PASSWORD };
  const { json } = await requestApp(byMail, 'POST /signup?redirect_to=http%3A%2F%2F127.0.0.1%3A3000%2Fwelcome', {
    body,
  });
  expect(json).toMatchObject({
    email,
    confirmation_sent_at: expect.any(String),
    user_metadata: { email_verified: false },
  });
  expect(json).not.toHaveProperty('email_confirmed_at');
  expect(json['identities']).toHaveLength(1);
  expect(json.access_token).toBe('');
  const early = await requestApp(byMail, 'POST /token?grant_type=password', { body });
  expect(early).toMatchObject({ status: 400, json: { code: 'email_not_confirmed', message: 'Email not confirmed' } });

  const mail = await vi.waitUntil(() => auth.mails.find(({ to }) => to === email));
  expect(mail.subject).toBe('Confirm your email address');
  const link = new URL(mail.link);
  expect(link.origin + link.pathname).toBe('http://127.0.0.1:3000/auth/v1/verify');
  const followed = await byMail.request(`/verify${link.search}`);
  expect(followed.status).toBe(303);
  expect(followed.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:3000\/welcome#access_token=.*&type=signup$/);
  expect(await requestApp(byMail, 'POST /token?grant_type=password', { body })).toMatchObject({ status: 200 });
});

const withoutIdsAndTimes = (json: Answer['json']): string =>
  JSON.stringify(json)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(String(json['email']), 'email');

test('[wire] a sign-up with a confirmed address gets a response that looks new, and no email', async () => {
  const { email, id } = await auth.join();
  const body = { email, password: 'a guess at it', data: { name: 'Eve' } };
  const { status, json } = await requestApp(byMail, 'POST /signup', { body });
  const fresh = await requestApp(byMail, 'POST /signup', { body: { ...body, email: newEmail() } });
  expect(status).toBe(200);
  expect(json.id).not.toBe(id);
  expect(withoutIdsAndTimes(json)).toBe(withoutIdsAndTimes(fresh.json));
  await vi.waitUntil(() => auth.mails.some(({ to }) => to === fresh.json['email']));
  expect(auth.mails.filter(({ to }) => to === email)).toEqual([]);
  expect(await request('POST /token?grant_type=password', { body: { email, password: PASSWORD } })).toMatchObject({
    status: 200,
  });
});

test('[A2] a sign-up that has to be confirmed never returns the id of a real account', async () => {
  const body = { email: newEmail(), password: PASSWORD };
  const answers = [
    await requestApp(byMail, 'POST /signup', { body }),
    await requestApp(byMail, 'POST /signup', { body }),
  ];
  const [row] = await database.sql<{ id: string; identity: string }[]>`
    select u.id, i.id as identity from auth.users u join auth.identities i on i.user_id = u.id
    where u.email = ${body.email}`;
  for (const { json } of answers) {
    expect(JSON.stringify(json)).not.toContain(row?.id ?? '-');
    expect(JSON.stringify(json)).not.toContain(row?.identity ?? '-');
    // Times would reveal that an account was created earlier.
    expect(json['created_at']).toBe(json['confirmation_sent_at']);
  }
  expect(answers[0]?.json.id).not.toBe(answers[1]?.json.id);
});

test('[wire] emails of one kind to one address have an interval, whether it has an account or not', async () => {
  const strict = auth.beside({ autoconfirm: false, mailInterval: 60 });
  const { email } = await auth.join();
  for (const to of [email, newEmail()]) {
    const body = { email: to, password: PASSWORD };
    expect(await requestApp(strict, 'POST /signup', { body })).toMatchObject({ status: 200 });
    auth.wait(18);
    const soon = await requestApp(strict, 'POST /signup', { body });
    expect(soon).toMatchObject({ status: 429, json: { code: 'over_email_send_rate_limit' } });
    // A busy machine takes some seconds itself.
    expect(soon.json['message']).toMatch(/^For security purposes, you can only request this after 4[0-2] seconds\.$/u);
    auth.wait(42);
    expect(await requestApp(strict, 'POST /signup', { body })).toMatchObject({ status: 200 });
  }
});
