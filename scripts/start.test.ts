/** Runs `npm start` in a small project with stand-ins for npm, the build and the server. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';

const packageSchema = v.object({ scripts: v.object({ start: v.string() }) });

/** The package with the pinned Node of this system. */
const NODE_PACKAGE = `node_modules/node-${process.platform}-${process.arch}`;

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'checklist-start-'));
  await write('package.json', '{ "type": "module" }');
  await writeLock('1.0.0');
  await write('web/main.tsx', '');
  await write('server/main.ts', `console.log('serving'); process.exitCode = 1;`);
  await write('npm-cli.js', standInForNpm);
  await mkdir(join(project, 'scripts'));
  for (const script of ['start.js', 'install-when-needed.js']) {
    await copyFile(join(import.meta.dirname, script), join(project, 'scripts', script));
  }
});

let programs: ChildProcess[] = [];
afterEach(async () => {
  // A program that a failed test has left behind would restart its server forever.
  for (const program of programs) program.kill('SIGTERM');
  programs = [];
  await rm(project, { recursive: true, force: true });
});

test('a fresh clone is installed, built and served; the second start only serves', async () => {
  expect(await start()).toEqual({
    printed: [
      'Installing packages (npm ci)...',
      'npm ci --omit=dev --loglevel=error',
      'Building the web app...',
      'vite build --logLevel warn',
      'serving',
    ],
    errorOutput: '',
    code: 1,
  });
  expect(await start()).toEqual({ printed: ['serving'], errorOutput: '', code: 1 });
});

test('a changed version in package-lock.json is installed, whatever the modification times are', async () => {
  await start();
  await writeLock('1.0.1');
  const longAgo = new Date('2020-01-01');
  await utimes(join(project, 'package-lock.json'), longAgo, longAgo);
  expect((await start()).printed).toContain('npm ci --omit=dev --loglevel=error');
});

test('a developer keeps the packages for tests', async () => {
  await start();
  await write('node_modules/vitest/package.json', '{}');
  expect((await start()).printed).toContain('npm ci --include=dev --loglevel=error');
});

test('a missing or replaced package of Node is installed again', async () => {
  await start();
  const note = join(project, 'node_modules/.package-lock.json');
  const installed = await readFile(note, 'utf8');
  await writeFile(note, installed.replace('sha512-node-1.0.0', 'sha512-evil'));
  expect((await start()).printed).toContain('npm ci --omit=dev --loglevel=error');
  await writeFile(note, installed.replace(NODE_PACKAGE, 'node_modules/another'));
  expect((await start()).printed).toContain('npm ci --omit=dev --loglevel=error');
});

test('a system without a package of Node needs Node 24 itself, at the first start and at each later one', async () => {
  const message = 'There is no package of Node 24 for this system. Install Node 24 and start again.\n';
  const withNode = (version: string): string => {
    const values = { arch: 'other', versions: { ...process.versions, node: version } };
    const defined = Object.entries(values).map(([name, value]) => `${name}: { value: ${JSON.stringify(value)} }`);
    return `--import=data:text/javascript,${encodeURIComponent(`Object.defineProperties(process, { ${defined.join()} });`)}`;
  };
  const refused = { printed: [''], errorOutput: message, code: 1 };
  expect(await start(undefined, withNode('22.1.0'))).toEqual(refused);
  expect((await start(undefined, withNode('24.0.0'))).printed).toContain('serving');
  expect(await start(undefined, withNode('22.1.0'))).toEqual(refused);
});

test('an interrupted installation is repeated', async () => {
  await start();
  await rm(join(project, 'node_modules/.package-lock.json'));
  expect((await start()).printed).toContain('npm ci --omit=dev --loglevel=error');
});

test('the web app is rebuilt when a source file is changed, added or removed', async () => {
  await start();
  const built = join(project, 'dist/index.html');
  const edits = [
    () => write('scripts/service-worker-plugin.ts', ''),
    () => write('CHANGELOG.md', ''),
    () => appendFile(join(project, 'package.json'), '\n'),
    () => appendFile(join(project, 'web/main.tsx'), '\n'),
    () => write('core/list/new.ts', ''),
    () => rm(join(project, 'core/list/new.ts')),
    () => rm(built),
  ];
  for (const edit of edits) {
    const before = new Date(Date.now() - 5_000);
    for (const place of ['web/main.tsx', 'web', 'core/list', 'core', 'package-lock.json', 'dist/index.html']) {
      await utimes(join(project, place), before, before).catch(() => undefined);
    }
    await edit();
    expect((await start()).printed).toEqual(['Building the web app...', 'vite build --logLevel warn', 'serving']);
    expect((await start()).printed).toEqual(['serving']);
  }
});

test('a failed installation prints an error and does not start the server', async () => {
  await write('npm-cli.js', 'process.exit(3);');
  const { errorOutput, code } = await start();
  expect(errorOutput).toContain('Installing the packages failed. See the output above.');
  expect(code).toBe(1);
});

test('a failed build prints an error and does not start the server', async () => {
  await start();
  await write('node_modules/vite/bin/vite.js', 'process.exit(3);');
  await rm(join(project, 'dist'), { recursive: true });
  const { printed, errorOutput, code } = await start();
  expect(printed).toEqual(['Building the web app...']);
  expect(errorOutput).toContain('Building the web app failed');
  expect(code).toBe(1);
});

test('a signal is passed to the server, which shuts down gracefully', async () => {
  await write(
    'server/main.ts',
    `setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(9)); console.log('serving');`,
  );
  await start('serving');
  expect(await start('serving')).toMatchObject({ printed: ['serving'], code: 9 });
});

test.each([
  ['met a bug', 'process.exit(70)', 'exit code 70'],
  ['was killed, for example because memory ran out,', `process.kill(process.pid, 'SIGKILL')`, 'SIGKILL'],
  ['ran out of heap', 'process.abort()', 'SIGABRT'],
])('[arch-5] a server that %s is restarted', async (_, crash, reason) => {
  await writeServer(`if (starts === 1) ${crash}; else console.log('serving');`);
  expect(await start()).toMatchObject({
    printed: expect.arrayContaining(['serving']),
    errorOutput: expect.stringContaining(`The server crashed (${reason}). Restarting in 0.1 s.\n`),
    code: 0,
  });
});

test('[arch-5] a server that keeps crashing is restarted after growing delays, even if it fails to start in between', async () => {
  await writeServer('process.exit([0, 70, 1, 70, 9][starts] ?? 0);');
  expect(await start()).toMatchObject({
    errorOutput: [
      'The server crashed (exit code 70). Restarting in 0.1 s.',
      'The server crashed (exit code 1). Restarting in 0.2 s.',
      'The server crashed (exit code 70). Restarting in 0.4 s.',
      'The server crashed (exit code 9). Restarting in 0.8 s.\n',
    ].join('\n'),
    code: 0,
  });
});

test('a server that refuses to start is not restarted', async () => {
  await start();
  expect(await start()).toEqual({ printed: ['serving'], errorOutput: '', code: 1 });
});

test('a signal during the delay ends everything', async () => {
  await writeServer('process.exit(70);');
  const { errorOutput, code } = await start('in 0.4 s');
  expect([errorOutput.split('\n').length - 1, code]).toEqual([3, 0]);
});

test.each(['SIGTERM', 'SIGINT'] as const)('npm start ends after the server has stopped, also on %s', async (signal) => {
  await start();
  await writeServer(`
    const stop = () => setTimeout(() => { console.log('stopped'); process.exit(0); }, 700);
    for (const name of ['SIGTERM', 'SIGINT']) process.once(name, stop);
    setInterval(() => {}, 1000);
    console.log('serving');`);
  const own = v.parse(packageSchema, JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')));
  await write('package.json', JSON.stringify({ type: 'module', scripts: { start: own.scripts.start } }));
  const npm = spawn('npm', ['start'], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(npm);
  let printed = '';
  npm.stdout.on('data', (chunk) => {
    printed += String(chunk);
    if (String(chunk).includes('serving')) npm.kill(signal);
  });
  await once(npm, 'close');
  expect(printed).toMatch(/serving\nstopped\n$/u);
});

test('the server stops when a signal has ended npm', async () => {
  await write(
    'server/main.ts',
    `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);
    console.log('serving');`,
  );
  await start('serving');
  // Like npm, starts a shell in between, which exits on the signal without passing it on.
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" scripts/start.js; true`], {
    cwd: project,
    env: { npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  // The pipe ends when the last process that writes into it has exited.
  expect(await text(shell.stdout)).toBe('');
});

/** A server that knows how often it was started, in the variable `starts`. */
const writeServer = (script: string): Promise<void> =>
  write(
    'server/main.ts',
    `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync('starts', '.');
    const starts = readFileSync('starts', 'utf8').length;
    ${script}`,
  );

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
}

async function writeLock(version: string): Promise<void> {
  const packages = {
    '': { version: '1.0.1' },
    'node_modules/vite': { version, integrity: `sha512-${version}` },
    'node_modules/only-elsewhere': { version, optional: true },
    'node_modules/only-for-tests': { version, dev: true },
    [NODE_PACKAGE]: { version, integrity: `sha512-node-${version}`, optional: true },
  };
  await write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
}

/** Runs the script to its end, or sends a signal as soon as it has printed a given word. */
async function start(
  stopAfter?: string,
  nodeOptions = '',
): Promise<{ printed: readonly string[]; errorOutput: string; code: unknown }> {
  const program = spawn(process.execPath, [join(project, 'scripts/start.js')], {
    env: { npm_execpath: join(project, 'npm-cli.js'), NODE_OPTIONS: nodeOptions },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  programs.push(program);
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (chunk) => {
      if (stopAfter !== undefined && String(chunk).includes(stopAfter)) program.kill('SIGTERM');
    });
  }
  const [printed, errorOutput, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  return { printed: printed.trimEnd().split('\n'), errorOutput, code };
}

const standInForNpm = `
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
console.log('npm ' + process.argv.slice(2).join(' '));
mkdirSync('${NODE_PACKAGE}/bin', { recursive: true });
mkdirSync('node_modules/vite/bin', { recursive: true });
try { symlinkSync(process.execPath, '${NODE_PACKAGE}/bin/node'); } catch {}
writeFileSync('node_modules/vite/bin/vite.js', \`
  import { mkdirSync, writeFileSync } from 'node:fs';
  console.log('vite ' + process.argv.slice(2).join(' '));
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/index.html', '');
\`);
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
delete lock.packages[''];
delete lock.packages['node_modules/only-elsewhere'];
if (process.argv.includes('--omit=dev')) delete lock.packages['node_modules/only-for-tests'];
writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock));
`;
