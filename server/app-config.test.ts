/** The public configuration of the app, and the origins that its page can connect to. */
import { afterAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { writeAppConfig } from './service-settings.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { readWebRoot } from '#server/web/web-root.ts';
import { writeSampleWebRoot } from './testing/sample-web-root.ts';

const sample = await writeSampleWebRoot();
afterAll(() => sample.remove());

async function ask(env: Record<string, string>, path: string): Promise<Response> {
  const settings = readSettings(env);
  if (!settings.ok) throw new Error(settings.failure.type);
  const captcha = settings.value.captcha?.provider ?? null;
  const root = await readWebRoot(sample.folder, { backendUrl: null, captcha });
  if (!root.ok) throw new Error('the sample has no index.html');
  const config = writeAppConfig(settings.value, { anonKey: 'anon' });
  return createApp({ webRoot: root.value, services: null, config }).request(path);
}

test.each([
  ['hcaptcha', 'https://hcaptcha.com https://*.hcaptcha.com'],
  ['turnstile', 'https://challenges.cloudflare.com'],
])('[A2] with %s the app gets the provider, and its page may load only that one', async (provider, origins) => {
  const env = { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: 'site-1', CAPTCHA_SECRET: 'a-secret' };
  const text = await (await ask(env, '/config.json')).text();
  expect(JSON.parse(text)).toEqual({
    url: '',
    anonKey: 'anon',
    captcha: { provider, siteKey: 'site-1' },
    passkeys: true,
  });
  const policy = (await ask(env, '/')).headers.get('content-security-policy') ?? '';
  const parts = policy.split('; ').filter((part) => part.includes(origins));
  expect(parts.map((part) => part.split(' ')[0])).toEqual(['script-src', 'style-src', 'connect-src', 'frame-src']);
});

test('[A2] without a captcha the app gets none, and its page loads no other origin', async () => {
  expect(await (await ask({ PASSKEYS: 'off' }, '/config.json')).json()).toEqual({
    url: '',
    anonKey: 'anon',
    passkeys: false,
  });
  expect((await ask({}, '/')).headers.get('content-security-policy')).not.toMatch(/frame-src|https:/);
});
