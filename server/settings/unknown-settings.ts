/** Finds environment variables that look like settings but are not. */
import { readList } from './checks.ts';
import { fileVariable } from './secret-files.ts';
import { variables } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that is one typo away from a setting. The server refuses to start with it, because it would run without that setting. */
export type MisspelledSetting = {
  readonly type: 'misspelled-setting';
  readonly variable: string;
  /** The likely name. */
  readonly meant: string;
};

/** Returns the first misspelled setting, or null. Never returns values. */
export function findMisspelled(env: Environment): MisspelledSetting | null {
  for (const variable of listUnknown(env)) {
    const meant = findMeant(variable, env);
    if (meant !== null) return { type: 'misspelled-setting', variable, meant };
  }
  return null;
}

/** Lists variables with a prefix of this server that resemble no setting. Another program may use them, so they are only reported. */
export const listIgnored = (env: Environment): readonly string[] =>
  listUnknown(env).filter((name) => hasOwnPrefix(name) && findMeant(name, env) === null);

/** The variables with secrets. Their values are never printed, and each can be in a file. */
export function listSecrets(env: Environment): readonly string[] {
  const secrets = Object.values(variables).filter((setting) => 'isSecret' in setting);
  return [
    ...secrets.map(({ variable }) => variable),
    ...providerVariables(env).filter((name) => name.endsWith('_CLIENT_SECRET')),
  ];
}

const listSettings = (env: Environment): readonly string[] => [
  ...Object.values(variables).map(({ variable }) => variable),
  ...providerVariables(env),
];

/** An empty variable counts as not set, so an operator can empty one that comes with the environment. */
function listUnknown(env: Environment): readonly string[] {
  const known = new Set([...listSettings(env), ...listSecrets(env).map(fileVariable)]);
  return Object.keys(env).filter((name) => !known.has(name) && (env[name] ?? '').trim() !== '');
}

/** Only secrets can be in a file: `PUBLIC_URL_FILE` means `PUBLIC_URL`. */
function findMeant(name: string, env: Environment): string | null {
  const settings = listSettings(env);
  const known = [...settings, ...listSecrets(env).map(fileVariable)];
  const meant =
    settings.find((setting) => name === fileVariable(setting)) ?? known.find((setting) => isMisspelling(name, setting));
  return meant !== undefined && (hasOwnPrefix(name) || isLong(meant)) ? meant : null;
}

/** Only settings of this server start with these. */
const PREFIXES = ['PROVIDER_', 'CAPTCHA_', 'SMS_WEBHOOK_', 'MFA_', 'MAIL_', 'METRICS_', 'BACKEND_', 'SMTP_'];
const hasOwnPrefix = (name: string): boolean => PREFIXES.some((prefix) => name.startsWith(prefix));

/** Short names are often similar by chance. */
const isLong = (name: string): boolean => name.length >= 10;

/**
 * Whether each word has at most one typo. Comparing words keeps `DATABASE_PORT`, which another program may use, apart from
 * `DATABASE_POOL`. A missing or extra underscore counts as a typo, too.
 */
function isMisspelling(name: string, setting: string): boolean {
  const [words, others] = [name.split('_'), setting.split('_')];
  if (words.length !== others.length) return name.replaceAll('_', '') === setting.replaceAll('_', '');
  return words.every((word, index) => hasOneSlip(word, others[index] ?? ''));
}

/** Whether two words differ by at most one missing, extra or replaced letter, or two swapped letters. */
function hasOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  const swapped = `${rest.slice(1, 2)}${rest.slice(0, 1)}${rest.slice(2)}`;
  const isShifted = rest.slice(1) === otherRest || rest === otherRest.slice(1);
  return isShifted || rest.slice(1) === otherRest.slice(1) || swapped === otherRest;
}

/** Each provider in PROVIDERS has its own variables. */
function providerVariables({ PROVIDERS: text = '' }: Environment): readonly string[] {
  return readList(text.replaceAll(/\s/g, ',')).flatMap((name) =>
    ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'SCOPES'].map((part) => `PROVIDER_${name.toUpperCase()}_${part}`),
  );
}
