/** The environment variables of all settings, with their defaults and checks. */
import { fileURLToPath } from 'node:url';
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
  type Check,
} from './checks.ts';

type Variable = {
  readonly variable: string;
  /** The default; '' for none, or for one that read-settings.ts derives from other settings. */
  readonly fallback: string;
  readonly check: Check;
  /** The value is never printed, not even if it is invalid, because it may contain a password. */
  readonly isSecret?: true;
};

const plain = (variable: string, fallback: string, check: Check): Variable => ({ variable, fallback, check });
const secret = (variable: string, check: Check): Variable => ({ variable, fallback: '', check, isSecret: true });

const YEAR = 365 * 24 * 3600;
const WEEK = 7 * 24 * 3600;

export const variables = {
  host: plain('HOST', '127.0.0.1', isHost),
  port: plain('PORT', '3000', isPort),
  dataFolder: plain('DATA_DIR', 'data', anyText),
  webFolder: plain('WEB_DIR', fileURLToPath(new URL('../../dist', import.meta.url)), anyText),
  databaseUrl: secret('DATABASE_URL', isAddress('postgres:', 'postgresql:')),
  backupEvery: plain('BACKUP_EVERY', '', isHours),
  backupKeep: plain('BACKUP_KEEP', '7', isNumber(1, 1000)),
  backupFolder: plain('BACKUP_DIR', '', anyText),
  poolSize: plain('DATABASE_POOL', '10', isNumber(1, 999)),
  publicUrl: plain('PUBLIC_URL', '', isOrigin),
  basePath: plain('BASE_PATH', '', isBasePath),
  redirectUrls: plain('REDIRECT_URLS', '', anyText),
  trustedProxies: plain('TRUST_PROXY', '', areNetworks),
  backendUrl: plain('BACKEND_URL', '', isAddress('http:', 'https:')),
  backendKey: plain('BACKEND_ANON_KEY', '', anyText),
  smtpUrl: secret('SMTP_URL', isAddress('smtp:', 'smtps:')),
  mailFrom: plain('MAIL_FROM', 'Checklist <checklist@localhost>', isSender),
  mailTemplates: plain('MAIL_TEMPLATES', '', anyText),
  textWebhookUrl: secret('SMS_WEBHOOK_URL', isAddress('http:', 'https:')),
  textWebhookSecret: secret('SMS_WEBHOOK_SECRET', isSecret(16)),
  mailsPerHour: plain('MAILS_PER_HOUR', '1000', isNumber(1, 1_000_000)),
  textsPerHour: plain('TEXTS_PER_HOUR', '100', isNumber(1, 1_000_000)),
  autoconfirm: plain('AUTOCONFIRM', 'on', isSwitch),
  signUp: plain('SIGNUP_ENABLED', 'on', isOneOf('on', 'invited', 'off')),
  passwords: plain('PASSWORDS', 'on', isSwitch),
  limitsRates: plain('RATE_LIMITS', 'on', isSwitch),
  // 72 is the hosted service's longest password.
  minPasswordLength: plain('MIN_PASSWORD_LENGTH', '6', isNumber(6, 72)),
  // The app renews tokens 90 seconds before they expire. The hosted service's maximum is a week.
  accessTokenLifetime: plain('ACCESS_TOKEN_LIFETIME', '3600', isNumber(300, WEEK)),
  sessionLifetime: plain('SESSION_LIFETIME', '0', isNumber(0, YEAR)),
  refreshReuseInterval: plain('REFRESH_REUSE_INTERVAL', '10', isNumber(0, 300)),
  recentSignIn: plain('RECENT_SIGN_IN', '86400', isNumber(0, YEAR)),
  emailChangeConfirm: plain('EMAIL_CHANGE_CONFIRM', 'both', isOneOf('both', 'new')),
  totp: plain('MFA_TOTP', 'on', isSwitch),
  phone: plain('MFA_PHONE', 'on', isSwitch),
  passkeys: plain('PASSKEYS', '', isSwitch),
  manualLinking: plain('MANUAL_LINKING', 'on', isSwitch),
  // Validated by readProviders (read-settings.ts).
  providers: plain('PROVIDERS', '', anyText),
  captchaProvider: plain('CAPTCHA_PROVIDER', '', isOneOf('hcaptcha', 'turnstile')),
  captchaSiteKey: plain('CAPTCHA_SITE_KEY', '', anyText),
  captchaSecret: secret('CAPTCHA_SECRET', anyText),
  signingKey: secret('JWT_SIGNING_KEY', isSigningKey),
  // At least as long as the hash (RFC 7518, section 3.2).
  jwtSecret: secret('JWT_SECRET', isSecret(32)),
  schemas: plain('EXPOSED_SCHEMAS', 'public', areSchemas),
  // The app pulls pages of 1,000 rows and treats a shorter page as the last.
  maxRows: plain('MAX_ROWS', '1000', isNumber(1000, 100_000)),
  maxRowKb: plain('MAX_ROW_KB', '64', isNumber(1, 1024)),
  maxAccountRows: plain('MAX_ACCOUNT_ROWS', '100000', isNumber(100, 1_000_000_000)),
  maxAccountMb: plain('MAX_ACCOUNT_MB', '100', isNumber(1, 1_000_000)),
  releasesUrl: plain('RELEASES_URL', '', isOpenAddress),
  logLevel: plain('LOG_LEVEL', '', isOneOf('debug', 'info', 'warn', 'error', 'silent')),
  logFormat: plain('LOG_FORMAT', 'text', isOneOf('text', 'json')),
  metrics: plain('METRICS', 'off', isSwitch),
  metricsToken: secret('METRICS_TOKEN', isSecret(16)),
  // Read by Node itself.
  timeZone: plain('TZ', '', isTimeZone),
} as const satisfies Readonly<Record<string, Variable>>;

export type Name = keyof typeof variables;

/** The text of each setting; '' if it is not set and has no default. */
export type Texts = { readonly [N in Name]: string };
