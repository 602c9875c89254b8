/** A change of address gives no access to other accounts: dead links, taken addresses and concurrent changes. */
import { expect, test } from 'vitest';
import { requestApp, createTestAuth, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { createEmailChanges, HALF, TO_NEW, TO_PRESENT } from './testing/email-changes.ts';

const auth = await createTestAuth();
const { database, request } = auth;
const { mailTo, follow, askForChange, openChange } = createEmailChanges(auth);

const signIn = (email: string) => request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });

test('[A3] one link, however often it is opened, confirms once', async () => {
  const user = await auth.join();
  const { toNew } = await openChange(user);
  const targets = await Promise.all([follow(toNew), follow(toNew), follow(toNew)]);
  expect(targets.filter(({ hash }) => hash === HALF)).toHaveLength(1);
  expect(targets.filter(({ hash }) => hash.includes('otp_expired'))).toHaveLength(2);
  expect((await request('GET /user', { token: user.access })).json).toMatchObject({ email: user.email });
});

test('[A3] both links opened at the same moment change the address once', async () => {
  const user = await auth.join();
  const { next, toNew, toPresent } = await openChange(user);
  const targets = await Promise.all([follow(toNew), follow(toPresent)]);
  expect(targets.filter(({ hash }) => hash === HALF)).toHaveLength(1);
  expect(targets.filter(({ hash }) => hash.includes('access_token'))).toHaveLength(1);
  expect((await request('GET /user', { token: user.access })).json).toMatchObject({ email: next });
});

test('[A3] a later change invalidates the links of an earlier one, and requesting the current address cancels it', async () => {
  const user = await auth.join();
  const first = await openChange(user);
  await follow(first.toPresent);
  const second = await openChange(user);
  expect((await follow(first.toNew)).hash).toContain('otp_expired');
  await follow(second.toPresent);
  const called = await request('PUT /user', { token: user.access, body: { email: user.email } });
  expect(called.json).not.toHaveProperty('new_email');
  expect((await follow(second.toNew)).hash).toContain('otp_expired');
  expect((await request('GET /user', { token: user.access })).json).toMatchObject({ email: user.email });
});

test('[A3] a confirmation of the current address does not replace that of the new one after the setting changes', async () => {
  const user = await auth.join();
  const { toPresent } = await openChange(user);
  const next = newEmail();
  await requestApp(auth.beside({ confirmsBothAddresses: false }), 'PUT /user', {
    token: user.access,
    body: { email: next },
  });
  expect((await follow(toPresent)).hash).toContain('otp_expired');
  expect((await request('GET /user', { token: user.access })).json).toMatchObject({
    email: user.email,
    new_email: next,
  });
});

test('[A3] links for a change expire, and a new password invalidates them', async () => {
  const user = await auth.join();
  const late = await openChange(user);
  auth.wait(3601);
  expect((await follow(late.toNew)).hash).toContain('otp_expired');
  const { access_token: access } = (await signIn(user.email)).json;
  const lost = await openChange({ ...user, access });
  await follow(lost.toPresent);
  const fresh = await request('PUT /user', { token: access, body: { password: 'a new password' } });
  expect(fresh.json).not.toHaveProperty('new_email');
  expect((await follow(lost.toNew)).hash).toContain('otp_expired');
});

test('[A3] an address that has an account is refused, even if it gets one before the last confirmation', async () => {
  const [user, other] = [await auth.join(), await auth.join()];
  const conflict = await request('PUT /user', { token: user.access, body: { email: other.email.toUpperCase() } });
  expect(conflict).toMatchObject({ status: 422, json: { code: 'email_exists' } });
  const { next, toNew, toPresent } = await openChange(user);
  await follow(toNew);
  expect(await request('POST /signup', { body: { email: next, password: PASSWORD } })).toMatchObject({ status: 200 });
  expect((await follow(toPresent)).hash).toContain('error_code=email_exists');
  const { json } = await request('GET /user', { token: user.access });
  expect(json).toMatchObject({ email: user.email });
  expect(json).not.toHaveProperty('new_email');
});

test('[A3] of two users who confirm the same address at once, one gets it', async () => {
  const [ann, bob] = [await auth.join(), await auth.join()];
  const next = newEmail();
  const links = [];
  for (const user of [ann, bob]) {
    const before = await askForChange(user.access, next);
    links.push((await mailTo(next, TO_NEW, before)).link);
    await follow((await mailTo(user.email, TO_PRESENT, before)).link);
  }
  const targets = await Promise.all(links.map(follow));
  expect(targets.filter(({ hash }) => hash.includes('access_token'))).toHaveLength(1);
  expect(targets.filter(({ hash }) => hash.includes('error_code=email_exists'))).toHaveLength(1);
});

test('[A3] a change of address invalidates everything emailed to the previous one', async () => {
  const user = await auth.join();
  await request('POST /recover', { body: { email: user.email } });
  const { link } = await mailTo(user.email, 'Reset your password');
  const { toNew, toPresent } = await openChange(user);
  await follow(toNew);
  await follow(toPresent);
  expect((await follow(link)).hash).toContain('otp_expired');
});

test('[A3] with a second step set up, the address needs both', async () => {
  const user = await auth.join();
  await database.sql`insert into auth.mfa_factors (user_id, factor_type, status, secret)
    values (${user.id}, 'totp', 'verified', 'x')`;
  for (const body of [{ email: newEmail() }, { password: 'a new password' }]) {
    const answer = await request('PUT /user', { token: user.access, body });
    expect(answer).toMatchObject({ status: 401, json: { code: 'insufficient_aal' } });
  }
  expect(await request('PUT /user', { token: user.access, body: { email: user.email } })).toMatchObject({
    status: 200,
  });
});

test('[A3] emails to both addresses have an interval', async () => {
  const strict = auth.beside({ mailInterval: 60 });
  const [user, other] = [await auth.join(), await auth.join()];
  const next = newEmail();
  const change = (token: string, email: string) => requestApp(strict, 'PUT /user', { token, body: { email } });
  expect(await change(user.access, next)).toMatchObject({ status: 200 });
  for (const [token, email] of [
    [user.access, newEmail()],
    [other.access, next],
  ] as const) {
    const soon = await change(token, email);
    expect(soon).toMatchObject({ status: 429, json: { code: 'over_email_send_rate_limit' } });
  }
});

test('[A3] a new address set by an operator invalidates links to the previous one', async () => {
  const user = await auth.join();
  const { toNew } = await openChange(user);
  const body = { email: newEmail() };
  const line = `PUT /admin/users/${user.id}`;
  expect(await request(line, { token: auth.tokens.serviceRoleKey, body })).toMatchObject({ status: 200, json: body });
  expect((await follow(toNew)).hash).toContain('otp_expired');
});
