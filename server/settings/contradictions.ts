/** Finds settings that are valid individually but contradict each other. */
import { isIP } from 'node:net';
import { variables } from './variables.ts';
import type { Name, Texts } from './variables.ts';

export type Contradiction =
  /** `variable` is needed because `because` is set. */
  | { readonly type: 'missing-setting'; readonly variable: string; readonly because: string }
  | { readonly type: 'missing-key' | 'open-metrics'; readonly variable: string };

/** Returns the first contradiction, or null. */
export function findContradiction(texts: Texts): Contradiction | null {
  if (texts.backendUrl !== '' && texts.backendKey === '') return { type: 'missing-key', variable: 'BACKEND_ANON_KEY' };
  const missing = findNeeds(texts).find(([name, needed]) => texts[name] !== '' && texts[needed] === '');
  if (missing !== undefined) {
    const [name, needed] = missing;
    return { type: 'missing-setting', variable: variables[needed].variable, because: variables[name].variable };
  }
  const isOpen = texts.metrics === 'on' && texts.metricsToken === '' && isReachable(texts);
  return isOpen ? { type: 'open-metrics', variable: 'METRICS_TOKEN' } : null;
}

/** Pairs of settings: if the first is set, the second must be set, too. */
function findNeeds({ backendUrl }: Texts): readonly (readonly [Name, Name])[] {
  const captcha = ['captchaProvider', 'captchaSiteKey', 'captchaSecret'] as const;
  // Another backend verifies the captcha itself, so this server does not need the secret.
  const needed = backendUrl === '' ? captcha : captcha.slice(0, 2);
  return [
    ['textWebhookSecret', 'textWebhookUrl'],
    ...captcha.flatMap((name) => needed.map((other) => [name, other] as const)),
  ];
}

/** Whether other computers can reach the server, directly or through a proxy. */
function isReachable({ host, trustedProxies, publicUrl }: Texts): boolean {
  const publicHost = URL.parse(publicUrl)?.hostname ?? 'localhost';
  return trustedProxies !== '' || !isLoopback(host) || !isLoopback(publicHost.replaceAll(/[[\]]/g, ''));
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
