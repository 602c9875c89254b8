/** The data is where DATA_DIR says: copied, moved, missing and foreign folders, as root and as the service's user. */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createServerPrograms,
  findPostgres,
  waitForExit,
  type ServerPrograms,
} from '#server/testing/server-programs.ts';
import { writeSampleWebRoot, type SampleWebRoot } from '#server/testing/sample-web-root.ts';

const IS_ROOT = process.getuid?.() === 0;
/** The user daemon, who owns no other file here. */
const SERVICE = { uid: 1, gid: 1 };

let sample: SampleWebRoot;
let programs: ServerPrograms;
let folder: string;

beforeAll(async () => {
  sample = await writeSampleWebRoot();
});
afterAll(() => sample.remove());
beforeEach(async () => {
  programs = createServerPrograms({ WEB_DIR: sample.folder, RATE_LIMITS: 'off' });
  folder = await programs.makeFolder();
});
afterEach(() => programs.end());

const call = async (address: string, path: string): Promise<number> => {
  const body = JSON.stringify({ email: 'ann@example.org', password: 'correct horse' });
  return (await fetch(`${address}/auth/v1/${path}`, { method: 'POST', body })).status;
};
const signUp = (address: string) => call(address, 'signup');
const signIn = (address: string) => call(address, 'token?grant_type=password');

/** Starts a server, lets it work, and stops it with its database. */
async function serve<Value>(dataFolder: string, work: (address: string) => Promise<Value>): Promise<Value> {
  const { program, address } = await programs.start({ DATA_DIR: dataFolder });
  const value = await work(address);
  const ended = waitForExit(program);
  program.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, errorOutput: '' });
  return value;
}

const refuse = async (dataFolder: string): Promise<string> => {
  const { output, errorOutput, code } = await waitForExit(programs.run({ DATA_DIR: dataFolder }));
  expect([output, code]).toEqual(['', 1]);
  return errorOutput;
};

test('[P1] a copy of the data folder is a server with all data, and does not touch the original', async () => {
  const [original, copy] = [join(folder, 'data'), join(folder, 'copy')];
  await mkdir(original, { mode: 0o700 });
  // Only the owner of the folders can enter them.
  await chmod(folder, 0o700);
  expect(await serve(original, signUp)).toBe(200);
  await promisify(execFile)('cp', ['-a', original, copy]);
  await rename(original, join(folder, 'moved'));
  expect(await serve(copy, signIn)).toBe(200);
  expect(await serve(join(folder, 'moved'), signIn)).toBe(200);
});

test('[P1] a folder that had a database never gets an empty one', async () => {
  await serve(folder, signUp);
  await rm(join(folder, 'postgres'), { recursive: true });
  expect(await refuse(folder)).toMatch(/^The database of \S+ is missing: .*\n$/u);
  expect(await readdir(folder)).toEqual(['database.txt', 'lock']);
  // The operator decides.
  await rm(join(folder, 'database.txt'));
  expect(await serve(folder, signIn)).toBe(400);
});

test('[P1] a database outside of the data folder is refused, with the command that moves it', async () => {
  const elsewhere = await programs.makeFolder();
  await serve(elsewhere, signUp);
  await symlink(join(elsewhere, 'postgres'), join(folder, 'postgres'));
  const [, command] = /: (rm .*)\n$/u.exec(await refuse(folder)) ?? [];
  await promisify(execFile)('sh', ['-c', command ?? 'false']);
  expect(await serve(folder, signIn)).toBe(200);
});

test('[P1] a link that leads nowhere is refused', async () => {
  await symlink('/nowhere/postgres', join(folder, 'postgres'));
  expect(await refuse(folder)).toMatch(/is a link to \/nowhere\/postgres/u);
  expect(await readdir(folder)).toEqual(['postgres']);
});

test('[P1] a folder in which nothing can be created is refused at once', async () => {
  expect(await refuse('/proc/checklist/data')).toMatch(
    /^The server can't write to the data folder \/proc\/checklist\/data/u,
  );
});

test('[P2] no command creates the database that it was to read or change', async () => {
  const missing = join(folder, 'missing');
  const sentence = `There is no database in ${missing}. Use the server's DATA_DIR or DATABASE_URL.\n`;
  for (const [file, ...words] of [['rotate-key.ts'], ['rotate-key.ts', '--revoke-all'], ['backup/backup.ts', 'a.gz']]) {
    const done = await programs.command(file ?? '', { DATA_DIR: missing, INIT_CWD: folder }, ...words);
    expect(done).toEqual({ code: 1, output: '', errorOutput: sentence });
  }
  expect(await readdir(folder)).toEqual([]);
});

describe.runIf(IS_ROOT)('with a service whose data only its user can enter', () => {
  /** The layout of docs/guides/raspberry-pi.md. */
  const arrange = async (): Promise<{ readonly data: string; readonly asService: ServerPrograms }> => {
    await chown(folder, SERVICE.uid, SERVICE.gid);
    const asService = createServerPrograms({ WEB_DIR: sample.folder, RATE_LIMITS: 'off' }, { user: SERVICE });
    return { data: join(folder, 'data'), asService };
  };

  test('[P2] root saves, restores and rotates keys, and the service can use the result', async () => {
    const { data, asService } = await arrange();
    try {
      const first = await asService.start({ DATA_DIR: data });
      expect(await signUp(first.address)).toBe(200);
      const file = join(folder, 'saved.gz');
      expect(await programs.command('backup/backup.ts', { DATA_DIR: data }, file)).toMatchObject({ code: 0 });
      expect(await programs.command('rotate-key.ts', { DATA_DIR: data })).toMatchObject({ code: 0 });
      const restored = join(folder, 'restored');
      expect(await programs.command('backup/restore.ts', { DATA_DIR: restored }, file)).toMatchObject({
        code: 0,
        errorOutput: '',
      });
      const owners = await Promise.all(
        [restored, join(restored, 'database.txt'), join(restored, 'postgres/checklist-password')].map((path) =>
          stat(path),
        ),
      );
      expect(owners.map(({ uid }) => uid)).toEqual([SERVICE.uid, SERVICE.uid, SERVICE.uid]);
      const second = await asService.start({ DATA_DIR: restored });
      expect(await signIn(second.address)).toBe(200);
    } finally {
      await asService.end();
    }
  });

  test('[P2] another user gets an error that names the owner of the database', async () => {
    await serve(folder, signUp);
    await chmod(folder, 0o777);
    const asService = createServerPrograms({ WEB_DIR: sample.folder }, { user: SERVICE });
    const { errorOutput } = await waitForExit(asService.run({ DATA_DIR: folder }));
    expect(errorOutput).toMatch(/ belongs to another user \(\d+\)\. Run this command as that user or as root\.\n$/u);
    expect(await findPostgres(folder)).toBeNull();
  });
});

test('[P2] an unknown argument is refused', async () => {
  await writeFile(join(folder, 'a'), '');
  for (const word of ['--revokeall', 'now']) {
    expect(await programs.command('rotate-key.ts', { DATA_DIR: folder }, word)).toEqual({
      code: 1,
      output: '',
      errorOutput: 'Usage: npm run rotate-key [-- --revoke-all]\n',
    });
  }
});
