/** The owner of an account is told of every way in that was added or taken away. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { enrolApp, enrolPhone, verify } from '#server/auth/factors/testing/test-factors.ts';
import { createPasskeyBench } from '#server/auth/passkeys/testing/passkey-bench.ts';
import { createAuthenticator } from '#server/auth/passkeys/testing/software-authenticator.ts';

const bench = await createPasskeyBench();
const { ask, join, mails, register } = bench;
afterAll(() => bench.database.close());

/** Gives how often the address was told this. */
const count = (email: string, event: string): number =>
  mails.filter(({ to, text }) => to === email && text.startsWith(event)).length;

const isTold = (email: string, event: string) => vi.waitUntil(() => count(email, event) === 1);

test('[A3] a passkey that was added or removed is told to the owner of the account', async () => {
  const { email, access: token } = await join();
  const { json } = await register(token, createAuthenticator());
  await isTold(email, 'A passkey was added to your account.');
  expect(mails.at(-1)?.subject).toBe('The ways into your account were changed');
  await ask(`DELETE /passkeys/${json.id}`, { token });
  await isTold(email, 'A passkey was removed from your account.');
  // Nothing was removed: there is nothing to tell.
  await ask(`DELETE /passkeys/${json.id}`, { token });
  await setTimeout(20);
  expect(count(email, 'A passkey was removed from your account.')).toBe(1);
});

test('[A3] a second step that was set up or removed is told to the owner of the account, and its use is not', async () => {
  const { email, access } = await join();
  const app = await enrolApp(bench, access);
  const phone = await enrolPhone(bench, access);
  const token = (await verify(bench, access, app)).json.access_token;
  await isTold(email, 'An authenticator app for codes was added to your account.');
  const latest = (await verify(bench, token, phone)).json.access_token;
  await isTold(email, 'A phone for codes was added to your account.');
  bench.wait(30);
  const used = await verify(bench, latest, app);
  expect(used.status).toBe(200);
  const begun = await enrolApp(bench, used.json.access_token);
  await ask(`DELETE /factors/${begun.id}`, { token: used.json.access_token });
  expect((await ask(`DELETE /factors/${phone.id}`, { token: used.json.access_token })).status).toBe(200);
  await isTold(email, 'A phone for codes was removed from your account.');
  expect(count(email, 'An authenticator app')).toBe(1);
});
