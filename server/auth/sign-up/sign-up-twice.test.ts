/** Several sign-ups with one unconfirmed address: an attacker's must not affect the owner's. */
import { expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { createLinkToken } from '#server/auth/links/one-time-tokens.ts';

const auth = await createTestAuth({ autoconfirm: false });
const atOnce = auth.beside({ autoconfirm: true });
const { database, request } = auth;
const operator = auth.tokens.serviceRoleKey;

const THEIRS = 'a stranger chose this';

const mailsTo = (email: string) => auth.mails.filter(({ to }) => to === email);

/** Returns the latest link that the owner of the address received. */
async function mailed(email: string, count: number): Promise<string> {
  await vi.waitUntil(() => mailsTo(email).length === count);
  return mailsTo(email).at(-1)?.link ?? '';
}

/** Signs up and returns the link that the owner of the address receives. */
async function signUp(email: string, password: string, data: object = {}): Promise<string> {
  const before = mailsTo(email).length;
  expect(await request('POST /signup', { body: { email, password, data } })).toMatchObject({ status: 200 });
  return mailed(email, before + 1);
}

const follow = async (link: string): Promise<string> =>
  (await auth.app.request(`/verify${new URL(link).search}`)).headers.get('location') ?? '';
const logIn = async (email: string, password: string): Promise<unknown> =>
  (await request('POST /token?grant_type=password', { body: { email, password } })).json['code'];
const readUser = async (email: string) =>
  (await database.sql`select encrypted_password, raw_user_meta_data from auth.users where email = ${email}`)[0];

test('[A2] each sign-up link carries the password and metadata of one sign-up, and invalidates the others', async () => {
  for (const order of ['owner first', 'stranger first']) {
    const email = newEmail();
    const isOwnerFirst = order === 'owner first';
    const one = await signUp(email, isOwnerFirst ? PASSWORD : THEIRS, { name: isOwnerFirst ? 'Ann' : 'Eve' });
    const two = await signUp(email, isOwnerFirst ? THEIRS : PASSWORD, { name: isOwnerFirst ? 'Eve' : 'Ann' });
    const [own, theirs] = isOwnerFirst ? [one, two] : [two, one];
    const target = await follow(own);
    expect(target).toContain('access_token');
    expect(await follow(theirs)).toContain('otp_expired');
    expect([await logIn(email, THEIRS), await logIn(email, PASSWORD)]).toEqual(['invalid_credentials', undefined]);
    const token = new URLSearchParams(target.split('#')[1]).get('access_token') ?? '';
    expect((await request('GET /user', { token })).json).toMatchObject({ user_metadata: { name: 'Ann' } });
  }
});

test('[A2] a resent link carries no password if it is unclear who chose it', async () => {
  const email = newEmail();
  await signUp(email, PASSWORD, { name: 'Ann' });
  await signUp(email, THEIRS, { name: 'Eve' });
  await request('POST /resend', { body: { type: 'signup', email } });
  expect(await follow(await mailed(email, 3))).toContain('access_token');
  expect([await logIn(email, THEIRS), await logIn(email, PASSWORD)]).toEqual(Array(2).fill('invalid_credentials'));
  expect(await readUser(email)).toEqual({ encrypted_password: null, raw_user_meta_data: {} });
});

test('[wire] signing up again with the same password keeps it, and every link works', async () => {
  const email = newEmail();
  await signUp(email, PASSWORD);
  await signUp(email, PASSWORD, { name: 'Ann' });
  expect(await logIn(email, PASSWORD)).toBe('email_not_confirmed');
  await request('POST /resend', { body: { type: 'signup', email } });
  await follow(await mailed(email, 3));
  expect(await logIn(email, PASSWORD)).toBeUndefined();
  expect(await readUser(email)).toMatchObject({ raw_user_meta_data: { name: 'Ann' } });
});

test('[A2] with autoconfirm, a sign-up cannot take over an account that an operator created', async () => {
  const email = newEmail();
  const body = { email, app_metadata: { family: 'Smith' } };
  expect(await request('POST /admin/users', { token: operator, body })).toMatchObject({ status: 200 });
  const conflict = await requestApp(atOnce, 'POST /signup', { body: { email, password: THEIRS } });
  expect(conflict).toMatchObject({ status: 422, json: { code: 'user_already_exists' } });
  expect(await logIn(email, THEIRS)).toBe('invalid_credentials');
  await requestApp(atOnce, 'POST /recover', { body: { email } });
  expect(await follow(await mailed(email, 1))).toContain('access_token');
});

test('[A2] a sign-up link changes nothing after the account was claimed', async () => {
  const email = newEmail();
  const early = await signUp(email, THEIRS);
  const [user] = await database.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  const body = { email_confirm: true };
  await request(`PUT /admin/users/${user?.id}`, { token: operator, body });
  const before = await readUser(email);
  expect(await follow(early)).toContain('otp_expired');
  expect(await readUser(email)).toEqual(before);
});

test('[wire] the number of valid links of one kind is limited to those of one hour', async () => {
  for (const [more, outcome] of [
    [59, 'access_token'],
    [60, 'otp_expired'],
  ] as const) {
    const email = newEmail();
    const first = await signUp(email, PASSWORD);
    const [user] = await database.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
    const newToken = { userId: user?.id ?? '', type: 'signup', challenge: null, signUp: null } as const;
    for (let i = 0; i < more; i += 1) {
      auth.wait(1);
      await createLinkToken(database.sql, { ...newToken, now: new Date(auth.now()) });
    }
    const stored = await database.sql`select 1 from auth.one_time_tokens where user_id = ${newToken.userId}`;
    expect(stored).toHaveLength(60);
    expect(await follow(first)).toContain(outcome);
  }
});
