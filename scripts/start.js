/** Installs and builds what is missing or outdated, then runs the server until it is stopped: `npm start`. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { findNode, installWhenNeeded, root, run } from './install-when-needed.js';

/** A young generation of 8 MB: requests allocate many short-lived objects. More exceeds 110 MB at rest; less collects too often. */
const flags = ['--max-semi-space-size=8'];

/** Caches compiled sources, so that the next start is faster and uses less memory. */
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env };

/** Delays in milliseconds before the first restart, and between restarts at most. Each crash doubles the delay. */
const [FIRST_DELAY, LONGEST_DELAY] = [100, 30_000];

/** After this time in milliseconds without a crash, the next crash counts as the first. */
const HEALTHY_AFTER = 60_000;

/** A server that one of these has ended was meant to stop. The kernel ends processes with SIGKILL when memory runs out. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The process that started this one. Read now: by the time the server runs, a signal may have ended it. */
const parent = process.ppid;

if (installWhenNeeded({ withTools: false }) && buildWhenNeeded()) runServer();
else process.exitCode = 1;

/** Builds the web app if it is missing or older than its sources. Returns false if the build failed. */
function buildWhenNeeded() {
  if (isBuilt()) return true;
  console.log('Building the web app...');
  if (run(findNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']) === 0) return true;
  console.error('Building the web app failed. See the output above.');
  return false;
}

function isBuilt() {
  const page = join(root, 'dist/index.html');
  if (!existsSync(page)) return false;
  const sources = [
    'core',
    'client',
    'device',
    'languages',
    'web',
    'site',
    'scripts',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
  ];
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

/** Runs the server, and restarts it after every exit that was not intended, until it is stopped. */
function runServer() {
  /** @type {import('node:child_process').ChildProcess | null} */
  let server = null;
  let startedAt = 0;
  let delay = 0;
  const start = () => {
    startedAt = Date.now();
    server = spawn(findNode(), [...flags, join(root, 'server/main.ts')], { cwd: root, stdio: 'inherit', env });
    server.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`);
      process.exit(1);
    });
    server.on('exit', (code, signal) => {
      server = null;
      if (isFinal(code, signal)) {
        // As in a shell, a signal gives the exit code 128 plus its number.
        process.exit(signal === null ? code : 128 + constants.signals[signal]);
      }
      if (Date.now() - startedAt > HEALTHY_AFTER) delay = 0;
      delay = Math.min(delay * 2 || FIRST_DELAY, LONGEST_DELAY);
      console.error(`The server crashed (${signal ?? `exit code ${code}`}). Restarting in ${delay / 1000} s.`);
      setTimeout(start, delay);
    });
  };
  /** @type {(code: number | null, signal: string | null) => boolean} */
  const isFinal = (code, signal) => {
    if (isStopping || code === 0 || (signal !== null && STOP_SIGNALS.includes(signal))) return true;
    // With 1, a server refuses to start, for example because of a wrong setting. After a crash it may only be too early.
    return code === 1 && delay === 0;
  };
  let isStopping = false;
  /** @param {'SIGINT' | 'SIGTERM'} signal */
  const stop = (signal) => {
    isStopping = true;
    if (server === null) process.exit(0);
    else server.kill(signal);
  };
  start();
  // Waits until the server has stopped.
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGHUP', () => stop('SIGTERM'));
  stopWithNpm(() => stop('SIGTERM'));
}

/**
 * Stops the server when this process loses its parent. A signal to npm ends npm and its shell, but reaches neither this
 * process nor the server, which would keep running and block the port.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
}
