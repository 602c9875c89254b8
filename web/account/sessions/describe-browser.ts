/** Describes a browser and its operating system from the user agent. */
import { messages } from '#web/messages/messages.ts';

/** The order matters, because most user agents also contain the names of other browsers. */
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

/** The length of the user agent that is searched, in characters. */
const LONGEST = 500;
/** The length of an unknown user agent that is shown, in characters. */
const SHOWN = 40;

/**
 * @param userAgent the user agent, which can be forged
 * @returns such as 'Firefox on Windows'; the start of an unknown user agent
 */
export function describeBrowser(userAgent: string): string {
  const name = userAgent.slice(0, LONGEST).trim();
  const browser = find(BROWSERS, name);
  const system = find(SYSTEMS, name);
  if (browser !== undefined && system !== undefined) return messages.devices.on(browser, system);
  return browser ?? system ?? (name.slice(0, SHOWN) || messages.devices.unknownBrowser);
}

const find = (table: typeof BROWSERS, name: string): string | undefined =>
  table.find(([pattern]) => pattern.test(name))?.[1];
