/** Emails become files or are sent by SMTP, and an address cannot inject headers. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createMailer } from './create-mailer.ts';
import { type AccountEmail, builtInTemplates, mapKinds } from './mail.ts';

const folder = await mkdtemp(join(tmpdir(), 'mail-'));
afterAll(() => rm(folder, { recursive: true }));

const message: AccountEmail = {
  kind: 'recovery',
  to: 'ann@example.org',
  email: 'ann@example.org',
  link: 'http://localhost/verify?token=t&type=recovery',
  site: 'localhost',
};
const from = 'List <list@example.org>';

test('[wire] without an SMTP server, an email becomes a file that only the operator can read, and its link is printed', async () => {
  const printed: string[] = [];
  const files = join(folder, 'kept');
  const sent = await createMailer({ from, folder: files }, (line) => printed.push(line)).send(message);
  expect(sent).toEqual({ ok: true, value: null });
  expect(printed).toEqual([`Reset your password: ${message.link}`]);
  const [name = ''] = await readdir(files);
  expect(name).toMatch(/\.eml$/);
  expect((await stat(join(files, name))).mode & 0o777).toBe(0o600);
  expect((await stat(files)).mode & 0o777).toBe(0o700);
  const text = await readFile(join(files, name), 'utf8');
  expect(text).toMatch(/^From: List <list@example.org>$/m);
  expect(text).toMatch(/^To: ann@example.org$/m);
  expect(text).toContain('multipart/alternative');
});

test('[wire] for an email with a code, the code is printed', async () => {
  const printed: string[] = [];
  const mailer = createMailer({ from, folder: join(folder, 'codes') }, (line) => printed.push(line));
  await mailer.send({ ...message, kind: 'reauthentication', code: '012345' });
  expect(printed).toEqual(['Your verification code: 012345']);
});

test("[wire] an operator's template is sent, as plain text if it has no HTML", async () => {
  const files = join(folder, 'own');
  const templates = mapKinds((kind) =>
    kind === 'recovery'
      ? { subject: 'Neu für {{email}}', text: 'Bitte: {{link}}\n', html: null }
      : builtInTemplates[kind],
  );
  await createMailer({ from, folder: files, templates }, () => undefined).send(message);
  const [name = ''] = await readdir(files);
  const text = await readFile(join(files, name), 'utf8');
  expect(text).toMatch(/^Content-Type: text\/plain/m);
  expect(text).toContain('Bitte: http');
  expect(text).not.toContain('html');
});

test('[wire] an address cannot add a header or a second recipient', async () => {
  const files = join(folder, 'hostile');
  const templates = mapKinds((kind) => ({ ...builtInTemplates[kind], subject: 'Hi {{site}}' }));
  const hostile = { ...message, to: 'a@example.org\r\nBcc: b@example.org', site: 'x\r\nX-Bad: 1' };
  await createMailer({ from, folder: files, templates }, () => undefined).send(hostile);
  const written = await readdir(files);
  expect(written).toHaveLength(1);
  for (const name of written) {
    const text = await readFile(join(files, name), 'utf8');
    expect(text.slice(0, text.indexOf('\r\n\r\n'))).not.toMatch(/^(bcc|x-bad):/im);
  }
});

test('[wire] an email is sent to the configured SMTP server', async () => {
  const received: string[] = [];
  const closed: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    let receiving = false;
    closed.push(once(socket, 'close'));
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      received.push(text);
      if (receiving && !text.includes('\r\n.\r\n')) return;
      const answer = receiving ? '250 queued' : text.startsWith('DATA') ? '354 send data' : '250 ok';
      receiving = text.startsWith('DATA');
      socket.write(`${answer}\r\n`);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // A brief mailer closes the connection, so that a command ends. The server's stays open.
  const sent = await createMailer({ smtpUrl, from, folder, isBrief: true }, () => undefined).send(message);
  expect(sent).toEqual({ ok: true, value: null });
  await Promise.all(closed);
  expect(received.join('')).toContain('RCPT TO:<ann@example.org>');
  expect(received.join('')).toContain('Subject: Reset your password');
  server.close();
});

test('[wire] an unreachable server is a failure with a code and without an address', async () => {
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from, folder }, () => undefined);
  const sent = await mailer.send(message);
  expect(sent).toMatchObject({ ok: false, failure: { type: 'mail-not-sent', code: 'ESOCKET' } });
  expect(JSON.stringify(sent)).not.toContain('example.org');
});
