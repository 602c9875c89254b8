/** Finds environment variables that are probably misspelled settings. They have no effect. */
import { nearestName } from '#server/rest/schema/nearest-name.ts';
import { readList } from './checks.ts';
import { variables } from './variables.ts';

export type Misspelt = { readonly variable: string; readonly meant: string | null };

/** Only settings of this server start with these. */
const PREFIXES = ['PROVIDER_', 'CAPTCHA_', 'SMS_WEBHOOK_', 'MFA_', 'MAIL_', 'METRICS_', 'BACKEND_', 'SMTP_'];

/** Returns the names, without values. */
export function findMisspelt(env: Readonly<Record<string, string | undefined>>): readonly Misspelt[] {
  const known = new Set([...Object.values(variables).map(({ variable }) => variable), ...providerVariables(env)]);
  return Object.keys(env)
    .filter((name) => /^[A-Z][A-Z0-9_]{3,63}$/.test(name) && !known.has(name))
    .map((name) => ({ variable: name, meant: nearestName(name, known) }))
    .filter(({ variable, meant }) => hasOwnPrefix(variable) || (meant !== null && isLong(meant)));
}

const hasOwnPrefix = (name: string): boolean => PREFIXES.some((prefix) => name.startsWith(prefix));

/** Short names are often similar by chance. */
const isLong = (name: string): boolean => name.length >= 10;

/** Each provider in PROVIDERS has its own variables. */
function providerVariables({ PROVIDERS: text = '' }: Readonly<Record<string, string | undefined>>): readonly string[] {
  return readList(text.replaceAll(/\s/g, ',')).flatMap((name) =>
    ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'SCOPES'].map((part) => `PROVIDER_${name.toUpperCase()}_${part}`),
  );
}
