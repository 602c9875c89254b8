/** A change of address applies once both addresses have confirmed it. */
import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { requestApp, createTestAuth, newEmail, PASSWORD, SITE } from '#server/auth/testing/test-auth.ts';
import { CHANGED, createEmailChanges, HALF, TO_NEW, TO_PRESENT } from './testing/email-changes.ts';

const auth = await createTestAuth();
const { database, request } = auth;
const { mailTo, follow, askForChange, openChange } = createEmailChanges(auth);

const signIn = (email: string) => request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });

test('[A3] an address changes once both addresses have confirmed it, in either order', async () => {
  for (const order of ['new first', 'present first']) {
    const user = await auth.join();
    const { next, toNew, toPresent } = await openChange(user);
    const [first, second] = order === 'new first' ? [toNew, toPresent] : [toPresent, toNew];
    const halfway = await follow(first);
    expect([halfway.hash, halfway.search]).toEqual([HALF, '']);
    expect((await request('GET /user', { token: user.access })).json).toMatchObject({
      email: user.email,
      new_email: next,
    });
    const target = await follow(second);
    const session = new URLSearchParams(target.hash.slice(1));
    expect(session.get('type')).toBe('email_change');
    expect(decodeJwt(session.get('access_token') ?? '')).toMatchObject({ sub: user.id, email: next });
    const { json } = await request('GET /user', { token: user.access });
    expect(json).toMatchObject({
      email: next,
      user_metadata: { email: next, email_verified: true },
      identities: [{ provider: 'email', email: next, identity_data: { email: next } }],
    });
    expect(json).not.toHaveProperty('new_email');
    expect(await signIn(user.email)).toMatchObject({ status: 400 });
    expect(await signIn(next)).toMatchObject({ status: 200 });
  }
});

test('[A3] the previous address is notified after the change, and not earlier', async () => {
  const user = await auth.join();
  const { next, toNew, toPresent } = await openChange(user);
  await follow(toNew);
  expect(auth.mails.some(({ to, subject }) => to === user.email && subject === CHANGED)).toBe(false);
  await follow(toPresent);
  const notice = await mailTo(user.email, CHANGED);
  expect(notice.text).toContain(next);
  expect(notice.link).toBe(`${SITE}/`);
});

test('[A3] the last confirmation proves the new address; that of the current address does not', async () => {
  const user = await auth.join();
  const isProved = async (): Promise<unknown> =>
    (await database.sql`select email_proved_at is not null as proved from auth.users where id = ${user.id}`)[0];
  const { next, toNew, toPresent } = await openChange(user);
  await follow(toPresent);
  expect(await isProved()).toEqual({ proved: false });
  await follow(toNew);
  expect(await isProved()).toEqual({ proved: true });
  // The sign-in methods of the user who requested the change are unchanged.
  expect(await signIn(next)).toMatchObject({ status: 200 });
  expect(await request('GET /user', { token: user.access })).toMatchObject({ status: 200 });
});

test('[A3] with a challenge the message is in the query, too, and the last link returns a code', async () => {
  const user = await auth.join();
  const verifier = 'v'.repeat(43);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const { toNew, toPresent } = await openChange(user, { code_challenge: challenge, code_challenge_method: 's256' });
  const halfway = await follow(toPresent);
  expect([halfway.hash, halfway.search]).toEqual([HALF, HALF.replace('#', '?')]);
  const code = (await follow(toNew)).searchParams.get('code');
  const body = { auth_code: code, code_verifier: verifier };
  expect(await request('POST /token?grant_type=pkce', { body })).toMatchObject({
    status: 200,
    json: { user: { id: user.id } },
  });
  const wrong = { email: newEmail(), code_challenge: challenge };
  expect(await request('PUT /user', { token: user.access, body: wrong })).toMatchObject({ status: 400 });
});

test('[A3] if only the new address has to confirm, the current one gets no link', async () => {
  const simple = auth.beside({ confirmsBothAddresses: false });
  const user = await auth.join();
  const next = newEmail();
  await requestApp(simple, 'PUT /user', { token: user.access, body: { email: next } });
  // Under any settings: what was mailed decides.
  expect((await follow((await mailTo(next, TO_NEW)).link)).hash).toContain('access_token');
  await mailTo(user.email, CHANGED);
  expect(auth.mails.some(({ to, subject }) => to === user.email && subject === TO_PRESENT)).toBe(false);
});

test('[A3] an unconfirmed address does not have to confirm a change', async () => {
  const user = await auth.join();
  await database.sql`update auth.users set email_confirmed_at = null where id = ${user.id}`;
  const next = newEmail();
  await askForChange(user.access, next);
  expect((await follow((await mailTo(next, TO_NEW)).link)).hash).toContain('access_token');
  expect(auth.mails.some(({ to, subject }) => to === user.email && subject === TO_PRESENT)).toBe(false);
});
