/** Finds the Chromium of this computer for browser tests and benchmarks. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns the path in the variable CHROMIUM if it is set; otherwise searches PATH and the usual locations.
 * @returns the program's path, or undefined
 */
export function findChromium(env: Environment, exists: (path: string) => boolean = existsSync): string | undefined {
  return findNamed(env, exists, names) ?? (isNamed(env) ? undefined : places.find(exists));
}

/**
 * Like `findChromium`, but prefers the headless shell, the same engine without the browser around it. It opens a page for a third of
 * the work.
 */
export const findTestBrowser = (env: Environment, exists: (path: string) => boolean = existsSync): string | undefined =>
  findNamed(env, exists, [HEADLESS_SHELL]) ?? findChromium(env, exists);

/** The program and the Debian package of the headless shell. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

const isNamed = (env: Environment): boolean => (env['CHROMIUM'] ?? '') !== '';

/** The program that CHROMIUM names, or the first one on PATH with one of these names. */
function findNamed(
  env: Environment,
  exists: (path: string) => boolean,
  programs: readonly string[],
): string | undefined {
  if (isNamed(env)) return [env['CHROMIUM'] ?? ''].find(exists);
  return findProgram(env, exists, programs);
}

/** The first program on PATH with one of these names. */
export function findProgram(
  env: Environment,
  exists: (path: string) => boolean,
  programs: readonly string[],
): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(exists);
}

/** Flags for every script and test: no sandbox (for containers), no graphics card, no background network traffic. */
export const CHROMIUM_FLAGS: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Environment = Readonly<Record<string, string | undefined>>;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
