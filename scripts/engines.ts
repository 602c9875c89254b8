/**
 * Finds the browsers on this computer in which the journeys of e2e/engines/ run. All other tests run in Chromium, so it
 * is not included.
 */
import { existsSync } from 'node:fs';
import { findProgram, type Environment } from './chromium.ts';

/** In the order in which they are tested. */
export const ENGINE_NAMES = ['firefox', 'webkit'] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/**
 * An engine of this computer, with the path of the browser or of its driver. WebKit is WebKitGTK, Safari's engine without
 * Apple's parts.
 */
export type InstalledEngine = { readonly name: EngineName; readonly program: string };

/** The engines' names, and the Debian packages that contain them. */
export const ENGINES = {
  firefox: { title: 'Firefox', packages: ['firefox-esr'] },
  webkit: { title: 'WebKitGTK', packages: ['webkit2gtk-driver', 'xvfb'] },
} as const satisfies Record<EngineName, unknown>;

/**
 * The engines in which the journeys run: all of them, unless the variable BROWSER_TEST_ENGINES is `off`.
 * @throws if it has another value
 */
export function chooseEngines(env: Environment): readonly EngineName[] {
  const setting = env['BROWSER_TEST_ENGINES'] ?? '';
  if (setting === '') return ENGINE_NAMES;
  if (setting === 'off') return [];
  throw new Error(`BROWSER_TEST_ENGINES is “${setting}”. Set it to “off”, or remove it.`);
}

/**
 * The chosen engines that are installed. WebKitGTK needs a screen, which Xvfb keeps in memory. Firefox from the Snap Store is
 * not used, because it cannot read temporary files.
 */
export function findEngines(
  env: Environment,
  exists: (path: string) => boolean = existsSync,
): readonly InstalledEngine[] {
  const programs = {
    firefox: findProgram(env, exists, exists('/snap/bin/firefox') ? ['firefox-esr'] : ['firefox-esr', 'firefox']),
    webkit: findProgram(env, exists, ['Xvfb']) && findProgram(env, exists, ['WebKitWebDriver']),
  };
  return chooseEngines(env).flatMap((name) => {
    const program = programs[name];
    return program === undefined ? [] : [{ name, program }];
  });
}
