/** Where this computer keeps a Chromium for the browser tests. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Looks at the variable CHROMIUM, which alone counts where it is set, then along PATH, then where systems install it.
 * Gives the program's path, or nothing.
 */
export function findChromium(env: Environment, exists: (path: string) => boolean = existsSync): string | undefined {
  const named = env['CHROMIUM'];
  if (named !== undefined && named !== '') return exists(named) ? named : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find(exists);
}

/** How every script and test starts it: inside a container, without a graphics card, and quiet on the network. */
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
