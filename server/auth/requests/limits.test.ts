/** The hourly email limit: many addresses must not turn this server into a spam sender. */
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import { requestApp, createTestAuth, newEmail } from '#server/auth/testing/test-auth.ts';

const database = await createTestDatabase();
const auth = await createTestAuth({ database, createTokens: createTestTokens });
afterAll(() => database.close());

test('[A2] emails of all kinds share an hourly limit, and responses do not reveal who has an account', async () => {
  const strict = auth.beside({ mailsPerHour: 2, autoconfirm: false });
  const { email } = await auth.join();
  const recover = (address: string) => requestApp(strict, 'POST /recover', { body: { email: address } });
  expect(await recover(email)).toMatchObject({ status: 200 });
  const signedUp = await requestApp(strict, 'POST /signup', { body: { email: newEmail(), password: 'correct horse' } });
  expect(signedUp).toMatchObject({ status: 200 });
  for (const address of [email, newEmail()]) {
    const refused = await recover(address);
    expect(refused).toMatchObject({ status: 429, json: { code: 'over_email_send_rate_limit' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  }
  auth.wait(3601);
  expect(await recover(email)).toMatchObject({ status: 200 });
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
