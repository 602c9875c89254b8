/** Deletes stored emails after 30 days: they contain links and addresses. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#server/log/log.ts';
import { readErrorCode } from '#server/result.ts';

const DAY_MS = 24 * 3600 * 1000;
const KEPT_DAYS = 30;

/**
 * Deletes them at once, and then daily. A folder may also have some from before emails were sent by SMTP.
 * @returns stops it
 */
export function deleteOldMail(folder: string, log: Log): () => void {
  const run = (): void =>
    void deleteOldFiles(folder).catch((error: unknown) => {
      const code = readErrorCode(error);
      if (code !== 'ENOENT') log.write('warn', 'stored emails not deleted', { code });
    });
  run();
  const timer = setInterval(run, DAY_MS).unref();
  return () => clearInterval(timer);
}

/** The names start with the time. */
async function deleteOldFiles(folder: string): Promise<void> {
  const oldest = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString().replaceAll(':', '-');
  const names = await readdir(folder);
  const old = names.filter((name) => /^\d{4}-\d\d-.*\.eml$/.test(name) && name < oldest);
  for (const name of old) await rm(join(folder, name), { force: true });
}
