/** The stack for a run: a temporary folder, a private Postgres and the server. All are removed at the end. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { createServerProcess } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';

export type Stack = {
  /** The Postgres that our server and the reference share. */
  readonly databaseUrl: string;
  readonly server: ServerProcess;
  readonly end: () => Promise<void>;
};

/**
 * Starts Postgres and the server, both with durable settings.
 * @param settings further environment variables of the server
 */
export async function startStack(settings: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const folder = await createFolder();
  const postgres = await startPrivatePostgres(folder);
  if (!postgres.ok) throw new Error(`Postgres did not start: ${postgres.failure.type}`);
  const server = await createServerProcess({
    DATABASE_URL: postgres.value.url,
    DATA_DIR: folder,
    WEB_DIR: join(folder, 'web'),
    ...settings,
  });
  const endAll = async (): Promise<void> => {
    await server.stop();
    await postgres.value.stop();
    await rm(folder, { recursive: true, force: true });
  };
  // A signal and the end of the run may both call it; it runs once, and both wait for it.
  let shutdown: Promise<void> | null = null;
  const end = (): Promise<void> => (shutdown ??= endAll());
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit(1)));
  await server.start();
  return { databaseUrl: postgres.value.url, server, end };
}

/** Creates a folder with an app that is one empty page, so that a run does not measure the app's files. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'checklist-bench-'));
  const web = join(folder, 'web');
  await mkdir(web);
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Bench</title>');
  return folder;
}
