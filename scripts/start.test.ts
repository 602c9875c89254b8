/** Plays `npm start` through on a small project with a stand-in for npm, for the build and for the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'checklist-start-'));
  await write('package.json', '{ "type": "module" }');
  await writeLock('1.0.0');
  await write('web/main.tsx', '');
  await write('server/main.ts', `console.log('serving'); process.exitCode = 7;`);
  await write('npm-cli.js', standInForNpm);
  await mkdir(join(project, 'scripts'));
  for (const script of ['start.js', 'installed.js']) {
    await copyFile(join(import.meta.dirname, script), join(project, 'scripts', script));
  }
});

afterEach(() => rm(project, { recursive: true, force: true }));

test('a fresh clone is installed, built and served; the second start only serves', async () => {
  expect(await start()).toEqual({
    said: [
      'Installing packages (npm ci)...',
      'npm ci --include=dev --loglevel=error',
      'Building the web app...',
      'vite build --logLevel warn',
      'serving',
    ],
    complaint: '',
    code: 7,
  });
  expect(await start()).toEqual({ said: ['serving'], complaint: '', code: 7 });
});

test('another version in package-lock.json is installed, whatever the times of the files', async () => {
  await start();
  await writeLock('1.0.1');
  const longAgo = new Date('2020-01-01');
  await utimes(join(project, 'package-lock.json'), longAgo, longAgo);
  expect((await start()).said).toContain('npm ci --include=dev --loglevel=error');
});

test('an installation that was broken off is done again', async () => {
  await start();
  await rm(join(project, 'node_modules/.package-lock.json'));
  expect((await start()).said).toContain('npm ci --include=dev --loglevel=error');
});

test('a source that changes, comes or goes makes the web app be built again', async () => {
  await start();
  const built = join(project, 'dist/index.html');
  const acts = [
    () => appendFile(join(project, 'web/main.tsx'), '\n'),
    () => write('core/list/new.ts', ''),
    () => rm(join(project, 'core/list/new.ts')),
    () => rm(built),
  ];
  for (const act of acts) {
    const before = new Date(Date.now() - 5_000);
    for (const place of ['web/main.tsx', 'web', 'core/list', 'core', 'package-lock.json', 'dist/index.html']) {
      await utimes(join(project, place), before, before).catch(() => undefined);
    }
    await act();
    expect((await start()).said).toEqual(['Building the web app...', 'vite build --logLevel warn', 'serving']);
    expect((await start()).said).toEqual(['serving']);
  }
});

test('an installation that fails says so and serves nothing', async () => {
  await write('npm-cli.js', 'process.exit(3);');
  const { complaint, code } = await start();
  expect(complaint).toContain('Installing the packages failed. See the output above.');
  expect(code).toBe(1);
});

test('a build that fails says so and serves nothing', async () => {
  await start();
  await write('node_modules/vite/bin/vite.js', 'process.exit(3);');
  await rm(join(project, 'dist'), { recursive: true });
  const { said, complaint, code } = await start();
  expect(said).toEqual(['Building the web app...']);
  expect(complaint).toContain('Building the web app failed');
  expect(code).toBe(1);
});

test('a signal reaches the server, which ends in its own way', async () => {
  await write(
    'server/main.ts',
    `setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(9)); console.log('serving');`,
  );
  await start('serving');
  expect(await start('serving')).toMatchObject({ said: ['serving'], code: 9 });
});

test('a server that met a bug is started again, one that refuses to start is not', async () => {
  await write(
    'server/main.ts',
    `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync('starts', '.');
    const starts = readFileSync('starts', 'utf8').length;
    console.log('serving');
    process.exit(starts < 3 ? 70 : 1);`,
  );
  expect(await start()).toMatchObject({
    said: expect.arrayContaining(['serving']),
    complaint: 'The server crashed and is being restarted.\n'.repeat(2),
    code: 1,
  });
});

test('a server that keeps falling is given up', async () => {
  await write('server/main.ts', 'process.exit(70);');
  expect(await start()).toMatchObject({
    complaint: 'The server crashed and is being restarted.\n'.repeat(5),
    code: 70,
  });
});

test('when a signal has ended npm, the server ends too', async () => {
  await write(
    'server/main.ts',
    `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);
    console.log('serving');`,
  );
  await start('serving');
  // As npm does it: a shell in between, which dies of the signal and passes nothing on.
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" scripts/start.js; true`], {
    cwd: project,
    env: { npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  // The pipe ends only when the last process that writes into it has ended.
  expect(await text(shell.stdout)).toBe('');
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
}

async function writeLock(version: string): Promise<void> {
  const packages = {
    '': { version: '1.0.1' },
    'node_modules/vite': { version, integrity: `sha512-${version}` },
    'node_modules/only-elsewhere': { version, optional: true },
  };
  await write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
}

/** Runs the script to its end; with a word to wait for, ends it by a signal as soon as it has said that. */
async function start(stopAfter?: string): Promise<{ said: readonly string[]; complaint: string; code: unknown }> {
  const program = spawn(process.execPath, [join(project, 'scripts/start.js')], {
    env: { npm_execpath: join(project, 'npm-cli.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  program.stdout.on('data', (chunk) => {
    if (stopAfter !== undefined && String(chunk).includes(stopAfter)) program.kill('SIGTERM');
  });
  const [said, complaint, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  return { said: said.trimEnd().split('\n'), complaint, code };
}

const standInForNpm = `
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
console.log('npm ' + process.argv.slice(2).join(' '));
mkdirSync('node_modules/node/bin', { recursive: true });
mkdirSync('node_modules/vite/bin', { recursive: true });
try { symlinkSync(process.execPath, 'node_modules/node/bin/node'); } catch {}
writeFileSync('node_modules/vite/bin/vite.js', \`
  import { mkdirSync, writeFileSync } from 'node:fs';
  console.log('vite ' + process.argv.slice(2).join(' '));
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/index.html', '');
\`);
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
delete lock.packages[''];
delete lock.packages['node_modules/only-elsewhere'];
writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock));
`;
