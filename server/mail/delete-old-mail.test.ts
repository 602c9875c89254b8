/** How long emails that became files are kept. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createServerPrograms } from '#server/testing/server-programs.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';
import { deleteOldMail } from './create-mailer.ts';

const DAY_MS = 24 * 3600 * 1000;
const toName = (days: number): string =>
  `${new Date(Date.now() - days * DAY_MS).toISOString().replaceAll(':', '-')}-x.eml`;
const log = { write: vi.fn<() => void>() };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

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
