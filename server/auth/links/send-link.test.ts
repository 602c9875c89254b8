/** Links are emailed after the response, depending on the state of the account at that moment. */
import { expect, test, vi } from 'vitest';
import { untilWaiting } from '#server/testing/test-database.ts';
import { createTestAuth, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth({ autoconfirm: false });
const { database, request } = auth;

const countMails = (email: string): number => auth.mails.filter(({ to }) => to === email).length;

/** Signs up an unconfirmed user. */
async function signUp(): Promise<string> {
  const email = newEmail();
  await request('POST /signup', { body: { email, password: PASSWORD } });
  await vi.waitUntil(() => countMails(email) === 1);
  return email;
}

/** Requests a link and changes the account between the response and the email. */
async function askWhile(
  line: string,
  body: { readonly email: string; readonly type?: string },
  changes: object,
): Promise<void> {
  await database.sql.begin(async (tx) => {
    await tx`select id from auth.users where email = ${body.email} for update`;
    expect(await request(line, { body })).toMatchObject({ status: 200 });
    await untilWaiting(database.sql);
    await tx`update auth.users set ${tx(changes)} where email = ${body.email}`;
  });
  // Later requests are emailed later.
  const last = await signUp();
  expect(countMails(last)).toBe(1);
}

test('[A2] no link goes to an address that the account no longer has', async () => {
  const email = await signUp();
  await askWhile('POST /recover', { email }, { email: newEmail() });
  expect(countMails(email)).toBe(1);
});

test('[A2] a sign-up link is skipped if the user was confirmed meanwhile, and sent otherwise', async () => {
  const [confirmed, waiting] = [await signUp(), await signUp()];
  const line = 'POST /resend';
  const type = 'signup';
  await askWhile(line, { email: confirmed, type }, { email_confirmed_at: new Date() });
  await askWhile(line, { email: waiting, type }, { updated_at: new Date() });
  await vi.waitUntil(() => countMails(waiting) === 2);
  expect(countMails(confirmed)).toBe(1);
});
