/** What one server process costs another on the same Postgres: each hears of every change, whoever made it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadUpserts } from '#bench/load/upserts.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { createServerProcess } from '#bench/sync/server-process.ts';
import { createFolder } from '#bench/sync/stack.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOfServer } from './processes.ts';
import { gatherCallers, upsertAddress } from './upserts.ts';

const CALLERS = 20;
const LOAD_MS = 4000;

/** The rows of a second process that nobody asks anything, while the first one writes. */
export async function measureNeighbour({ server, databaseUrl }: Stack): Promise<readonly Row[]> {
  const folder = await createFolder();
  const second = await createServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    WEB_DIR: join(folder, 'web'),
  });
  try {
    const callers = await gatherCallers(server.address, CALLERS);
    await second.start();
    const clock = await cpuOfServer();
    const before = await clock();
    const { count } = await loadUpserts(upsertAddress(server.address), callers, LOAD_MS);
    const each = ((await clock()) - before) / count;
    return [toRow({ name: 'neighbour, Node for a change of others', ours: each, unit: 'ms of CPU', reach: null })];
  } finally {
    await second.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
