/** The owner is notified of each sign-in method that is added or removed. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { enrollApp, enrollPhone, verify } from '#server/auth/factors/testing/test-factors.ts';
import { createPasskeySandbox } from '#server/auth/passkeys/testing/passkey-sandbox.ts';
import { createAuthenticator } from '#server/auth/passkeys/testing/software-authenticator.ts';

const bench = await createPasskeySandbox();
const { request, join, mails, register } = bench;
afterAll(() => bench.database.close());

/** Counts the emails to an address that start with this text. */
const count = (email: string, event: string): number =>
  mails.filter(({ to, text }) => to === email && text.startsWith(event)).length;

const isTold = (email: string, event: string) => vi.waitUntil(() => count(email, event) === 1);

test('[A3] the owner is notified when a passkey is added or removed', async () => {
  const { email, access: token } = await join();
  const { json } = await register(token, createAuthenticator());
  await isTold(email, 'A passkey was added to your account.');
  expect(mails.at(-1)?.subject).toBe('Your sign-in settings were changed');
  await request(`DELETE /passkeys/${json.id}`, { token });
  await isTold(email, 'A passkey was removed from your account.');
  // Nothing was removed: there is nothing to tell.
  await request(`DELETE /passkeys/${json.id}`, { token });
  await setTimeout(20);
  expect(count(email, 'A passkey was removed from your account.')).toBe(1);
});

test('[A3] the owner is notified when a second factor is added or removed, but not when it is used', async () => {
  const { email, access } = await join();
  const app = await enrollApp(bench, access);
  const phone = await enrollPhone(bench, access);
  const token = (await verify(bench, access, app)).json.access_token;
  await isTold(email, 'An authenticator app for two-step verification was added to your account.');
  const latest = (await verify(bench, token, phone)).json.access_token;
  await isTold(email, 'A phone for two-step verification was added to your account.');
  bench.wait(30);
  const used = await verify(bench, latest, app);
  expect(used.status).toBe(200);
  const begun = await enrollApp(bench, used.json.access_token);
  await request(`DELETE /factors/${begun.id}`, { token: used.json.access_token });
  expect((await request(`DELETE /factors/${phone.id}`, { token: used.json.access_token })).status).toBe(200);
  await isTold(email, 'A phone for two-step verification was removed from your account.');
  expect(count(email, 'An authenticator app')).toBe(1);
});
