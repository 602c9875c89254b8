/** Captchas: the requests to the provider and the effect of its responses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { requestApp, createTestAuth, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';

const requests: Record<string, string>[] = [];
let answer = '{"success":true}';

/** Stands for the provider, whatever it is. */
const provider = createServer((request, response) => {
  void text(request).then((body) => {
    requests.push({ type: request.headers['content-type'] ?? '', ...Object.fromEntries(new URLSearchParams(body)) });
    if (answer === 'moved') response.writeHead(302, { location: 'http://127.0.0.1:1/' });
    response.end(answer);
  });
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const verifyUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`;

const database = await createTestDatabase();
const auth = await createTestAuth({}, { database });
const captcha = { provider: 'hcaptcha', secret: 'the secret', verifyUrl } as const;
const guarded = auth.beside({ captcha });
afterAll(async () => {
  await database.close();
  provider.close();
});

const written: string[] = [];
vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0);
beforeEach(() => {
  requests.length = 0;
  written.length = 0;
  answer = '{"success":true}';
});

const withToken = { gotrue_meta_security: { captcha_token: 'a token' } };
const lines = ['POST /signup', 'POST /token?grant_type=password', 'POST /recover', 'POST /resend'];
const forms = (email: string, body: object = {}) =>
  lines.map((line) => requestApp(guarded, line, { body: { email, password: PASSWORD, type: 'signup', ...body } }));
const refused = (reason: string) => ({
  status: 400,
  json: { code: 'captcha_failed', message: `captcha protection: request disallowed (${reason})` },
});
const broken = { status: 500, json: { code: 'unexpected_failure', message: 'captcha verification process failed' } };
const recover = (body: object, app = guarded) =>
  requestApp(app, 'POST /recover', { body: { email: newEmail(), ...body } });

test("[wire] the provider receives the secret, the token and the visitor's address", async () => {
  const headers = { 'x-test-address': '198.51.100.7' };
  const body = { email: newEmail(), ...withToken };
  expect(await requestApp(guarded, 'POST /recover', { body, headers })).toMatchObject({ status: 200 });
  const form = { secret: 'the secret', response: 'a token', remoteip: '198.51.100.7' };
  expect(requests).toEqual([{ type: 'application/x-www-form-urlencoded;charset=UTF-8', ...form }]);
});

test('[wire] every protected form requires a token, whether there is an account or not', async () => {
  const { email } = await auth.join();
  for (const address of [email, newEmail()]) {
    for (const body of [{}, { gotrue_meta_security: {} }, { gotrue_meta_security: { captcha_token: null } }]) {
      for (const form of await Promise.all(forms(address, body))) {
        expect(form).toMatchObject(refused('no captcha_token found in request'));
      }
    }
  }
  expect(requests).toEqual([]);
  answer = '{"success":false,"error-codes":["invalid-input-response"]}';
  for (const address of [email, newEmail()]) {
    for (const form of await Promise.all(forms(address, withToken))) {
      expect(form).toMatchObject(refused('invalid-input-response'));
    }
  }
  expect(requests).toHaveLength(2 * lines.length);
});

test('[wire] with a valid token the form works', async () => {
  const email = newEmail();
  const body = { email, password: PASSWORD, ...withToken };
  const joined = await requestApp(guarded, 'POST /signup', { body });
  expect(joined).toMatchObject({ status: 200 });
  expect(await requestApp(guarded, 'POST /token?grant_type=password', { body })).toMatchObject({ status: 200 });
  const renew = { refresh_token: joined.json.refresh_token };
  expect(await requestApp(guarded, 'POST /token?grant_type=refresh_token', { body: renew })).toMatchObject({
    status: 200,
  });
  const code = { auth_code: 'x', code_verifier: 'y' };
  expect(await requestApp(guarded, 'POST /token?grant_type=pkce', { body: code })).toMatchObject({ status: 404 });
  expect(requests).toHaveLength(2);
});

test('[wire] without a provider in the settings no captcha is required', async () => {
  expect(await recover({}, auth.app)).toMatchObject({ status: 200 });
  expect(await recover(withToken, auth.app)).toMatchObject({ status: 200 });
  expect(requests).toEqual([]);
});

test('[wire] a malformed or oversized token is not sent to the provider', async () => {
  const long = await recover({ gotrue_meta_security: { captcha_token: 'x'.repeat(20_000) } });
  expect(long).toMatchObject(refused('invalid-input-response'));
  for (const security of ['x', { captcha_token: 5 }]) {
    expect(await recover({ gotrue_meta_security: security })).toMatchObject({ json: { code: 'validation_failed' } });
  }
  expect(requests).toEqual([]);
});

test('[wire] a refusal with no reason or an unknown reason is a refusal', async () => {
  for (const body of ['{"success":false}', '{"success":false,"error-codes":["<b>", "Straße"]}']) {
    answer = body;
    expect(await recover(withToken)).toMatchObject(refused('invalid-input-response'));
  }
  answer = '{"success":false,"error-codes":["timeout-or-duplicate"]}';
  expect(await recover(withToken)).toMatchObject(refused('timeout-or-duplicate'));
  expect(written).toEqual([]);
});

test('[wire] an unreachable or broken provider refuses the request and is reported to the operator', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const away = auth.beside({ captcha: { ...captcha, verifyUrl: `http://127.0.0.1:${port}/` } });
  expect(await recover(withToken, away)).toMatchObject(broken);
  for (const body of ['', '<html>', '{"success":"yes"}', 'moved']) {
    answer = body;
    expect(await recover(withToken)).toMatchObject(broken);
  }
  expect(written).toHaveLength(5);
  expect(written.join('')).toContain('The captcha provider could not be asked (ECONNREFUSED).');
  expect(written.join('')).not.toMatch(/the secret|a token|example\.org/);
});

test('[wire] a secret that the provider rejects is reported to the operator, not to the visitor', async () => {
  answer = '{"success":false,"error-codes":["invalid-input-secret"]}';
  const { status, json } = await recover(withToken);
  expect({ status, json }).toMatchObject(broken);
  expect(JSON.stringify(json)).not.toContain('secret');
  expect(written.join('')).toContain('The captcha provider refused our settings (invalid-input-secret).');
});

test('[wire] each provider has a separate address', async () => {
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ success: true }));
  for (const name of ['hcaptcha', 'turnstile'] as const) {
    const app = auth.beside({ captcha: { provider: name, secret: 's' } });
    expect(await recover(withToken, app)).toMatchObject({ status: 200 });
  }
  expect(spy.mock.calls.map(([url]) => url)).toEqual([
    'https://api.hcaptcha.com/siteverify',
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  ]);
  spy.mockRestore();
});
