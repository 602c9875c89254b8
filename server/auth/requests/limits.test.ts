/** The hourly email limit: many addresses must not turn this server into a spam sender. */
import { expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, limitTo, newEmail } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();

test('[A2] emails of all kinds share an hourly limit, and responses do not reveal who has an account', async () => {
  const strict = auth.beside({ mailsPerHour: 2, autoconfirm: false });
  const [{ email }, other] = [await auth.join(), await auth.join()];
  const recover = (address: string) => requestApp(strict, 'POST /recover', { body: { email: address } });
  expect(await recover(email)).toMatchObject({ status: 200 });
  expect(await recover(other.email)).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(auth.mails).toHaveLength(2));
  const signUp = () => requestApp(strict, 'POST /signup', { body: { email: newEmail(), password: 'correct horse' } });
  const requests = [() => recover(email), () => recover(newEmail()), signUp];
  for (const request of requests) {
    const refused = await request();
    expect(refused).toMatchObject({ status: 429, json: { code: 'over_email_send_rate_limit' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  }
  auth.wait(3601);
  expect(await recover(email)).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(auth.mails).toHaveLength(3));
});

test('[A2] emails to unknown addresses never use up those of known ones, and responses do not reveal that they stopped', async () => {
  auth.wait(3601);
  const strict = auth.beside({ mailsPerHour: 4, autoconfirm: false });
  const sent = auth.mails.length;
  const signUp = () => requestApp(strict, 'POST /signup', { body: { email: newEmail(), password: 'correct horse' } });
  for (let i = 0; i < 8; i += 1) expect(await signUp()).toMatchObject({ status: 200 });
  for (let i = 0; i < 8; i += 1) {
    expect(await requestApp(strict, 'POST /recover', { body: { email: newEmail() } })).toMatchObject({ status: 200 });
  }
  await vi.waitFor(() => expect(auth.mails).toHaveLength(sent + 2));
  const { email } = await auth.join();
  expect(await requestApp(strict, 'POST /recover', { body: { email } })).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(auth.mails).toHaveLength(sent + 3));
});

test('[A2] emails about the events of accounts with an unproven address share the limit of unknown addresses', async () => {
  auth.wait(3601);
  const strict = auth.beside({ mailsPerHour: 4 });
  const accounts = [await auth.join(), await auth.join(), await auth.join(), await auth.join()];
  await auth.database.sql`update auth.users set email_proved_at = now() where id = ${accounts[3]?.id ?? ''}`;
  const sent = auth.mails.length;
  for (const { email } of accounts) {
    const body = { email, password: 'correct horse' };
    const headers = { 'user-agent': 'Another browser' };
    expect(await requestApp(strict, 'POST /token?grant_type=password', { body, headers })).toMatchObject({
      status: 200,
    });
  }
  await vi.waitFor(() => expect(auth.mails).toHaveLength(sent + 3));
  expect(auth.mails.slice(sent).map(({ to }) => to)).toContain(accounts[3]?.email);
});

test('[A2] one recipient gets at most twenty emails a day', async () => {
  const { email } = await auth.join();
  const app = auth.beside({ mailInterval: 0 });
  const recover = async () => (await requestApp(app, 'POST /recover', { body: { email } })).status;
  const statuses: number[] = [];
  for (let i = 0; i < 21; i += 1) {
    auth.wait(10 * 60);
    statuses.push(await recover());
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});

test('[A2] requests of strangers do not use up the emails that only signed-in users can request', async () => {
  const { email, access } = await auth.join();
  const app = auth.beside({ mailInterval: 0 });
  const recover = async () => (await requestApp(app, 'POST /recover', { body: { email } })).status;
  for (let i = 0; i < 20; i += 1) expect(await recover()).toBe(200);
  expect(await recover()).toBe(429);
  expect(await requestApp(app, 'GET /reauthenticate', { token: access })).toMatchObject({ status: 200 });
  const body = { email: newEmail() };
  expect(await requestApp(app, 'PUT /user', { token: access, body })).toMatchObject({ status: 200 });
});

test('[wire] an address limit also counts the larger networks of an IPv6 address', async () => {
  const strict = auth.beside(limitTo({ verifyByAddress: 1 }));
  const verify = async (address: string) =>
    (await requestApp(strict, 'POST /verify', { body: {}, headers: { 'x-test-address': address } })).status;
  expect([await verify('2001:db8:5:1::1'), await verify('2001:db8:5:1::2')]).toEqual([400, 429]);
  const others = ['2', '3', '4'].map((subnet) => `2001:db8:5:${subnet}::1`);
  for (const address of others) expect([address, await verify(address)]).toEqual([address, 400]);
  expect(await verify('2001:db8:5:5::1')).toBe(429);
  expect(await verify('2001:db8:5:100::1')).toBe(400);
});

test('[A2] an email that is refused because of its interval does not count toward the total', async () => {
  const strict = auth.beside({ mailsPerHour: 2, mailInterval: 60 });
  auth.wait(3601);
  const recover = async (email: string) => (await requestApp(strict, 'POST /recover', { body: { email } })).status;
  const [ann, bob] = [newEmail(), newEmail()];
  expect([await recover(ann), await recover(ann), await recover(ann), await recover(bob)]).toEqual([
    200, 429, 429, 200,
  ]);
});
