/** An operator's walk, as root and as an ordinary user: back up, copy, restore, upgrade, rotate a key, reset a password, fill the disk. */
import { execFile, spawnSync } from 'node:child_process';
import { chmod, chown, cp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/command/run-command.ts';
import {
  createServerPrograms,
  waitForExit,
  type ServerPrograms,
  type StartedProgram,
} from '#server/testing/server-programs.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../..');
const IS_ROOT = process.getuid?.() === 0;
/** Only root can mount a small disk, and in some containers not even root. */
const CAN_MOUNT = IS_ROOT && spawnSync('unshare', ['--mount', 'true']).status === 0;
/** Root starts the server as itself and as the user daemon; other users can only do it as themselves. */
const USERS = IS_ROOT
  ? [{ name: 'root' }, { name: 'an ordinary user', user: { uid: 1, gid: 1 } }]
  : [{ name: 'an ordinary user' }];

const [EMAIL, PASSWORD] = ['ann@example.org', 'correct horse'];
const sessionSchema = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) });
type Session = v.InferOutput<typeof sessionSchema>;

const sample = await writeSampleWebRoot();

afterAll(() => sample.remove());

describe.each(USERS)('as $name', { timeout: 180_000 }, ({ user }) => {
  let programs: ServerPrograms;
  let folder: string;
  const others: ServerPrograms[] = [];
  const createPrograms = (main: string): ServerPrograms =>
    createServerPrograms({ WEB_DIR: sample.folder, RATE_LIMITS: 'off' }, { main, ...(user && { user }) });

  beforeEach(async () => {
    programs = createPrograms(join(PROJECT, 'server/main.ts'));
    folder = await programs.makeFolder();
    if (user !== undefined) await chown(folder, user.uid, user.gid);
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await other.end();
    await programs.end();
  });

  /** Another copy of the server, as `git clone` makes one, optionally of a version with fewer migrations. */
  async function clone(lastMigration = '9999'): Promise<ServerPrograms> {
    const place = await programs.makeFolder();
    await chmod(place, 0o755);
    for (const part of ['server', 'supabase', 'package.json']) {
      await cp(join(PROJECT, part), join(place, part), { recursive: true });
    }
    await symlink(join(PROJECT, 'node_modules'), join(place, 'node_modules'));
    const migrations = join(place, 'supabase/migrations');
    for (const name of await readdir(migrations))
      if (name.slice(0, 4) > lastMigration) await rm(join(migrations, name));
    const other = createPrograms(join(place, 'server/main.ts'));
    others.push(other);
    return other;
  }

  test('[P1] lists survive a backup, a copied folder, and a restore with a fresh clone', async () => {
    const [data, copy, restored] = ['data', 'copy', 'restored'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const file = join(folder, 'saved.gz');
    const first = await programs.start({ DATA_DIR: data });
    const session = await post(first, 'signup', { email: EMAIL, password: PASSWORD });
    expect(await add(first, session, 'milk')).toBe(201);
    expect(await programs.command('backup/backup.ts', { DATA_DIR: data }, file)).toMatchObject({ code: 0 });
    expect(await add(first, session, 'bread')).toBe(201);
    await stop(first);

    await run('cp', ['-a', data, copy]);
    const second = await programs.start({ DATA_DIR: copy });
    expect(await readItems(second, await signIn(second))).toEqual(['bread', 'milk']);
    await stop(second);

    const fresh = await clone();
    expect(await fresh.command('backup/restore.ts', { DATA_DIR: restored }, file)).toMatchObject({
      code: 0,
      errorOutput: '',
    });
    const third = await fresh.start({ DATA_DIR: restored });
    expect(await readItems(third, await signIn(third))).toEqual(['milk']);
    await stop(third);
  });

  test('[P6] an upgrade keeps the lists, the older version then refuses them and changes nothing, and restoring a backup returns to it', async () => {
    const [older, data, before] = [await clone('0008'), join(folder, 'data'), join(folder, 'before.gz')];
    const first = await older.start({ DATA_DIR: data });
    expect(first.output).toContain('schema 0008_amounts');
    const session = await post(first, 'signup', { email: EMAIL, password: PASSWORD });
    expect(await add(first, session, 'milk')).toBe(201);
    expect(await older.command('backup/backup.ts', { DATA_DIR: data }, before)).toMatchObject({ code: 0 });
    await stop(first);

    const second = await programs.start({ DATA_DIR: data });
    expect(await readItems(second, await signIn(second))).toEqual(['milk']);
    expect(await add(second, await signIn(second), 'bread')).toBe(201);
    await stop(second);

    const refusal =
      /^A newer version of Checklist has upgraded this database \(\d{4}_\w+\.sql\)\. Nothing was changed\. .*\n$/u;
    for (const ended of [
      await waitForExit(older.run({ DATA_DIR: data })),
      await older.command('rotate-key.ts', { DATA_DIR: data }),
    ]) {
      expect(ended).toEqual({ code: 1, output: '', errorOutput: expect.stringMatching(refusal) });
    }
    const third = await programs.start({ DATA_DIR: data });
    expect(await readItems(third, await signIn(third))).toEqual(['bread', 'milk']);
    await stop(third);

    const back = await older.command('backup/restore.ts', { DATA_DIR: data }, before, '--replace');
    expect(back).toMatchObject({ code: 0, errorOutput: '' });
    const fourth = await older.start({ DATA_DIR: data });
    expect(await readItems(fourth, await signIn(fourth))).toEqual(['milk']);
  });

  test('[P2] rotated keys and a reset password take effect while the server runs', async () => {
    const data = join(folder, 'data');
    const server = await programs.start({ DATA_DIR: data });
    const session = await post(server, 'signup', { email: EMAIL, password: PASSWORD });
    expect(await programs.command('rotate-key.ts', { DATA_DIR: data })).toMatchObject({
      code: 0,
      output: expect.stringContaining('Servers are running on this database.'),
    });
    expect(await add(server, session, 'milk')).toBe(201);
    expect(await programs.command('rotate-key.ts', { DATA_DIR: data }, '--revoke-all')).toMatchObject({ code: 0 });
    await expect.poll(async () => (await read(server, session, 'select=id')).status).toBe(401);
    expect(await add(server, session, 'bread')).toBe(401);
    expect(await readItems(server, await signIn(server))).toEqual(['milk']);

    const printed = readOutput(server, /^Reset your password: (?<found>\S+)$/mu);
    await request(server, 'auth/v1/recover', { method: 'POST', body: JSON.stringify({ email: EMAIL }) });
    const opened = await fetch(await printed, { redirect: 'manual' });
    const token = new URLSearchParams(URL.parse(opened.headers.get('location') ?? '')?.hash.slice(1)).get(
      'access_token',
    );
    const headers = { authorization: `Bearer ${token}` };
    const body = JSON.stringify({ password: 'another horse' });
    expect((await request(server, 'auth/v1/user', { method: 'PUT', headers, body })).status).toBe(200);
    await expect(signIn(server)).rejects.toThrow('access_token');
    expect(await readItems(server, await signIn(server, 'another horse'))).toEqual(['milk']);
  });

  const reported = async (server: StartedProgram): Promise<string> => (await request(server, 'health', {})).text();

  describe.runIf(CAN_MOUNT)('on a disk that fills up', () => {
    afterEach(() => run('umount', ['-l', folder]));

    test('[P5] it says so, refuses writes, and recovers without a restart; nothing confirmed is lost', async () => {
      await run('mount', [
        '-t',
        'tmpfs',
        '-o',
        `size=220m,mode=755,uid=${user?.uid ?? 0},gid=${user?.gid ?? 0}`,
        'tmpfs',
        folder,
      ]);
      const data = join(folder, 'data');
      const server = await programs.start({ DATA_DIR: data });
      const session = await post(server, 'signup', { email: EMAIL, password: PASSWORD });
      let [tries, confirmed] = [0, 0];
      const fill = async (): Promise<number> => {
        tries += 1;
        const status = await addMany(server, session, `${tries}`);
        if (status === 201) confirmed += ROWS_AT_ONCE;
        return status;
      };
      expect(await fill()).toBe(201);
      await writeFile(join(folder, 'ballast'), new Uint8Array(300_000_000)).catch(() => undefined);
      await vi.waitFor(async () => expect(await fill()).toBeGreaterThanOrEqual(500), {
        timeout: 60_000,
        interval: 1,
      });
      await vi.waitFor(async () =>
        expect(await reported(server)).toMatch(/"disk-low".*"disk-full"|"disk-full".*"disk-low"/u),
      );
      const file = join(folder, 'saved.gz');
      expect(await programs.command('backup/backup.ts', { DATA_DIR: data }, file)).toEqual({
        code: 1,
        output: '',
        errorOutput: `${file} could not be written (ENOSPC).\n`,
      });
      await rm(join(folder, 'ballast'));
      await vi.waitFor(async () => expect(await fill()).toBe(201), { timeout: 60_000, interval: 200 });
      expect(await reported(server)).not.toContain('disk-full');
      expect(await countItems(server, session)).toBeGreaterThanOrEqual(confirmed);
      expect(await programs.command('backup/backup.ts', { DATA_DIR: data }, file)).toMatchObject({ code: 0 });
    });
  });

  test.runIf(!CAN_MOUNT)(
    '[P5] a full disk (here a trigger with its error, because no small disk can be mounted) is reported until a write succeeds',
    async () => {
      const data = join(folder, 'data');
      const server = await programs.start({ DATA_DIR: data });
      const session = await post(server, 'signup', { email: EMAIL, password: PASSWORD });
      const opened = await openDatabase({ databaseUrl: null, dataFolder: data, purpose: 'read' });
      if (!opened.ok) throw new Error(opened.failure.type);
      const { sql, close } = opened.value;
      await sql`create function checklist_server.refuse() returns trigger language plpgsql as $$ begin raise 'full' using errcode = '53100'; end $$`;
      await sql`create trigger full_disk before insert on grocery_items execute function checklist_server.refuse()`;
      expect(await add(server, session, 'milk')).toBeGreaterThanOrEqual(500);
      expect(await reported(server)).toContain('disk-full');
      await sql`drop trigger full_disk on grocery_items`;
      await close();
      expect(await add(server, session, 'milk')).toBe(201);
      expect(await reported(server)).not.toContain('disk-full');
    },
  );
});

const request = ({ address }: StartedProgram, path: string, init: RequestInit): Promise<Response> =>
  fetch(`${address}/${path}`, init);

async function post(server: StartedProgram, path: string, body: object): Promise<Session> {
  const response = await request(server, `auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return v.parse(sessionSchema, await response.json());
}

const signIn = (server: StartedProgram, password = PASSWORD): Promise<Session> =>
  post(server, 'token?grant_type=password', { email: EMAIL, password });

const write = async (
  server: StartedProgram,
  { access_token: token }: Session,
  rows: readonly object[],
): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, apikey: token, 'content-type': 'application/json' };
  return (await request(server, 'rest/v1/grocery_items', { method: 'POST', headers, body: JSON.stringify(rows) }))
    .status;
};

const add = (server: StartedProgram, session: Session, name: string): Promise<number> =>
  write(server, session, [{ id: `${session.user.id}-${name}`, user_id: session.user.id, name }]);

const ROWS_AT_ONCE = 300;

const addMany = (server: StartedProgram, session: Session, prefix: string): Promise<number> => {
  const rows = Array.from({ length: ROWS_AT_ONCE }, (_, index) => ({
    id: `${prefix}-${index}`,
    user_id: session.user.id,
    name: 'x'.repeat(150),
  }));
  return write(server, session, rows);
};

const read = (server: StartedProgram, { access_token: token }: Session, query: string): Promise<Response> =>
  request(server, `rest/v1/grocery_items?${query}`, {
    headers: { authorization: `Bearer ${token}`, apikey: token, prefer: 'count=exact' },
  });

async function readItems(server: StartedProgram, session: Session): Promise<readonly string[]> {
  const rows = v.parse(
    v.array(v.object({ name: v.string() })),
    await (await read(server, session, 'select=name&order=name')).json(),
  );
  return rows.map(({ name }) => name);
}

async function countItems(server: StartedProgram, session: Session): Promise<number> {
  const range = (await read(server, session, 'select=id&limit=1')).headers.get('content-range');
  return Number(range?.split('/')[1]);
}

/** Waits for a line on the operator's console, and returns its part `found`. */
async function readOutput({ program }: StartedProgram, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of program.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    const found = pattern.exec(output)?.groups?.['found'];
    if (found !== undefined) return found;
  }
  throw new Error(`The server has stopped: ${output}`);
}

async function stop({ program }: StartedProgram): Promise<void> {
  const ended = waitForExit(program);
  program.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
}
