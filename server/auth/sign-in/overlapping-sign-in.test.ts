/** A sign-in during a change of the account: the state when the session opens decides. */
import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { untilWaiting } from '#server/testing/test-database.ts';
import { createTestAuth, PASSWORD } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database } = auth;
const { sql } = database;

const signIn = (email: string) =>
  auth.request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });
const invalid = { status: 400, json: { code: 'invalid_credentials', message: 'Invalid login credentials' } };

/** Signs in, and changes the account once the password has been found right and the sign-in waits for the account. */
async function signInWhile(email: string, changes: object): ReturnType<typeof signIn> {
  let signingIn: ReturnType<typeof signIn> | undefined;
  await sql.begin(async (tx) => {
    await tx`select id from auth.users where email = ${email} for update`;
    signingIn = signIn(email);
    await untilWaiting(sql);
    await tx`update auth.users set ${tx(changes)} where email = ${email}`;
  });
  return signingIn ?? signIn(email);
}

test('[wire] a sign-in that overlaps a password change opens no session with the old password', async () => {
  const { email } = await auth.join();
  expect(await signInWhile(email, { encrypted_password: 'another' })).toMatchObject(invalid);
});

test('[wire] nor does one that overlaps a ban or the loss of the confirmation', async () => {
  const [banned, other] = [await auth.join(), await auth.join()];
  const later = new Date(auth.now() + 3_600_000);
  expect((await signInWhile(banned.email, { banned_until: later })).json['code']).toBe('user_banned');
  expect((await signInWhile(other.email, { email_confirmed_at: null })).json['code']).toBe('email_not_confirmed');
  const sessions = sql`select 1 from auth.sessions where user_id in ${sql([banned.id, other.id])}`;
  expect(await sessions).toHaveLength(2);
});

test('[wire] upgrading a weak hash does not restore a password that was just changed', async () => {
  const { email } = await auth.join();
  const salt = Buffer.alloc(16, 1);
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const weak = argon2Sync('argon2id', { message: PASSWORD, nonce: salt, ...cost });
  const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${text(salt)}$${text(weak)}`;
  await sql`update auth.users set encrypted_password = ${hash} where email = ${email}`;
  expect(await signInWhile(email, { encrypted_password: 'another' })).toMatchObject(invalid);
  expect(await sql`select encrypted_password as hash from auth.users where email = ${email}`).toEqual([
    { hash: 'another' },
  ]);
});
