/** Installs what is missing, so that a fresh clone needs one command. Runs on any Node from 20 with nothing installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The pinned Node, installed by the package `node`. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Installs the pinned packages if node_modules is missing or does not match package-lock.json.
 * @returns {boolean} whether everything is installed; if not, an error was printed
 */
export function installWhenNeeded() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    console.error(`Checklist needs Node 20 or newer, but this is Node ${process.versions.node}.`);
    return false;
  }
  if (isInstalled()) return true;
  console.log('Installing packages (npm ci)...');
  if (runNpm(['ci', '--include=dev', '--loglevel=error']) !== 0) {
    console.error(
      'Installing the packages failed. See the output above. Check your internet connection, then run "npm ci".',
    );
    return false;
  }
  if (existsSync(pinnedNode)) return true;
  console.error(
    'The package "node" was installed without its program. Allow install scripts: npm ci --no-ignore-scripts',
  );
  return false;
}

/**
 * Runs npm in the project and waits.
 * @param {readonly string[]} args
 * @returns {number} the exit code
 */
export function runNpm(args) {
  const npm = process.env['npm_execpath'] ?? '';
  // Inside an npm script, uses the npm and Node that run it, because the Node in node_modules may be replaced.
  if (basename(npm) === 'npm-cli.js') return run(process.env['npm_node_execpath'] ?? process.execPath, [npm, ...args]);
  return run('npm', args);
}

/**
 * Runs a program in the project without input and waits.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {number} the exit code; 1 if the program cannot be started
 */
export function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // On Windows npm is a batch file, which only a shell can run.
    shell: program === 'npm' && process.platform === 'win32',
  });
  if (error !== undefined) console.error(error.message);
  return status ?? 1;
}

/** npm lists the installed packages in node_modules/.package-lock.json, which it writes last. */
function isInstalled() {
  const note = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(note) || !existsSync(pinnedNode)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(note);
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    // The project itself is not listed, and optional packages are installed only on their systems.
    if (path === '' || (optional && present[path] === undefined)) return true;
    return present[path]?.version === version && present[path]?.integrity === integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean }} Package
 * @param {string} lockFile
 * @returns {Record<string, Package>}
 */
function readPackages(lockFile) {
  // npm writes both files in the same format since npm 7; no schema library is installed yet.
  /** @type {{ packages: Record<string, Package> }} */
  // oxlint-disable-next-line typescript/no-unsafe-assignment
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  return lock.packages;
}
