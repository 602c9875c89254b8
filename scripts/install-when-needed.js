/** Installs what is missing, so that a fresh clone needs one command. Runs on any Node from 20 with nothing installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The package with the pinned Node of this system. npm checks its hash, which is in package-lock.json. */
const nodePackage = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The major version of the pinned Node. */
const PINNED_MAJOR = 24;

/**
 * Finds the Node that runs the server: the pinned one, or on systems without a package for it, the one that runs this script.
 * @returns {string}
 */
export function findNode() {
  const pinned = join(root, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(pinned) ? pinned : process.execPath;
}

/**
 * Installs the pinned packages if node_modules is missing or does not match package-lock.json.
 * @param {{ withTools: boolean }} options whether to install the packages that only tests and checks need
 * @returns {boolean} whether everything is installed; if not, an error was printed
 */
export function installWhenNeeded({ withTools }) {
  if (major(process.versions.node) < 20) {
    console.error(`Checklist needs Node 20 or newer, but this is Node ${process.versions.node}.`);
    return false;
  }
  // Before the installation, which takes minutes: without a package for this system, it brings no newer Node.
  const hasPackage = readPackages(join(root, 'package-lock.json'))[nodePackage] !== undefined;
  if (!hasPackage && !canRunServer()) return false;
  // An update removes no tools that a developer has installed.
  const keepsTools = withTools || existsSync(join(root, 'node_modules/vitest'));
  if (isInstalled(keepsTools)) return true;
  console.log('Installing packages (npm ci)...');
  if (runNpm(['ci', keepsTools ? '--include=dev' : '--omit=dev', '--loglevel=error']) !== 0) {
    console.error(
      'Installing the packages failed. See the output above. Check your internet connection, then run "npm ci".',
    );
    return false;
  }
  return canRunServer();
}

/** Whether there is a Node that can run the server; if not, prints an error. */
function canRunServer() {
  if (findNode() !== process.execPath || major(process.versions.node) >= PINNED_MAJOR) return true;
  console.error(
    `There is no package of Node ${PINNED_MAJOR} for this system. Install Node ${PINNED_MAJOR} and start again.`,
  );
  return false;
}

/** @param {string} version */
const major = (version) => Number(version.split('.')[0]);

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

/**
 * Whether npm has installed everything. It lists the packages in node_modules/.package-lock.json, which it writes last.
 * @param {boolean} withTools
 */
function isInstalled(withTools) {
  const note = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(note);
  // The project itself is not listed.
  const needed = Object.entries(wanted).filter(([path, { dev }]) => path !== '' && (withTools || dev !== true));
  return needed.every(([path, { version, integrity, optional }]) => {
    // Other optional packages are installed only on their systems.
    if (optional && path !== nodePackage && present[path] === undefined) return true;
    return present[path]?.version === version && present[path]?.integrity === integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean }} Package
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
