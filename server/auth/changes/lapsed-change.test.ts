/** A change of address that is half confirmed lapses when its first confirmation is as old as a link may be. */
import { expect, test } from 'vitest';
import { createTestAuth, newEmail, requestApp } from '#server/auth/testing/test-auth.ts';
import { createEmailChanges, HALF, TO_NEW, TO_PRESENT } from './testing/email-changes.ts';

// Access tokens that outlive the links: what is tested is the age of the change.
const auth = await createTestAuth({ accessTokenLifetime: 7 * 24 * 3600 });
const { request } = auth;
const { mailTo, follow, openChange } = createEmailChanges(auth);

const HALF_AN_HOUR = 1800;

/** Requests the emails again, as a stranger can, and returns the number of emails before. */
async function resend(email: string): Promise<number> {
  const before = auth.mails.length;
  expect(await request('POST /resend', { body: { type: 'email_change', email } })).toMatchObject({ status: 200 });
  return before;
}

const readUser = async (token: string) => (await request('GET /user', { token })).json;

test.each(['toPresent', 'toNew'] as const)(
  '[A3] a link that was emailed again after the first confirmation (%s) does not prolong the change',
  async (first) => {
    const user = await auth.join();
    const change = await openChange(user);
    expect((await follow(change[first])).hash).toBe(HALF);
    auth.wait(HALF_AN_HOUR);
    const before = await resend(user.email);
    const [to, subject] = first === 'toPresent' ? [change.next, TO_NEW] : [user.email, TO_PRESENT];
    const { link } = await mailTo(to, subject, before);
    auth.wait(HALF_AN_HOUR + 1);
    expect((await follow(link)).hash).toContain('otp_expired');
    const json = await readUser(user.access);
    expect(json).toMatchObject({ email: user.email });
    expect(json).not.toHaveProperty('new_email');
  },
);

test('[A3] after that time the account no longer shows the change, to its owner and to operators', async () => {
  const user = await auth.join();
  const { next, toPresent } = await openChange(user);
  await follow(toPresent);
  auth.wait(2 * HALF_AN_HOUR - 60);
  expect(await readUser(user.access)).toMatchObject({ new_email: next });
  auth.wait(61);
  const json = await readUser(user.access);
  expect(json).toMatchObject({ email: user.email });
  for (const name of ['new_email', 'email_change_sent_at']) expect(json).not.toHaveProperty(name);
  const shown = await request(`GET /admin/users/${user.id}`, { token: auth.tokens.serviceRoleKey });
  expect(shown.json).not.toHaveProperty('new_email');
});

test('[A3] a request for the missing link after that time cancels the change, and sends nothing', async () => {
  const user = await auth.join();
  const { toPresent } = await openChange(user);
  await follow(toPresent);
  auth.wait(2 * HALF_AN_HOUR + 1);
  const before = await resend(user.email);
  const readPending = () => auth.database.sql`select email_change from auth.users where id = ${user.id}`;
  await expect.poll(readPending).toEqual([{ email_change: null }]);
  expect(auth.mails.slice(before)).toEqual([]);
});

test('[A3] if only the new address has to confirm, the time counts from the request', async () => {
  const simple = auth.beside({ confirmsBothAddresses: false });
  const user = await auth.join();
  const next = newEmail();
  await requestApp(simple, 'PUT /user', { token: user.access, body: { email: next } });
  auth.wait(HALF_AN_HOUR);
  const { link } = await mailTo(next, TO_NEW, await resend(user.email));
  auth.wait(HALF_AN_HOUR + 1);
  expect((await follow(link)).hash).toContain('otp_expired');
  expect(await readUser(user.access)).not.toHaveProperty('new_email');
});

test('[A3] the emails of an unconfirmed change can be requested later, and then within an hour of the first confirmation', async () => {
  const user = await auth.join();
  const { next } = await openChange(user);
  auth.wait(5 * HALF_AN_HOUR);
  const late = await resend(user.email);
  expect((await follow((await mailTo(user.email, TO_PRESENT, late)).link)).hash).toBe(HALF);
  auth.wait(HALF_AN_HOUR);
  const { link } = await mailTo(next, TO_NEW, await resend(user.email));
  auth.wait(HALF_AN_HOUR - 60);
  expect((await follow(link)).hash).toContain('access_token');
  expect(await readUser(user.access)).toMatchObject({ email: next });
});

test('[A3] a link that an operator creates after that time starts the change again', async () => {
  const user = await auth.join();
  const { next, toPresent } = await openChange(user);
  await follow(toPresent);
  auth.wait(2 * HALF_AN_HOUR + 1);
  const body = { type: 'email_change_new', email: user.email, new_email: next };
  const { json } = await request('POST /admin/generate_link', { token: auth.tokens.serviceRoleKey, body });
  expect((await follow(String(json['action_link']))).hash).toBe(HALF);
  expect(await readUser(user.access)).toMatchObject({ email: user.email, new_email: next });
});
