/** Ensures that the browsers for the tests are available: finds them, installs them if possible, or prints what is missing. */
import { spawnSync } from 'node:child_process';
import { findTestBrowser, HEADLESS_SHELL } from './chromium.ts';
import { chooseEngines, ENGINE_NAMES, ENGINES, findEngines, type EngineName } from './engines.ts';

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
  const chosen = chooseEngines(process.env);
  for (const name of ENGINE_NAMES) {
    if (chosen.includes(name)) ensureEngine(name);
    else console.log(`NOT TESTED in ${ENGINES[name].title}, because BROWSER_TEST_ENGINES is “off”.`);
  }
}

function installChromium(): string | undefined {
  if (process.env['CHROMIUM']) return undefined;
  install([HEADLESS_SHELL]);
  return findTestBrowser(process.env);
}

/** If one of the other engines is missing, the tests run without its journeys. */
function ensureEngine(name: EngineName): void {
  const { title, packages } = ENGINES[name];
  const find = () => findEngines(process.env).find((engine) => engine.name === name);
  if (find() === undefined) install(packages);
  const program = find()?.program;
  console.log(
    program === undefined
      ? `NOT TESTED in ${title}, which could not be installed. On Debian: apt-get install ${packages.join(' ')}`
      : `Testing the journeys with ${program}`,
  );
}

/** Installs Debian packages with apt-get, if it needs no password. */
function install(packages: readonly string[]): void {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!succeeds('apt-get', '--version') || !succeeds(...asRoot, 'true')) return;
  console.log(`Installing ${packages.join(' ')} (apt-get)...`);
  const aptGet = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q'];
  if (!succeedsAloud(...aptGet, 'update')) return;
  succeedsAloud(...aptGet, 'install', '-y', '--no-install-recommends', ...packages);
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
