/**
 * Finds the browsers on this computer in which the journeys of e2e/engines/ run. All other tests run in Chromium, so it
 * is not included.
 */
import { existsSync } from 'node:fs';
import { findProgram, type Environment } from './chromium.ts';

type EngineName = 'firefox' | 'webkit';

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

/** Whether the journeys run: they take several minutes on a small machine. */
export const areJourneysOn = (env: Environment): boolean => env['BROWSER_TEST_ENGINES'] === 'on';

/** The installed engines. WebKitGTK needs a screen, which Xvfb keeps in memory. */
export function findEngines(
  env: Environment,
  exists: (path: string) => boolean = existsSync,
): readonly InstalledEngine[] {
  const programs = {
    firefox: findProgram(env, exists, ['firefox-esr', 'firefox']),
    webkit: findProgram(env, exists, ['Xvfb']) && findProgram(env, exists, ['WebKitWebDriver']),
  };
  return (['firefox', 'webkit'] as const).flatMap((name) => {
    const program = programs[name];
    return program === undefined ? [] : [{ name, program }];
  });
}
