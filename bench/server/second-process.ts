/** The cost of a second server process on the same Postgres, which is notified of every change. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadUpserts } from '#bench/load/load-upserts.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { createServerProcess } from '#bench/sync/server-process.ts';
import { createFolder } from '#bench/sync/stack.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOfServer } from './cpu-time.ts';
import { signUpCallers, upsertAddress } from './upserts.ts';

const CALLERS = 20;
const LOAD_MS = 4000;

/** Measures a second process without clients while the first one writes. */
export async function measureSecondProcess({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const folder = await createFolder();
  const second = await createServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    WEB_DIR: join(folder, 'web'),
  });
  try {
    const callers = await signUpCallers(server.address, CALLERS);
    await second.start();
    const clock = await cpuOfServer();
    const before = await clock();
    const { count } = await loadUpserts(upsertAddress(server.address), callers, LOAD_MS);
    const each = ((await clock()) - before) / count;
    return [toRow({ name: 'second process, Node for each change', ours: each, unit: 'ms of CPU', limit: null })];
  } finally {
    await second.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
