/** The environment variables of all settings, with their defaults and checks. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SignUpMode } from '#server/auth/context/auth-settings.ts';
import { parseSigningKey } from '#server/tokens/key-ring.ts';
import {
  anyText,
  areNetworks,
  areSchemas,
  isAddress,
  isBasePath,
  isHost,
  isHours,
  isNumber,
  isOneOf,
  isOpenAddress,
  isOrigin,
  isPort,
  isSecret,
  isSender,
  isSigningKey,
  isSwitch,
  isTimeZone,
  readList,
  type Check,
} from './checks.ts';

type Variable<Value> = {
  readonly variable: string;
  /** The default; '' for none, or for one that read-settings.ts derives from other settings. */
  readonly fallback: string;
  readonly check: Check;
  /** Converts a checked text; '' for one that is not set and has no default. */
  readonly read: (text: string) => Value;
  /** The value is never printed, not even if it is invalid, because it may contain a password. */
  readonly isSecret?: true;
};

/** Creates variables with values of one kind. */
const reading =
  <Value>(read: (text: string) => Value) =>
  (variable: string, fallback: string, check: Check): Variable<Value> => ({ variable, fallback, check, read });

const text = reading(String);
const number = reading(Number);
const list = reading(readList);
const onOff = reading(isOn);
const optional = reading((given) => (given === '' ? null : given));
const address = reading(toAddress);
const folder = reading((given) => resolve(given));

const secret = <Value>(setting: Variable<Value>) => ({ ...setting, isSecret: true as const });

export function isOn(given: string): boolean {
  return given === 'on';
}

/** Normalizes a URL: without query, password and trailing slash. */
function toAddress(given: string): string | null {
  const url = URL.parse(given);
  return url && `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** The setting was a switch before it had a third value. */
function toSignUp(given: string): SignUpMode {
  if (given === 'invited') return 'invited';
  return isOn(given) ? 'open' : 'closed';
}

const YEAR = 365 * 24 * 3600;
const WEEK = 7 * 24 * 3600;

/** Settings that are used as they are read. */
export const plainVariables = {
  host: text('HOST', '127.0.0.1', isHost),
  port: number('PORT', '3000', isPort),
  dataFolder: folder('DATA_DIR', 'data', anyText),
  webFolder: folder('WEB_DIR', fileURLToPath(new URL('../../dist', import.meta.url)), anyText),
  databaseUrl: secret(optional('DATABASE_URL', '', isAddress('postgres:', 'postgresql:'))),
  poolSize: number('DATABASE_POOL', '10', isNumber(1, 999)),
  publicUrl: address('PUBLIC_URL', '', isOrigin),
  basePath: text('BASE_PATH', '', isBasePath),
  trustedProxies: list('TRUST_PROXY', '', areNetworks),
  redirectUrls: list('REDIRECT_URLS', '', anyText),
  smtpUrl: secret(optional('SMTP_URL', '', isAddress('smtp:', 'smtps:'))),
  mailFrom: text('MAIL_FROM', 'Checklist <checklist@localhost>', isSender),
  mailTemplates: optional('MAIL_TEMPLATES', '', anyText),
  signingKey: secret(reading(parseSigningKey)('JWT_SIGNING_KEY', '', isSigningKey)),
  // At least as long as the hash (RFC 7518, section 3.2).
  jwtSecret: secret(optional('JWT_SECRET', '', isSecret(32))),
  schemas: list('EXPOSED_SCHEMAS', 'public', areSchemas),
  // The app pulls pages of 1,000 rows and treats a shorter page as the last.
  maxRows: number('MAX_ROWS', '1000', isNumber(1000, 100_000)),
  releasesUrl: optional('RELEASES_URL', '', isOpenAddress),
};

/** Settings of accounts, likewise. */
export const accountVariables = {
  autoconfirm: onOff('AUTOCONFIRM', 'on', isSwitch),
  signUp: reading(toSignUp)('SIGNUP_ENABLED', 'on', isOneOf('on', 'invited', 'off')),
  limitsRates: onOff('RATE_LIMITS', 'on', isSwitch),
  passwords: onOff('PASSWORDS', 'on', isSwitch),
  // 72 is the hosted service's longest password.
  minPasswordLength: number('MIN_PASSWORD_LENGTH', '6', isNumber(6, 72)),
  // The app renews tokens 90 seconds before they expire. The hosted service's maximum is a week.
  accessTokenLifetime: number('ACCESS_TOKEN_LIFETIME', '3600', isNumber(300, WEEK)),
  sessionLifetime: number('SESSION_LIFETIME', '0', isNumber(0, YEAR)),
  refreshReuseInterval: number('REFRESH_REUSE_INTERVAL', '10', isNumber(0, 300)),
  recentSignIn: number('RECENT_SIGN_IN', '86400', isNumber(0, YEAR)),
  confirmsBothAddresses: reading((given) => given === 'both')('EMAIL_CHANGE_CONFIRM', 'both', isOneOf('both', 'new')),
  mailsPerHour: number('MAILS_PER_HOUR', '1000', isNumber(1, 1_000_000)),
  textsPerHour: number('TEXTS_PER_HOUR', '100', isNumber(1, 1_000_000)),
  totp: onOff('MFA_TOTP', 'on', isSwitch),
  manualLinking: onOff('MANUAL_LINKING', 'on', isSwitch),
};

/** Settings that read-settings.ts combines, each with others. */
export const combinedVariables = {
  backupEvery: text('BACKUP_EVERY', '', isHours),
  backupKeep: number('BACKUP_KEEP', '7', isNumber(1, 1000)),
  backupFolder: text('BACKUP_DIR', '', anyText),
  backendUrl: address('BACKEND_URL', '', isAddress('http:', 'https:')),
  backendKey: text('BACKEND_ANON_KEY', '', anyText),
  textWebhookUrl: secret(optional('SMS_WEBHOOK_URL', '', isAddress('http:', 'https:'))),
  textWebhookSecret: secret(text('SMS_WEBHOOK_SECRET', '', isSecret(16))),
  phone: onOff('MFA_PHONE', 'on', isSwitch),
  passkeys: text('PASSKEYS', '', isSwitch),
  // Validated by readProviders (read-settings.ts).
  providers: text('PROVIDERS', '', anyText),
  captchaProvider: text('CAPTCHA_PROVIDER', '', isOneOf('hcaptcha', 'turnstile')),
  captchaSiteKey: text('CAPTCHA_SITE_KEY', '', anyText),
  captchaSecret: secret(text('CAPTCHA_SECRET', '', anyText)),
  maxRowKb: number('MAX_ROW_KB', '64', isNumber(1, 1024)),
  maxAccountRows: number('MAX_ACCOUNT_ROWS', '100000', isNumber(100, 1_000_000_000)),
  maxAccountMb: number('MAX_ACCOUNT_MB', '100', isNumber(1, 1_000_000)),
  logLevel: text('LOG_LEVEL', '', isOneOf('debug', 'info', 'warn', 'error', 'silent')),
  logFormat: text('LOG_FORMAT', 'text', isOneOf('text', 'json')),
  metrics: onOff('METRICS', 'off', isSwitch),
  metricsToken: secret(optional('METRICS_TOKEN', '', isSecret(16))),
  // Read by Node itself.
  timeZone: text('TZ', '', isTimeZone),
};

export const variables = { ...plainVariables, ...accountVariables, ...combinedVariables };

export type Name = keyof typeof variables;

/** The text of each setting; '' if it is not set and has no default. */
export type Texts = { readonly [N in Name]: string };

type Table = Readonly<Partial<Record<Name, Variable<unknown>>>>;

/** The values of the variables in a table. */
export type Values<Some> = {
  readonly [N in keyof Some]: Some[N] extends Variable<infer Value> ? Value : never;
};

/** Converts the checked texts of the variables in a table. */
export function readValues<Some extends Table>(table: Some, texts: Texts): Values<Some> {
  const textByName: Readonly<Record<string, string>> = texts;
  const values = Object.entries(table).map(([name, { read }]) => [name, read(textByName[name] ?? '')]);
  // Created from every name of the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(values) as Values<Some>;
}
