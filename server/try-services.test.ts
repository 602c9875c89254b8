/** At startup, a mail server or a sign-in provider that fails is reported, and nothing else is affected. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ProviderSettings } from './auth/context/auth-settings.ts';
import { tryServices } from './try-services.ts';

const NO_SERVICE = { backend: null, smtpUrl: null, accounts: { providers: [] } };

const keycloak = (issuer: string): ProviderSettings => ({
  name: 'keycloak',
  kind: 'oidc',
  issuer,
  clientId: 'id',
  clientSecret: 'hidden',
  scopes: ['openid'],
});

/** Returns the lines of the log. */
async function tryAll(settings: Partial<Parameters<typeof tryServices>[0]>): Promise<readonly object[]> {
  const lines: object[] = [];
  const log = { write: (level: string, event: string, facts = {}) => void lines.push({ level, event, ...facts }) };
  await tryServices({ ...NO_SERVICE, ...settings }, log);
  return lines;
}

/** A mail server that accepts everything except, if wanted, the password. */
async function startMailServer(refusal: string | null): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).write('220 test\r\n');
    socket.on('data', (bytes) => {
      const isHello = bytes.toString().startsWith('EHLO');
      const isLogin = bytes.toString().startsWith('AUTH');
      socket.write(
        isHello ? '250-test\r\n250 AUTH PLAIN\r\n' : isLogin ? `${refusal ?? '235 welcome'}\r\n` : '250 ok\r\n',
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('[P2] services that do not respond are reported with the setting to check', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const lines = await tryAll({
    smtpUrl: 'smtp://me:hidden@127.0.0.1:1',
    accounts: { providers: [keycloak(`http://127.0.0.1:${port}/realms/home`)] },
  });
  expect(lines).toHaveLength(2);
  expect(lines).toContainEqual({
    level: 'warn',
    event: 'mail server failed',
    host: '127.0.0.1:1',
    code: 'ESOCKET',
    sentence: 'A test connection to the mail server 127.0.0.1:1 failed, so emails cannot be sent. Check SMTP_URL.',
  });
  expect(lines).toContainEqual({
    level: 'warn',
    event: 'provider failed',
    provider: 'keycloak',
    code: expect.stringContaining('ECONNREFUSED'),
    sentence:
      'The sign-in provider keycloak did not respond as expected, so signing in with it fails. Check PROVIDER_KEYCLOAK_ISSUER.',
  });
});

test('[P2] a mail server that refuses the password is reported, without the password', async () => {
  const host = await startMailServer('535 no');
  const lines = await tryAll({ smtpUrl: `smtp://me:hidden@${host}` });
  expect(lines).toMatchObject([{ event: 'mail server failed', host, code: 'EAUTH 535' }]);
  expect(JSON.stringify(lines)).not.toContain('hidden');
});

test('[P2] services that work are not mentioned, and with another backend none is tried', async () => {
  expect(await tryAll({ smtpUrl: `smtp://me:hidden@${await startMailServer(null)}` })).toEqual([]);
  const elsewhere = { url: 'https://x.example', anonKey: 'key' };
  expect(await tryAll({ backend: elsewhere, smtpUrl: 'smtp://127.0.0.1:1' })).toEqual([]);
});
