/** Ensures that Chromium is available for the browser tests: finds it, installs it if possible, or prints what to do. */
import { spawnSync } from 'node:child_process';
import { findTestBrowser, HEADLESS_SHELL } from './chromium.ts';

const chromium = findTestBrowser(process.env) ?? installChromium();
if (chromium === undefined) {
  console.error(
    process.env['CHROMIUM']
      ? `CHROMIUM is set to ${process.env['CHROMIUM']}, but that program does not exist.`
      : 'The browser tests need Chromium or Chrome. Install it or set CHROMIUM to its path, then run "npm test" again.',
  );
  process.exitCode = 1;
} else {
  console.log(`Testing with ${chromium}`);
}

/** Installs Chromium with apt-get, if that works without a password. Returns its path, or undefined. */
function installChromium(): string | undefined {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const mayInstall = !process.env['CHROMIUM'] && succeeds('apt-get', '--version') && succeeds(...asRoot, 'true');
  if (!mayInstall) return undefined;
  console.log('Installing Chromium (apt-get)...');
  const installed =
    succeedsAloud(...asRoot, 'apt-get', 'update') &&
    succeedsAloud(...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', HEADLESS_SHELL);
  return installed ? findTestBrowser(process.env) : undefined;
}

function succeeds(...words: readonly string[]): boolean {
  return runQuietly(words, 'ignore');
}

function succeedsAloud(...words: readonly string[]): boolean {
  return runQuietly(words, 'inherit');
}

function runQuietly([program = '', ...args]: readonly string[], output: 'ignore' | 'inherit'): boolean {
  return spawnSync(program, args, { stdio: ['ignore', output, output] }).status === 0;
}
