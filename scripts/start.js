/** Installs and builds what is missing or outdated, then runs the server until it is stopped: `npm start`. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { installWhenNeeded, pinnedNode, root, run } from './installed.js';

/** Requests leave much that is gone at once: a larger place for the young rests above 110 MB of memory, a smaller one is cleared too often. */
const flags = ['--max-semi-space-size=8'];

/** What the compiler made of the sources is kept: the next start is quicker, and holds no compiler in memory. */
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env };

/** The exit code of a server that met a bug (server/process/exit-on-bug.ts). */
const CRASHED = 70;

if (installWhenNeeded() && buildWhenNeeded()) runServer();
else process.exitCode = 1;

/** Builds the web app where it is missing or older than what it is made of. Gives whether it is there. */
function buildWhenNeeded() {
  if (isBuilt()) return true;
  console.log('Building the web app...');
  if (run(pinnedNode, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']) === 0) return true;
  console.error('Building the web app failed. See the output above.');
  return false;
}

function isBuilt() {
  const page = join(root, 'dist/index.html');
  if (!existsSync(page)) return false;
  const sources = ['core', 'client', 'device', 'web', 'site', 'vite.config.ts', 'package-lock.json'];
  return sources.every((source) => newestChange(join(root, source)) <= statSync(page).mtimeMs);
}

/**
 * When a file, or anything below a folder, last changed; a folder changes when a file in it comes or goes.
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

function runServer() {
  /** @type {import('node:child_process').ChildProcess} */
  let server;
  /** @type {number[]} */
  const crashes = [];
  const start = () => {
    server = spawn(pinnedNode, [...flags, join(root, 'server/main.ts')], { cwd: root, stdio: 'inherit', env });
    server.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`);
      process.exit(1);
    });
    server.on('exit', (code, signal) => {
      if (code === CRASHED && mayRestart(crashes)) {
        console.error('The server crashed and is being restarted.');
        start();
        return;
      }
      // A program that a signal has ended counts as 128 and the signal's number, as a shell would say it.
      process.exit(signal === null ? code : 128 + constants.signals[signal]);
    });
  };
  start();
  // The server stops in its own time; we stay until it has.
  process.on('SIGINT', () => server.kill('SIGINT'));
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  process.on('SIGHUP', () => server.kill('SIGTERM'));
  stopWithNpm(() => server.kill('SIGTERM'));
}

/**
 * Records a crash. Returns whether to restart the server: at most five times a minute.
 * @param {number[]} crashes the times of the crashes in the last minute; this function updates it
 */
function mayRestart(crashes) {
  const now = Date.now();
  crashes.push(now);
  while (crashes[0] !== undefined && crashes[0] < now - 60_000) crashes.shift();
  return crashes.length <= 5;
}

/**
 * A signal sent to npm ends npm and the shell between us, but reaches neither us nor the server, which would live on
 * and hold the port: losing our parent is the only sign.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
}
