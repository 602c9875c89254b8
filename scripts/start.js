/** Installs and builds what is missing or outdated, then runs the server until it is stopped: `npm start`. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { installWhenNeeded, pinnedNode, root, run } from './install-when-needed.js';

/** A young generation of 8 MB: requests allocate many short-lived objects. More exceeds 110 MB at rest; less collects too often. */
const flags = ['--max-semi-space-size=8'];

/** Caches compiled sources, so that the next start is faster and uses less memory. */
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env };

/** The exit code of a server that met a bug (server/process/exit-on-bug.ts). */
const CRASHED = 70;

if (installWhenNeeded() && buildWhenNeeded()) runServer();
else process.exitCode = 1;

/** Builds the web app if it is missing or older than its sources. Returns false if the build failed. */
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
 * The latest modification time of a file, or of anything in a folder. A folder changes when a file is added or removed.
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
      // As in a shell, a signal gives the exit code 128 plus its number.
      process.exit(signal === null ? code : 128 + constants.signals[signal]);
    });
  };
  start();
  // Waits until the server has stopped.
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
 * Stops the server when this process loses its parent. A signal to npm ends npm and its shell, but reaches neither this
 * process nor the server, which would keep running and block the port.
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
