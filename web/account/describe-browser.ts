/** A browser and its system in words, from what the browser calls itself. */
import { devices as words } from '#web/messages/en/account.ts';

/** In this order: most browsers carry the names of those they are made of. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\/|\bOpera\b/u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bVivaldi\//u, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//u, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bChromium\/|\bCriOS\//u, 'Chrome'],
  [/\bVersion\/.*\bSafari\//u, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'Mac'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

/** Longer ones say nothing more; they could only be made to look for long. */
const LONGEST = 500;
/** Of a name that nobody knows so much is shown. */
const SHOWN = 40;

/**
 * @param userAgent what the browser calls itself, or another program does: never to be trusted
 * @returns such as 'Firefox on Windows'; the beginning of a name that is none of a browser
 */
export function describeBrowser(userAgent: string): string {
  const name = userAgent.slice(0, LONGEST).trim();
  const browser = find(BROWSERS, name);
  const system = find(SYSTEMS, name);
  if (browser !== undefined && system !== undefined) return words.on(browser, system);
  return browser ?? system ?? (name.slice(0, SHOWN) || words.unknownBrowser);
}

const find = (table: typeof BROWSERS, name: string): string | undefined =>
  table.find(([pattern]) => pattern.test(name))?.[1];
