/** Finds the Chromium of this computer for browser tests and benchmarks. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns the path in the variable CHROMIUM if it is set; otherwise searches PATH and the usual locations.
 * @returns the program's path, or undefined
 */
export function findChromium(env: Environment, exists: (path: string) => boolean = existsSync): string | undefined {
  const named = env['CHROMIUM'];
  if (named !== undefined && named !== '') return exists(named) ? named : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find(exists);
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

type Environment = Readonly<Record<string, string | undefined>>;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
