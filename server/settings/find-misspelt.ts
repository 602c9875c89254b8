/** Variables that look like settings of this server and are none: probably mistyped, and without effect. */
import { nearestName } from '#server/rest/schema/nearest-name.ts';
import { readList } from './checks.ts';
import { variables } from './variables.ts';

export type Misspelt = { readonly variable: string; readonly meant: string | null };

/** What begins so is meant for us. */
const PREFIXES = ['PROVIDER_', 'CAPTCHA_', 'SMS_WEBHOOK_', 'MFA_', 'MAIL_', 'METRICS_', 'BACKEND_', 'SMTP_'];

/** Takes the environment. Gives the names without their values. */
export function findMisspelt(env: Readonly<Record<string, string | undefined>>): readonly Misspelt[] {
  const known = new Set([...Object.values(variables).map(({ variable }) => variable), ...providerVariables(env)]);
  return Object.keys(env)
    .filter((name) => /^[A-Z][A-Z0-9_]{3,63}$/.test(name) && !known.has(name))
    .map((name) => ({ variable: name, meant: nearestName(name, known) }))
    .filter(({ variable, meant }) => isOurs(variable) || (meant !== null && isLong(meant)));
}

const isOurs = (name: string): boolean => PREFIXES.some((prefix) => name.startsWith(prefix));

/** Short names are alike by chance. */
const isLong = (name: string): boolean => name.length >= 10;

/** Each provider that is named brings variables of its own. */
function providerVariables({ PROVIDERS: text = '' }: Readonly<Record<string, string | undefined>>): readonly string[] {
  return readList(text.replaceAll(/\s/g, ',')).flatMap((name) =>
    ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'SCOPES'].map((part) => `PROVIDER_${name.toUpperCase()}_${part}`),
  );
}
