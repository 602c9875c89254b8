/** The private Postgres: creating, finding, interrupting, killing, sharing and stopping it. */
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createServerPrograms,
  findPostgres,
  waitForExit,
  type ServerPrograms,
  type StartedProgram,
} from '#server/testing/server-programs.ts';
import { advisoryLocks } from '#server/advisory-locks.ts';
import { isAlive } from './process.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';
import { startPrivatePostgres } from './private-postgres.ts';

const sample = await writeSampleWebRoot();
let programs: ServerPrograms;
let folder: string;

afterAll(() => sample.remove());

beforeEach(async () => {
  programs = createServerPrograms({ WEB_DIR: sample.folder, RATE_LIMITS: 'off' });
  folder = await programs.makeFolder();
});
afterEach(() => programs.end());

/** Starts the database of the folder, asks it, and stops it. */
async function ask(query: string): Promise<readonly unknown[]> {
  const started = await startPrivatePostgres(folder);
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  const sql = postgres(started.value.url, { max: 1 });
  try {
    return [...(await sql.unsafe(query))];
  } finally {
    await sql.end();
    await started.value.stop();
  }
}

const unfinished = async (): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('postgres-new-'));

test('[arch-5] the first start creates the database, the second finds it with its data, and a stop ends it', async () => {
  await ask('create table kept (word text); insert into kept values ($$milk$$)');
  expect(await findPostgres(folder)).toBeNull();
  expect(await ask('select word from kept')).toEqual([{ word: 'milk' }]);
  expect(await findPostgres(folder)).toBeNull();
  expect(await readdir(folder)).toEqual(['database.txt', 'lock', 'postgres']);
});

test('[arch-5] the database listens on loopback only, requires a password that only its owner can read, and writes durably', async () => {
  const names = `('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'full_page_writes')`;
  expect(await ask(`select name, setting from pg_settings where name in ${names} order by name`)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'unix_socket_directories', setting: '' },
  ]);
  expect((await stat(join(folder, 'postgres/checklist-password'))).mode & 0o777).toBe(0o600);
  const rules = (await readFile(join(folder, 'postgres/pg_hba.conf'), 'utf8')).match(/^(?:host|local).*$/gmu) ?? [];
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules) expect(rule).toMatch(/scram-sha-256$/u);
});

test("[arch-5] the database process gets none of the server's secrets in its environment", async () => {
  const { address } = await programs.start({ DATA_DIR: folder, SMTP_URL: 'smtp://me:secret@127.0.0.1:9' });
  expect((await fetch(`${address}/health`)).status).toBe(200);
  const environment = await readFile(`/proc/${await findPostgres(folder)}/environ`, 'utf8');
  expect(environment).toContain('LC_ALL=C');
  expect(environment).not.toMatch(/SMTP_URL|WEB_DIR|secret/u);
});

test('[arch-5] an interrupted initialization is repeated and leaves nothing behind', async () => {
  await mkdir(join(folder, 'postgres-new-abc/base'), { recursive: true });
  await writeFile(join(folder, 'postgres-new-abc/PG_VERSION'), '18\n');
  await writeFile(join(folder, 'postgres-new-abc.password'), 'x');
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
  expect(await unfinished()).toEqual([]);
});

test('[arch-5] a server killed while it created the database creates it at the next start', async () => {
  const first = programs.run({ DATA_DIR: folder });
  await vi.waitFor(async () => expect(await unfinished()).not.toEqual([]), { interval: 5 });
  first.kill('SIGKILL');
  await once(first, 'exit');
  const { address } = await programs.start({ DATA_DIR: folder });
  expect((await fetch(`${address}/health`)).status).toBe(200);
});

test('[P1] files that are not a database are refused and stay unchanged', async () => {
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres/precious.txt'), 'mine');
  const { errorOutput, code } = await waitForExit(programs.run({ DATA_DIR: folder }));
  expect(errorOutput).toMatch(/^Checklist did not create .+\n$/u);
  expect(code).toBe(1);
  expect(await readdir(join(folder, 'postgres'))).toEqual(['precious.txt']);
});

test('[arch-5] the server waits for a database that is still shutting down', async () => {
  const started = await startPrivatePostgres(folder);
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  started.value.leave();
  const sql = postgres(started.value.url, { max: 1 });
  await sql`create table kept (word text)`;
  // With SIGTERM it waits for its clients: "smart shutdown".
  process.kill(Number(await findPostgres(folder)), 'SIGTERM');
  await vi.waitFor(async () =>
    expect(await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).toContain('stopping'),
  );
  const asked = ask('select count(*)::int as rows from kept');
  await wait(300);
  await sql.end();
  expect(await asked).toEqual([{ rows: 0 }]);
});

type Account = { readonly address: string; readonly headers: Readonly<Record<string, string>> };

async function signUp({ address }: Pick<StartedProgram, 'address'>): Promise<Account> {
  const { anonKey } = (await (await fetch(`${address}/config.json`)).json()) as { anonKey: string };
  const answer = await fetch(`${address}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.org', password: 'correct horse' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return {
    address,
    headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  };
}

const write = async ({ address, headers }: Account, id: string): Promise<number> => {
  const body = JSON.stringify({ id, name: id });
  return fetch(`${address}/rest/v1/grocery_items`, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  );
};

async function readIds({ address, headers }: Account): Promise<readonly string[]> {
  const answer = await fetch(`${address}/rest/v1/grocery_items?select=id&order=version`, { headers });
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

test('[arch-5] a killed server leaves its database to the next one, with every acknowledged write', async () => {
  const first = await programs.start({ DATA_DIR: folder });
  const account = await signUp(first);
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (let n = 0; (await write(account, `item-${n}`)) === 201; n += 1) acknowledged.push(`item-${n}`);
  })();
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(50));
  first.program.kill('SIGKILL');
  await writing;
  const pid = await findPostgres(folder);
  expect(pid).not.toBeNull();

  const second = await programs.start({ DATA_DIR: folder });
  expect(await findPostgres(folder)).toBe(pid);
  // The token, too, is good at the next server, though that has another port.
  expect(await readIds({ ...account, address: second.address })).toEqual(expect.arrayContaining(acknowledged));
  second.program.kill('SIGTERM');
  expect(await waitForExit(second.program)).toMatchObject({ code: 0, output: 'Checklist has stopped.\n' });
  expect(isAlive(Number(pid))).toBe(false);
});

test('[arch-5] a killed database is restarted, with every acknowledged write', async () => {
  const server = await programs.start({ DATA_DIR: folder });
  const account = await signUp(server);
  expect(await write(account, 'before')).toBe(201);
  const pid = Number(await findPostgres(folder));
  process.kill(pid, 'SIGKILL');
  // Its other processes still answer until they notice.
  await expect.poll(() => findPostgres(folder)).not.toBeOneOf([pid, null]);
  const again = Number(await findPostgres(folder));
  // 409 after a write whose answer was lost.
  await expect.poll(() => write(account, 'after'), { interval: 200 }).toBeOneOf([201, 409]);
  await expect.poll(async () => (await fetch(`${server.address}/health`)).status).toBe(200);
  await expect.poll(() => readIds(account).catch(() => [])).toEqual(['before', 'after']);

  // The database belongs to this server again, and stops with it.
  await vi.waitFor(async () => expect(await countClaims()).toBe(1));
  expect(await waitForExit(programs.run({ DATA_DIR: folder }))).toMatchObject({ code: 1, output: '' });
  server.program.kill('SIGTERM');
  await once(server.program, 'exit');
  expect(isAlive(again)).toBe(false);
});

/** How many processes have claimed the running database. */
async function countClaims(): Promise<number> {
  const files = join(folder, 'postgres');
  const [note, password] = await Promise.all(
    ['postmaster.pid', 'checklist-password'].map((name) => readFile(join(files, name), 'utf8')),
  );
  const sql = postgres(`postgres://postgres:${password?.trim()}@127.0.0.1:${note?.split('\n')[3]}/postgres`, {
    max: 1,
  });
  try {
    return (
      await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.claimFolder} and granted`
    ).length;
  } finally {
    await sql.end();
  }
}

test('[arch-5] a second server on a data folder prints one sentence and exits, and the first keeps running', async () => {
  const first = await programs.start({ DATA_DIR: folder });
  const account = await signUp(first);
  const pid = await findPostgres(folder);
  expect(await waitForExit(programs.run({ DATA_DIR: folder }))).toEqual({
    output: '',
    errorOutput: `Another Checklist server is using the data folder ${folder}, perhaps in another container. Stop it, or set DATA_DIR to another folder.\n`,
    code: 1,
  });
  expect(await findPostgres(folder)).toBe(pid);
  expect(await write(account, 'still-here')).toBe(201);
});

test('[arch-5] of two servers that start at once on an empty folder, one gets it and the other reports that it is in use', async () => {
  const outcomes = await Promise.allSettled([1, 2].map(() => programs.start({ DATA_DIR: folder })));
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
  const losers = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => String(reason));
  expect(losers).toEqual([expect.stringContaining('Another Checklist server is using the data folder')]);
  for (const winner of winners) expect(await write(await signUp(winner), 'milk')).toBe(201);
  expect(await unfinished()).toEqual([]);
});

test('[arch-5] a signal during the start stops the server and its database', async () => {
  // Once while the database is made, once while it is started.
  const signs = [unfinished, () => readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')];
  for (const find of signs) {
    folder = await programs.makeFolder();
    const program = programs.run({ DATA_DIR: folder });
    await vi.waitFor(async () => expect(await find()).not.toHaveLength(0), { interval: 1 });
    const pid = await findPostgres(folder);
    program.kill('SIGTERM');
    expect(await waitForExit(program)).toEqual({ output: 'Checklist has stopped.\n', errorOutput: '', code: 0 });
    expect(pid !== null && isAlive(pid)).toBe(false);
    expect(await findPostgres(folder)).toBeNull();
  }
});
