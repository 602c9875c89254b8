/** The first start of a fresh checkout, wherever it is and whichever user runs it. */
import { chmod, chown, copyFile, cp, link, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServerPrograms, findPostgres, waitForExit } from '#server/testing/server-programs.ts';
import { isAlive } from './process.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };

/** A folder that contains a copy of this project with its packages and its Node, so that no path leads out of it. */
let home: string;
const template = () => join(home, 'template');

type Case = {
  /** The folder of the checkout, in another one with this mode. */
  readonly folder: string;
  readonly mode: number;
  /** Whether the server runs as a user without rights, to whom only the data folder belongs. */
  readonly isOrdinary?: boolean;
  /** Whether the data folder is outside of the checkout. */
  readonly isElsewhere?: boolean;
};

const CASES: readonly (readonly [string, Case])[] = [
  ['in a folder that every user can enter', { folder: 'checklist', mode: 0o755 }],
  ['in a path with a space and an umlaut', { folder: 'Meine Einkäufe', mode: 0o755 }],
  [
    'on a read-only checkout with DATA_DIR elsewhere',
    { folder: 'checklist', mode: 0o755, isOrdinary: true, isElsewhere: true },
  ],
];
/** Only root can arrange these. */
const ROOT_CASES: readonly (readonly [string, Case])[] = [
  ['by root in a folder that only root can enter', { folder: 'Einkäufe zu Hause', mode: 0o700 }],
  ['by an ordinary user', { folder: 'checklist', mode: 0o755, isOrdinary: true }],
];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'checklist-first-start-'));
  await chmod(home, 0o755);
  await writeTemplate();
}, 120_000);
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 10 }));

let end: () => Promise<void>;
beforeEach(() => {
  end = async () => undefined;
});
afterEach(() => end());

test.each([...CASES, ...(IS_ROOT ? ROOT_CASES : [])])(
  '[arch-5] the server starts %s, stops, and finds its data again',
  async (_, given) => {
    const start = await arrange(given);
    expect(await start()).toBe(await start());
  },
);

/** Puts the checkout into its place. Returns a start and stop of the server, which gives the inode of the database. */
async function arrange({
  folder,
  mode,
  isOrdinary = false,
  isElsewhere = false,
}: Case): Promise<() => Promise<number>> {
  const above = join(home, 'above');
  const checkout = join(above, folder);
  const data = isElsewhere ? join(home, 'data elsewhere') : join(checkout, 'data');
  const user = findUser(isOrdinary);
  const programs = createServerPrograms(
    { DATA_DIR: data, WEB_DIR: join(checkout, 'dist'), RATE_LIMITS: 'off' },
    { node: join(checkout, 'node'), main: join(checkout, 'server/main.ts'), ...(user && { user }) },
  );
  await mkdir(above);
  await rename(template(), checkout);
  await mkdir(data);
  end = async () => {
    await programs.end();
    await chmod(checkout, 0o755);
    await rm(data, { recursive: true, force: true, maxRetries: 10 });
    await rename(checkout, template());
    await rm(above, { recursive: true });
  };
  if (user) await chown(data, user.uid, user.gid);
  if (isElsewhere) await chmod(checkout, 0o555);
  await chmod(above, mode);
  return async () => {
    const { program, address } = await programs.start({});
    expect((await fetch(`${address}/health`)).status).toBe(200);
    const pid = Number(await findPostgres(data));
    program.kill('SIGTERM');
    expect(await waitForExit(program)).toMatchObject({ code: 0, errorOutput: '' });
    expect(isAlive(pid)).toBe(false);
    return (await stat(join(data, 'postgres/PG_VERSION'))).ino;
  };
}

/** The user for the server; undefined for the user of the tests. */
const findUser = (isOrdinary: boolean) => (IS_ROOT && isOrdinary ? NOBODY : undefined);

async function writeTemplate(): Promise<void> {
  const copy = async (path: string): Promise<void> =>
    cp(join(PROJECT, path), join(template(), path), { recursive: true, verbatimSymlinks: true });
  await mkdir(join(template(), 'dist'), { recursive: true });
  await copyFile(join(PROJECT, 'web/index.html'), join(template(), 'dist/index.html'));
  await link(process.execPath, join(template(), 'node')).catch(() =>
    copyFile(process.execPath, join(template(), 'node')),
  );
  const lock = JSON.parse(await readFile(join(PROJECT, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: true }>>;
  };
  // Development packages and the Node that is linked above are not needed.
  const packages = Object.entries(lock.packages).filter(
    ([path, { dev }]) => dev !== true && !/^node_modules\/node-(?:linux|win)-/u.test(path),
  );
  for (const path of ['package.json', 'server', 'supabase', ...packages.map(([name]) => name)]) await copy(path);
}
