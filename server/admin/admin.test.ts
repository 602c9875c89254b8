/** `npm run admin` as a program, beside a server and without one, on an external and on the private database. */
import { spawn } from 'node:child_process';
import { chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { performNamed } from '#server/command/run-command.ts';
import { connectDatabase } from '#server/database/connect-database.ts';
import { failureToMessage } from '#server/failures.ts';
import { messages } from '#server/messages.ts';
import {
  createServerPrograms,
  findPostgres,
  waitForExit,
  type ServerPrograms,
} from '#server/testing/server-programs.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';
import { adminCommands } from './commands.ts';

const sample = await writeSampleWebRoot();
let programs: ServerPrograms;
let folder: string;
beforeEach(async () => {
  programs = createServerPrograms({ WEB_DIR: sample.folder, RATE_LIMITS: 'off' });
  folder = await programs.makeFolder();
});
afterEach(() => programs.end());
afterAll(() => sample.remove());

type Env = Readonly<Record<string, string>>;

type Run = (env: Env, line: string, input?: string) => Promise<Awaited<ReturnType<typeof waitForExit>>>;

/** Runs a command, such as `reset ann@example.org --print`, in this process. */
const run: Run = async (env, line, input = '') => {
  const args = line === '' ? [] : line.split(' ');
  const done = await performNamed(adminCommands, messages.adminUsage, { args, env, input: Readable.from([input]) });
  if (!done.ok) return { code: 1, output: '', errorOutput: `${failureToMessage(done.failure)}\n` };
  return { code: 0, output: done.value.map((text) => `${text}\n`).join(''), errorOutput: '' };
};

const runProgram: Run = (env, line) => {
  const words = [join(import.meta.dirname, 'admin.ts'), ...line.split(' ')];
  return waitForExit(spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
};

async function succeed(...[env, line, input, by = run]: [...Parameters<Run>, by?: Run]): Promise<string> {
  const done = await by(env, line, input);
  expect(done).toMatchObject({ code: 0, errorOutput: '' });
  return done.output;
}

const succeedAsProgram = (env: Env, line: string) => succeed(env, line, '', runProgram);

async function refuse(env: Env, line: string): Promise<string> {
  const done = await run(env, line);
  expect(done).toMatchObject({ code: 1, output: '' });
  return done.errorOutput;
}

const sessionSchema = v.looseObject({ access_token: v.optional(v.string(), '') });
const PASSWORD = 'correct horse';

function createClient(address: string) {
  const send = (path: string, body: object) =>
    fetch(`${address}/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const read = async (path: string, token: string) =>
    (await fetch(`${address}${path}`, { headers: { apikey: token, authorization: `Bearer ${token}` } })).status;
  return {
    signIn: async (email: string, password = PASSWORD) =>
      (await send('token?grant_type=password', { email, password })).status,
    signUp: async (email: string) =>
      v.parse(sessionSchema, await (await send('signup', { email, password: PASSWORD })).json()).access_token,
    read,
    async readActivity(token: string) {
      const headers = { apikey: token, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${address}/rest/v1/rpc/list_activity`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      return JSON.stringify(await answer.json());
    },
  };
}

/** Follows a printed link and returns the fragment of the app's address. */
async function follow(address: string, output: string): Promise<URLSearchParams> {
  const printed = new URL(/https?:\S+/u.exec(output)?.[0] ?? '');
  const link = new URL(`${printed.pathname}${printed.search}`, address);
  const answer = await fetch(link, { redirect: 'manual' });
  return new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1));
}

test('[P3] beside a server on an external database, an operator manages people from invitation to deletion', async () => {
  const env = { DATABASE_URL: await createTestUrl(), DATA_DIR: folder, SIGNUP_ENABLED: 'off' };
  const { address } = await programs.start(env);
  const { sql, close } = await connectDatabase({ url: env.DATABASE_URL, poolSize: 1 });
  onTestFinished(close);
  const client = createClient(address);
  expect(await succeed(env, 'list')).toBe('There are no accounts yet.\n');
  expect(await succeed(env, 'create Ann@Example.org --password', `${PASSWORD}\n`)).toBe(
    'Created the account ann@example.org. Its owner can sign in with the password.\n',
  );
  expect(await client.signIn('ann@example.org')).toBe(200);
  expect(await succeed(env, 'list')).toMatch(
    /^EMAIL .* SIZE\nann@example\.org  20\d\d-\d\d-\d\d \d\d:\d\d  20\S+ \d\d:\d\d  yes +no +1 +0 +\d+ B\n$/u,
  );

  // Without a mail server, the link of an invitation is printed, and its email becomes a file.
  const invited = await succeed(env, 'invite ben@example.org');
  expect(invited).toMatch(
    /^SMTP_URL is not set, so the email was saved in \S+\/mail\. .*\nYour invitation to Checklist: http/u,
  );
  expect(await readdir(join(folder, 'mail'))).toHaveLength(1);
  expect((await follow(address, invited)).get('type')).toBe('invite');

  const session = await follow(address, await succeed(env, 'reset ann@example.org --print'));
  expect(session.get('type')).toBe('recovery');
  const token = session.get('access_token') ?? '';
  expect(await client.read('/auth/v1/user', token)).toBe(200);
  expect(await client.readActivity(token)).toMatch(/operator-link-created.*operator-created/u);

  expect(await succeed(env, 'disable ann@example.org')).toBe('Disabled ann@example.org and logged out all devices.\n');
  expect(await client.read('/auth/v1/user', token)).toBe(403);
  expect(await client.signIn('ann@example.org')).toBe(400);
  expect(await succeed(env, 'list')).toMatch(/^ann@example\.org .* yes +yes /mu);
  expect(await refuse(env, 'reset ann@example.org')).toMatch(/^The account ann@example\.org is disabled\./u);
  await sql`update auth.users set banned_until = now() + interval '1 hour' where email = 'ann@example.org'`;
  await succeed(env, 'disable ann@example.org');
  expect(await sql`select 1 from auth.users where banned_until > now() + interval '50 years'`).toHaveLength(1);
  await succeed(env, 'enable ann@example.org');
  expect(await client.signIn('ann@example.org')).toBe(200);
  const again = await follow(address, await succeed(env, 'reset ann@example.org'));
  expect(await client.readActivity(again.get('access_token') ?? '')).toMatch(/operator-unbanned.*operator-banned/u);

  expect(await refuse(env, 'delete ann@example.org')).toMatch(/^Nothing was deleted\. .* --yes\n$/u);
  expect(await client.signIn('ann@example.org')).toBe(200);
  expect(await succeed(env, 'delete ann@example.org --yes')).toBe('Deleted the account ann@example.org.\n');
  expect(await client.signIn('ann@example.org')).toBe(400);
  expect(await succeed(env, 'list')).not.toContain('ann@');
  expect(await succeed(env, 'sizes')).toMatch(/^People +1\nLists +1\nItems +0\nDatabase +[\d.]+ MB\n {2}\S+ /u);
  const key = (await succeed(env, 'service-key')).trim();
  expect(key).toMatch(/^sb_secret_/u);
  expect(await client.read('/auth/v1/admin/users', key)).toBe(200);
});

test('[P3] the commands work on the private database beside its server, and start it if it is stopped', async () => {
  const env = { DATA_DIR: folder };
  const { address, program } = await programs.start(env);
  const client = createClient(address);
  const access = await client.signUp('ann@example.org');
  await succeedAsProgram(env, 'disable ann@example.org');
  expect(await client.read('/auth/v1/user', access)).toBe(403);
  const ended = waitForExit(program);
  program.kill('SIGTERM');
  await ended;
  await succeedAsProgram(env, 'enable ann@example.org');
  expect(await succeedAsProgram(env, 'create ben@example.org')).toMatch(/7 days:\nhttp:\S+type=invite\S*\n$/u);
  expect(await findPostgres(folder)).toBeNull();
});

test('[P3] an email that cannot be sent is reported with the reason', async () => {
  const env = { DATABASE_URL: await createTestUrl(), DATA_DIR: folder };
  const { address } = await programs.start(env);
  await createClient(address).signUp('ann@example.org');
  const unreachable = { ...env, SMTP_URL: 'smtp://127.0.0.1:1' };
  for (const line of ['test-mail ann@example.org', 'invite ben@example.org']) {
    expect(await refuse(unreachable, line)).toMatch(
      /^The email could not be sent by 127\.0\.0\.1:1 \(E\w+\)\. Check SMTP_URL/u,
    );
  }
  // The change itself is made.
  expect(await succeed(unreachable, 'disable ann@example.org')).toMatch(/^Disabled .*\nThe email could not be sent/u);
  expect(await succeed(env, 'test-mail ann@example.org')).toContain('Test email from Checklist: http');
});

test('[P2] [P3] unknown commands, arguments, options and people are refused', async () => {
  const env = { DATABASE_URL: await createTestUrl(), DATA_DIR: folder };
  await programs.start(env);
  const wrong = ['', 'remove a@b.c', 'list all', 'reset', 'reset a@b.c --prnt', 'disable a@b.c --yes'];
  for (const line of wrong) expect(await refuse(env, line)).toMatch(/^Usage: npm run admin -- COMMAND\n/u);
  expect(await runProgram(env, 'remove a@b.c')).toMatchObject({
    code: 1,
    output: '',
    errorOutput: await refuse(env, ''),
  });
  expect(await refuse(env, 'reset a@b.c')).toBe('There is no account with the address a@b.c.\n');
  expect(await refuse(env, 'create nonsense')).toBe('Nothing was changed: “nonsense” is not an email address.\n');
  await succeed(env, 'create ann@example.org --password', PASSWORD);
  expect(await refuse(env, 'create ann@example.org')).toBe(
    'Nothing was changed: A user with this email address has already been registered.\n',
  );
  expect(await refuse(env, 'create ben@example.org --password')).toContain('There is no password on standard input.');
  expect(await succeed(env, 'list')).not.toContain('ben@');
});

test('[P2] [P3] a wrong DATA_DIR or database creates nothing', async () => {
  const missing = join(folder, 'missing');
  for (const line of ['list', 'service-key']) {
    expect(await refuse({ DATA_DIR: missing }, line)).toMatch(/^There is no database in \S+\. /u);
  }
  expect(await refuse({ DATABASE_URL: await createTestUrl(), DATA_DIR: missing }, 'invite ann@example.org')).toMatch(
    /^This database has no Checklist data\./u,
  );
  expect(await readdir(folder)).toEqual([]);
});

describe.runIf(process.getuid?.() === 0)('with a service whose data only its user can enter', () => {
  test('[P2] [P3] root manages people beside the service, and the service can use the result', async () => {
    const service = { uid: 1, gid: 1 };
    await chown(folder, service.uid, service.gid);
    const data = join(folder, 'data');
    const asService = createServerPrograms({ WEB_DIR: sample.folder, RATE_LIMITS: 'off' }, { user: service });
    try {
      const { address } = await asService.start({ DATA_DIR: data });
      const invited = await succeedAsProgram({ DATA_DIR: data }, 'invite ann@example.org');
      expect((await follow(address, invited)).get('type')).toBe('invite');
    } finally {
      await asService.end();
    }
  });
});

const GOOGLE = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'me', PROVIDER_GOOGLE_CLIENT_SECRET: 'hidden' };

test('[P8] without passwords, an operator sees who is locked out, confirms them, and makes no links', async () => {
  const on = { DATABASE_URL: await createTestUrl(), DATA_DIR: folder };
  const off = { ...on, ...GOOGLE, PASSWORDS: 'off' };
  const { address } = await programs.start(on);
  const client = createClient(address);
  const access = await client.signUp('ann@example.org');
  expect(await succeed(on, 'locked-out')).toMatch(/no verified address\..*\nEMAIL .*\nann@example\.org  20\S+/u);
  expect(await succeed(off, 'create ben@example.org')).toBe(
    'Created the account ben@example.org. Its owner can sign in with a provider that has verified this address.\n',
  );
  expect(await succeed(off, 'locked-out')).not.toContain('ben@');
  expect(await succeed(off, 'confirm ann@example.org')).toBe(
    'Confirmed ann@example.org, removed its password and logged out all devices. Its owner can sign in with a provider that has verified this address.\n',
  );
  expect(await client.read('/auth/v1/user', access)).toBe(403);
  expect(await succeed(off, 'confirm ann@example.org')).toBe('ann@example.org was already confirmed.\n');
  expect(await succeed(off, 'locked-out')).toBe('Everyone can sign in without a password.\n');
  for (const line of ['reset ann@example.org', 'invite cleo@example.org', 'create cleo@example.org --password']) {
    expect(await refuse(off, line)).toMatch(/^Nothing was changed, because PASSWORDS is off\./u);
  }
  expect(await succeed(off, 'list')).not.toContain('cleo@');
});
