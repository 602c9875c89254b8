/** Responses of the whole HTTP application, without a port. */
import { createProblems } from '#server/log/problems.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { createServices, type Services } from './services.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { readWebRoot, type WebRoot } from '#server/web/web-root.ts';
import { writeSampleWebRoot, type SampleWebRoot } from './testing/sample-web-root.ts';

let sample: SampleWebRoot;
let app: Hono;
let webRoot: WebRoot;

beforeAll(async () => {
  sample = await writeSampleWebRoot();
  const root = await readWebRoot(sample.folder, null);
  if (!root.ok) throw new Error('the sample has no index.html');
  webRoot = root.value;
  app = createApp({ webRoot, services: null });
});

afterAll(() => sample.remove());

test('health is ok and not cached', async () => {
  const answer = await app.request('/health');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test('[P9] /health has the version of a newer release, which is not a problem', async () => {
  const newer = createApp({ webRoot, services: null, newerRelease: () => '9.0.0' });
  expect(await (await newer.request('/health')).json()).toMatchObject({
    status: 'ok',
    newerRelease: '9.0.0',
    problems: [],
  });
  expect(await (await app.request('/health')).json()).not.toHaveProperty('newerRelease');
});

test('every response has the security headers, errors included', async () => {
  const answers = await Promise.all([
    app.request('/'),
    app.request('/health'),
    app.request('/nowhere'),
    app.request('/%zz'),
    app.request('/site/help'),
    app.request('/', { method: 'POST' }),
    app.request('/', { headers: { 'content-length': '5000' } }),
    app.request('/assets/main-1a2b.js', { headers: { 'if-none-match': '*' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400, 301, 405, 413, 304]);
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('permissions-policy')).toContain('screen-wake-lock=(self)');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.has('server')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
  }
});

test('browsers use only HTTPS if the public URL does, but not for a host that Checklist shares', async () => {
  const policyAt = async (publicUrl: string | null, path: string, basePath = '') => {
    const answer = await createApp({ webRoot: new Map(), services: null, publicUrl, basePath }).request(path);
    return answer.headers.get('strict-transport-security');
  };
  for (const path of ['/', '/health', '/rest/v1/grocery_items', '/%zz']) {
    expect(await policyAt('https://list.example', path)).toBe('max-age=31536000');
    expect(await policyAt('http://list.example', path)).toBeNull();
    expect(await policyAt(null, path)).toBeNull();
    expect(await policyAt('https://home.example', path, '/checklist')).toBeNull();
  }
});

test('only GET and HEAD are allowed', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of ['/', '/health', '/assets/main-1a2b.js', '/nowhere']) {
      const answer = await app.request(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  }
});

test('a GET request must not have a body, except for a short one such as older Python clients send', async () => {
  expect((await app.request('/', { headers: { 'content-length': '2' } })).status).toBe(200);
  const announced = await app.request('/', { headers: { 'content-length': '1001' } });
  expect(announced.status).toBe(413);
  expect(announced.headers.get('connection')).toBe('close');
  expect((await app.request('/', { headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
});

test('a bug is logged, and the response reveals nothing about it', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const broken = createApp({ webRoot: new Map(), services: null });
  broken.get('/broken', () => {
    throw new Error('a secret detail');
  });
  vi.spyOn(Map.prototype, 'get').mockImplementationOnce(() => {
    throw new Error('a secret detail');
  });
  const answer = await broken.request('/');
  vi.restoreAllMocks();
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe('Something went wrong on the server. Try again.\n');
  expect(written).toHaveBeenCalledWith(expect.stringContaining('a secret detail'));
});

describe('with the backend', () => {
  const parts = ['/auth/v1/settings', '/rest/v1/grocery_items', '/realtime/v1/api/broadcast'];
  const ends: (() => Promise<unknown>)[] = [];
  let own: Services;
  afterAll(async () => {
    for (const end of ends) await end();
  });

  async function createParts(env: Record<string, string>): Promise<Services> {
    const settings = readSettings(env);
    if (!settings.ok) throw new Error(settings.failure.type);
    const database = await createTestDatabase();
    const services = await createServices({
      database,
      settings: settings.value,
      templates: null,
      siteUrl: 'http://127.0.0.1:3000',
      print: () => undefined,
      watch: { answered: () => undefined, sent: () => undefined },
      problems: createProblems({ write: () => undefined }, Date.now),
      addressOf: () => '192.0.2.1',
    });
    ends.push(services.realtime.close, database.close);
    return services;
  }

  async function createWhole(env: Record<string, string> = {}, backendUrl: string | null = null): Promise<Hono> {
    const root = await readWebRoot(sample.folder, { backendUrl, captcha: null });
    if (!root.ok) throw new Error('the sample has no index.html');
    own = await createParts(env);
    return createApp({ webRoot: root.value, services: own, config: own.config });
  }

  test('[wire] the app gets this server as its backend, with the public key', async () => {
    const whole = await createWhole();
    const answer = await whole.request('/config.json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.json()).toEqual({ url: '', anonKey: own.config.anonKey, passkeys: true });
    expect((await whole.request('/auth/v1/settings', { headers: { apikey: own.config.anonKey } })).status).toBe(200);
    expect((await whole.request('/')).headers.get('content-security-policy')).toContain("connect-src 'self';");
  });

  test('[wire] the app gets another backend, and its page may connect only to that origin', async () => {
    const url = 'https://project.example/base';
    const whole = await createWhole({ BACKEND_URL: url, BACKEND_ANON_KEY: 'sb_publishable_x' }, url);
    expect(await (await whole.request('/config.json')).json()).toEqual({
      url,
      anonKey: 'sb_publishable_x',
      passkeys: false,
    });
    const policy = (await whole.request('/')).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' https://project.example wss://project.example;");
  });

  test('[wire] the root of the data interface has an answer, with and without a slash at its end', async () => {
    const whole = await createWhole();
    for (const path of ['/rest/v1', '/rest/v1/']) {
      expect((await whole.request(path)).status).toBe(401);
      const answer = await whole.request(path, { headers: { apikey: own.config.anonKey } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/openapi+json; charset=utf-8',
      ]);
    }
  });

  test('[wire] any page may call all three parts, with the headers that client libraries send', async () => {
    const whole = await createWhole();
    const wanted =
      'authorization,apikey,content-type,x-client-info,x-supabase-api-version,prefer,accept-profile,content-profile,range,x-retry-count';
    for (const path of parts) {
      const preflight = await whole.request(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': wanted,
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toBe(wanted);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(preflight.headers.get('access-control-max-age')).toBe('86400');
    }
  });

  test('[wire] the headers that clients read are exposed, on errors too, and no response sets a cookie', async () => {
    const whole = await createWhole();
    for (const path of [...parts, '/rest/v1/nowhere', '/auth/v1/nowhere', '/realtime/v1/nowhere']) {
      const { headers } = await whole.request(path, { headers: { origin: 'https://elsewhere.example' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      for (const name of ['Content-Range', 'Content-Location', 'Preference-Applied', 'X-Supabase-Api-Version']) {
        expect(headers.get('access-control-expose-headers')).toContain(name);
      }
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    }
    expect((await whole.request('/config.json')).headers.has('access-control-allow-origin')).toBe(false);
  });

  test('[wire] the three parts never respond with HTML or plain text, not even to unknown paths', async () => {
    const whole = await createWhole();
    for (const path of ['/auth/v1/nowhere', '/auth/v1', '/rest/v1/nowhere', '/rest/v1/a/b/c', '/realtime/v1/nowhere']) {
      const answer = await whole.request(path, { headers: { apikey: own.config.anonKey } });
      expect([path, answer.status >= 400, answer.headers.get('content-type')]).toEqual([
        path,
        true,
        expect.stringMatching(/^application\/json/),
      ]);
    }
  });

  test('[Y6] while the database is unavailable, health is 503 and not cached', async () => {
    const whole = await createWhole();
    expect(await (await whole.request('/health')).json()).toMatchObject({ status: 'ok' });
    await ends.splice(-2, 1)[0]?.();
    await ends.pop()?.();
    // For a second, requests still get the answer of the last check.
    await expect.poll(async () => (await whole.request('/health')).status).toBe(503);
    const answer = await whole.request('/health');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ status: 'database away' });
    expect((await whole.request('/')).status).toBe(200);
  });
});
