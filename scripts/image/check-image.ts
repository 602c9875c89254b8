/**
 * Builds the image and checks in it what the guide for containers describes: `npm run image:check`. Needs root and the tools that
 * build-image.ts names; without them, it says so.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { buildImage, findMissingTools, type BuiltImage } from './build-image.ts';
import { runOnce, startContainer, type Container } from './run-container.ts';

const PROJECT = join(import.meta.dirname, '../..');
const PORT = process.env['IMAGE_CHECK_PORT'] ?? '3517';
const ADDRESS = `http://127.0.0.1:${PORT}`;
const STARTUP_TIMEOUT_MS = 120_000;
/** Engines kill a container that takes longer. */
const STOP_TIMEOUT_MS = 10_000;
const BACKUP = '/data/backups/list.gz';

function findReasonNotTo(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it needs root on Linux, to mount and to become another user.';
  const missing = findMissingTools();
  if (missing.length === 0) return null;
  return `${missing.join(', ')} not found. On Debian: apt-get install buildah mmdebstrap util-linux`;
}

async function checkImage(): Promise<void> {
  const image = await buildImage();
  report('Built', `${toMegabytes(image.size)} on the disk, of which the base has ${toMegabytes(image.baseSize)}`);
  const folder = await mkdtemp(join(tmpdir(), 'checklist-image-check-'));
  try {
    await checkDaily(image, await makeVolume(folder, 'daily'));
    await checkUpgrade(image, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An empty volume belongs to the image's user, as its folder does in the image. */
async function makeVolume(folder: string, name: string): Promise<string> {
  const volume = join(folder, name);
  await mkdir(volume);
  await chown(volume, 1000, 1000);
  return volume;
}

async function checkDaily(image: BuiltImage, volume: string): Promise<void> {
  const place = { image, volume, env: { PORT, PUBLIC_URL: ADDRESS } };
  const first = startContainer(place);
  await untilHealthy();
  report('Started', 'as an unprivileged user');
  await checkConfinement(first, image);
  await signUp('ann');
  assert.match((await run(first, 'node', 'server/admin/admin.ts', 'list')).output, /ann@example\.org/u);
  report('Signed up and listed', 'node server/admin/admin.ts list');
  await run(first, 'sh', '-c', 'umask 077; mkdir -p /data/backups');
  await run(first, 'node', 'server/backup/backup.ts', BACKUP);
  assert.equal((await stat(join(volume, 'backups/list.gz'))).mode & 0o777, 0o600);
  await run(first, 'node', 'server/rotate-key.ts');
  await signUp('ben');
  const refused = await runOnce(place, 'node', 'server/backup/restore.ts', BACKUP, '--replace');
  assert.match(refused.output, /is using the data folder \/data, perhaps in another container/u);
  assert.equal(await signIn('ben'), 200);
  report('Backed up, and refused to restore while the server runs', refused.output.trim());
  await stop(first);

  const restored = await runOnce(place, 'node', 'server/backup/restore.ts', BACKUP, '--replace');
  assert.equal(restored.code, 0, restored.output);
  const second = startContainer(place);
  await untilHealthy();
  assert.deepEqual([await signIn('ann'), await signIn('ben')], [200, 400]);
  report('Restored', restored.output.trim());
  await second.kill();
  const third = startContainer(place);
  await untilHealthy();
  assert.equal(await signIn('ann'), 200);
  report('Started again after a crash', 'with its lists');
  const { refresh_token } = v.parse(
    SESSION,
    await (await post('token?grant_type=password', writeAccount('ann'))).json(),
  );
  await stop(third);
  await checkSignOut(place, refresh_token);
}

/** Signs everyone out as docs/guides/a-key-leaked.md describes, while the server is stopped. */
async function checkSignOut(place: Parameters<typeof startContainer>[0], refreshToken: string): Promise<void> {
  for (const words of [
    ['server/backup/backup.ts', '/data/sign-out.gz'],
    ['server/backup/restore.ts', '/data/sign-out.gz', '--replace', '--end-sessions'],
  ]) {
    const ended = await runOnce(place, 'node', ...words);
    assert.equal(ended.code, 0, ended.output);
  }
  const container = startContainer(place);
  await untilHealthy();
  const refused = await post('token?grant_type=refresh_token', { refresh_token: refreshToken });
  assert.deepEqual([refused.status, await signIn('ann')], [400, 200]);
  report('Signed everyone out', 'while the server was stopped');
  await stop(container);
}

async function checkConfinement(container: Container, { config }: BuiltImage): Promise<void> {
  assert.deepEqual(Object.keys(config.Volumes), ['/data']);
  assert.equal((await run(container, 'id', '-un')).output.trim(), 'node');
  const written = await container.exec('sh', '-c', 'touch /app/here || touch /here');
  assert.match(written.output, /Read-only file system/u);
  const checked = await run(container, 'node', '-e', readHealthCheck());
  report('Read-only root, and the health check', `exit code ${checked.code}`);
}

/** The script of the health check. buildah leaves it out, because the OCI format has no health checks. */
function readHealthCheck(): string {
  const text = execFileSync('grep', ['-A1', '^HEALTHCHECK', join(PROJECT, 'Containerfile')], { encoding: 'utf8' });
  const words = v.parse(v.array(v.string()), JSON.parse(/CMD (?<words>\[.*\])/u.exec(text)?.groups?.['words'] ?? '[]'));
  return words.at(-1) ?? '';
}

/** Creates the data with an older version, whose server replaces the image's, and upgrades it. */
async function checkUpgrade(image: BuiltImage, folder: string): Promise<void> {
  const older = findOlderCommit();
  if (older === null) {
    console.log('The upgrade was not checked: the history of the migrations is missing from this copy of the project.');
    return;
  }
  const source = join(folder, 'older');
  await mkdir(source);
  execFileSync('sh', ['-c', `git archive ${older} server supabase package.json | tar -x -C "$1"`, 'sh', source], {
    cwd: PROJECT,
  });
  const replaced = ['server', 'supabase', 'package.json'].map((name) => `/app/${name}=${join(source, name)}`);
  const place = { image, volume: await makeVolume(folder, 'upgraded'), env: { PORT, PUBLIC_URL: ADDRESS } };
  const before = startContainer({ ...place, replaced });
  const olderSchema = await untilHealthy();
  await signUp('ann');
  await stop(before);
  const after = startContainer(place);
  const schema = await untilHealthy();
  assert.notEqual(schema, olderSchema);
  assert.equal(await signIn('ann'), 200);
  report('Upgraded', `from ${olderSchema} (${older}) to ${schema}`);
  await stop(after);
}

/** The newest commit that has fewer migrations than this one, and no others. */
function findOlderCommit(): string | null {
  try {
    const now = new Set(readMigrations('HEAD'));
    const isOlder = (commit: string): boolean => {
      const names = readMigrations(commit);
      return names.length < now.size && names.every((name) => now.has(name));
    };
    const commits = git('log', '--format=%h', '--', 'supabase/migrations').split('\n');
    return commits.find(isOlder) ?? null;
  } catch {
    return null;
  }
}

const readMigrations = (commit: string): readonly string[] =>
  git('ls-tree', '--name-only', commit, 'supabase/migrations/').split('\n');

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: PROJECT, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Runs a command in the container, which has to succeed. */
async function run(
  container: Container,
  ...words: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const ended = await container.exec(...words);
  assert.equal(ended.code, 0, `${words.join(' ')}: ${ended.output}`);
  return ended;
}

async function stop(container: Container): Promise<void> {
  const { code, milliseconds } = await container.stop();
  assert.equal(code, 0);
  assert.ok(milliseconds < STOP_TIMEOUT_MS, `The stop took ${milliseconds} ms.`);
  report('Stopped', `in ${milliseconds} ms`);
}

const HEALTH = v.object({ status: v.literal('ok'), schema: v.string() });

/** Returns the schema. */
async function untilHealthy(): Promise<string> {
  const begun = performance.now();
  for (;;) {
    const answer: unknown = await fetch(`${ADDRESS}/health`)
      .then(
        (response) => response.json(),
        () => null,
      )
      .catch(() => null);
    const health = v.safeParse(HEALTH, answer);
    if (health.success) return health.output.schema;
    assert.ok(performance.now() - begun < STARTUP_TIMEOUT_MS, 'The server did not start.');
    await wait(200);
  }
}

const SESSION = v.object({ refresh_token: v.string() });

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${ADDRESS}/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });

const writeAccount = (name: string) => ({ email: `${name}@example.org`, password: 'correct horse' });
const signUp = async (name: string): Promise<void> =>
  assert.equal((await post('signup', writeAccount(name))).status, 200);
const signIn = async (name: string): Promise<number> =>
  (await post('token?grant_type=password', writeAccount(name))).status;

function report(what: string, detail: string): void {
  console.log(`${what}: ${detail}`);
}

const toMegabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

const reason = findReasonNotTo();
if (reason === null) await checkImage();
else console.log(`The image was not checked: ${reason}`);
