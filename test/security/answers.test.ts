/** What any answer of the server carries, and what none does: over the network, from the server as a program. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import { makeKey, SECRET, startGuardedServer, type Account, type GuardedServer } from '#test/backend/guarded-server.ts';

const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const key = makeKey();
let server: GuardedServer;
let ann: Account;

beforeAll(async () => {
  server = await startGuardedServer(key);
  ann = await server.signUp('ann@example.org', { name: MARKUP });
  await server.ask(ann.token, 'POST /rest/v1/grocery_items', { body: { id: 'a', name: MARKUP } });
});
afterAll(() => server.stop());

/** Good requests, wrong ones and nonsense, at every part. */
const lines = [
  'GET /',
  'HEAD /',
  'POST /',
  'GET /nowhere',
  `GET /${encodeURIComponent(MARKUP)}`,
  `GET /?x=${encodeURIComponent(MARKUP)}`,
  'GET /config.json',
  'GET /health',
  'GET /auth/v1/health',
  'GET /auth/v1/settings',
  'GET /auth/v1/.well-known/jwks.json',
  'GET /auth/v1/user',
  'PUT /auth/v1/user',
  'POST /auth/v1/signup',
  'POST /auth/v1/token?grant_type=password',
  'POST /auth/v1/token?grant_type=refresh_token',
  `POST /auth/v1/token?grant_type=${encodeURIComponent(MARKUP)}`,
  'POST /auth/v1/recover',
  `GET /auth/v1/verify?token=x&type=recovery&redirect_to=${encodeURIComponent('https://evil.example/')}`,
  `GET /auth/v1/verify?token=x&type=${encodeURIComponent(MARKUP)}`,
  `GET /auth/v1/authorize?provider=${encodeURIComponent(MARKUP)}`,
  `GET /auth/v1/callback?state=${encodeURIComponent(MARKUP)}&code=x`,
  'GET /auth/v1/factors',
  'GET /auth/v1/admin/users',
  `GET /auth/v1/${encodeURIComponent(MARKUP)}`,
  'GET /rest/v1/grocery_items?select=*',
  `GET /rest/v1/grocery_items?name=eq.${encodeURIComponent(MARKUP)}`,
  `GET /rest/v1/${encodeURIComponent(MARKUP)}`,
  `GET /rest/v1/grocery_items?${encodeURIComponent(MARKUP)}=eq.1`,
  'POST /rest/v1/grocery_items',
  'POST /rest/v1/rpc/nothing',
  'GET /realtime/v1/websocket',
  'POST /realtime/v1/api/broadcast',
];

async function askRaw(line: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  const writes = ['POST', 'PUT'].includes(method);
  return fetch(`${server.address}${path}`, {
    method,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${ann.token}`,
      origin: 'https://evil.example',
      ...headers,
    },
    redirect: 'manual',
    ...(writes && { body: MARKUP }),
  });
}

describe('[wire] every response', () => {
  test.each(lines)('%s sets no cookie, allows no credentials, and cannot be sniffed or framed', async (line) => {
    const { status, headers } = await askRaw(line);
    expect(status).toBeLessThan(500);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect([null, '*']).toContain(headers.get('access-control-allow-origin'));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each(lines)('%s returns markup as data and never as a page', async (line) => {
    const answer = await askRaw(line, { accept: 'text/html' });
    const isPage = (answer.headers.get('content-type') ?? '').includes('html');
    const body = await answer.text();
    expect(isPage && body.includes('alert(')).toBe(false);
    expect(answer.headers.get('location') ?? '').not.toContain('<');
  });

  test.each(lines)('%s reveals no secret and no implementation detail', async (line) => {
    const answer = await askRaw(line);
    const said = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
    for (const secret of [SECRET, String(key.d), 'postgres://', import.meta.dirname.split('/test/')[0] ?? '', '.ts:']) {
      expect(said).not.toContain(secret);
    }
    expect(said).not.toMatch(/x-powered-by|"server"|node_modules| at \w+ \(|sb_secret_/i);
  });

  test.each(lines)('%s ignores headers that claim another host, path or method', async (line) => {
    const lies = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
      'x-original-url': '/auth/v1/admin/users',
      'x-rewrite-url': '/auth/v1/admin/users',
      'x-http-method-override': 'DELETE',
      forwarded: 'host=evil.example',
    };
    const [plain, lied] = [await askRaw(line), await askRaw(line, lies)];
    const body = await lied.text();
    expect([lied.status, lied.headers.get('location')]).toEqual([plain.status, plain.headers.get('location')]);
    expect(`${body}${JSON.stringify([...lied.headers])}`).not.toContain('evil.example');
  });
});

test('[wire] responses for one caller are not cached', async () => {
  for (const line of lines.filter((each) => /\/v1\//.test(each) && !each.includes('jwks'))) {
    const answer = await askRaw(line);
    // Nothing is served there but sockets: a refusal holds nothing.
    if (line.includes('/realtime/')) continue;
    expect([line, answer.headers.get('cache-control')]).toEqual([line, 'no-store']);
  }
});

test('[wire] /config.json has only public values', async () => {
  const config: unknown = await (await fetch(`${server.address}/config.json`)).json();
  expect(config).toMatchObject({ url: '', anonKey: server.anonKey });
  const known = ['anonKey', 'captcha', 'passkeys', 'url'];
  expect(Object.keys(config as object).filter((name) => !known.includes(name))).toEqual([]);
});

test('[wire] the API roles cannot read the secrets of accounts', async () => {
  const database = await connectDatabase({ url: server.databaseUrl, poolSize: 2 });
  const tables = await database.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'checklist_server') and c.relkind = 'r'
      and (has_table_privilege('anon', c.oid, 'select') or has_table_privilege('authenticated', c.oid, 'select'))`;
  await database.close();
  expect([...tables]).toEqual([]);
});
