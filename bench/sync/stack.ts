/** The stack for a run: a temporary folder, a private Postgres and the server. All are removed at the end. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerProcess, type ServerProcess } from '#test/servers/server-process.ts';
import { startPrivatePostgres } from '#server/private-postgres/private-postgres.ts';

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
  const app = await createEmptyApp();
  const folder = await mkdtemp(join(tmpdir(), 'checklist-bench-'));
  const postgres = await startPrivatePostgres(folder);
  if (!postgres.ok) throw new Error(`Postgres did not start: ${postgres.failure.type}`);
  const server = await createServerProcess({ DATABASE_URL: postgres.value.url, WEB_DIR: app.folder, ...settings });
  const endAll = async (): Promise<void> => {
    await server.close();
    await postgres.value.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    await app.remove();
  };
  // A signal and the end of the run may both call it; it runs once, and both wait for it.
  let shutdown: Promise<void> | null = null;
  const end = (): Promise<void> => (shutdown ??= endAll());
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit(1)));
  await server.start();
  return { databaseUrl: postgres.value.url, server, end };
}

/** Creates an app that is one empty page, so that a run does not measure the app's files. */
export async function createEmptyApp(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'checklist-bench-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Bench</title>');
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }) };
}
