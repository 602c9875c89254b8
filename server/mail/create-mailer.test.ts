/** Emails become files, which are kept for a while, or are sent by SMTP, and an address cannot inject headers. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createMailer, deleteOldMail } from './create-mailer.ts';
import { type AccountEmail, builtInTemplates, mapKinds } from './mail.ts';
import { createServerPrograms } from '#server/testing/server-programs.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

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

const DAY_MS = 24 * 3600 * 1000;
const toName = (days: number): string =>
  `${new Date(Date.now() - days * DAY_MS).toISOString().replaceAll(':', '-')}-x.eml`;
const log = { write: vi.fn<() => void>() };

test('[wire] stored emails are deleted after 30 days, also if no other email is stored, and other files are kept', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const [old, recent, later] = [toName(31), toName(29.5), toName(28.5)];
  for (const name of [old, recent, later, 'notes.txt']) await writeFile(join(folder, name), '');
  const stop = deleteOldMail(folder, log);
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([recent, later, 'notes.txt']));
  vi.advanceTimersByTime(DAY_MS);
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([later, 'notes.txt']));
  stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(log.write).not.toHaveBeenCalled();
});

test('[wire] a missing folder of stored emails is no failure; one that cannot be read is a warning', async () => {
  deleteOldMail(join(folder, 'none'), log)();
  await writeFile(join(folder, 'file'), '');
  deleteOldMail(join(folder, 'file'), log)();
  const warning = ['warn', 'stored emails not deleted', { code: 'ENOTDIR' }];
  await vi.waitFor(() => expect(log.write.mock.calls).toEqual([warning]));
});

test('[wire] a server deletes old stored emails when it starts, even if it sends no emails itself', async () => {
  const sample = await writeSampleWebRoot();
  const programs = createServerPrograms({ WEB_DIR: sample.folder });
  onTestFinished(async () => {
    await programs.end();
    await sample.remove();
  });
  const mail = join(folder, 'mail');
  await mkdir(mail);
  for (const name of [toName(31), 'notes.txt']) await writeFile(join(mail, name), '');
  await programs.start({ DATA_DIR: folder, BACKEND_URL: 'https://x.example', BACKEND_ANON_KEY: 'key' });
  await expect.poll(() => readdir(mail)).toEqual(['notes.txt']);
});
