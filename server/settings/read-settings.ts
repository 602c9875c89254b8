/** The settings of the server, read from environment variables. docs/settings.md describes them for operators. */
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import { readProviders, type ProvidersFailure } from '#server/auth/providers/provider-settings.ts';
import type { SizeLimits } from '#server/database/database.ts';
import type { CaptchaProvider } from '#server/http/security-headers.ts';
import type { LogSettings } from '#server/log/log.ts';
import { fail, ok, type Result } from '#server/result.ts';
import { readList, type Problem } from './checks.ts';
import { readSecretFiles, type SecretFileFailure } from './secret-files.ts';
import { findMisspelled, listSecrets, type MisspelledSetting } from './unknown-settings.ts';
import {
  accountVariables,
  combinedVariables,
  isOn,
  plainVariables,
  readValues,
  variables,
  type Name,
  type Texts,
  type Values,
} from './variables.ts';

/**
 * Reads the settings. An empty variable counts as not set. A secret can be in a file instead.
 * Fails with a misspelled setting, or else with the first invalid one and its text.
 */
export function readSettings(env: Environment): Result<Settings, SettingsFailure> {
  const misspelled = findMisspelled(env);
  if (misspelled !== null) return fail(misspelled);
  const complete = readSecretFiles(env, listSecrets(env));
  if (!complete.ok) return complete;
  const texts = readTexts(complete.value);
  const failure = findWrong(texts) ?? findContradiction(texts);
  if (failure !== null) return fail(failure);
  const providers = readProviders(complete.value);
  return providers.ok ? ok(textsToSettings(texts, providers.value)) : providers;
}

export type SettingsFailure = MisspelledSetting | SecretFileFailure | WrongText | Contradiction | ProvidersFailure;

type WrongText = Problem & {
  /** The environment variable. */
  readonly variable: string;
  /** The text of the variable; empty for secrets. */
  readonly text: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

// The keys of `variables` are the names.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const names = Object.keys(variables) as readonly Name[];

function readTexts(env: Environment): Texts {
  const texts = names.map((name) => {
    const { variable, fallback } = variables[name];
    const text = env[variable]?.trim() ?? '';
    return [name, text === '' ? fallback : text] as const;
  });
  // Created from every name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(texts) as Texts;
}

function findWrong(texts: Texts): WrongText | null {
  for (const name of names) {
    const { variable, check, isSecret } = variables[name];
    const problem = texts[name] === '' ? null : check(texts[name]);
    if (problem !== null) return { ...problem, variable, text: isSecret ? '' : texts[name] };
  }
  return null;
}

function textsToSettings(texts: Texts, providers: readonly ProviderSettings[]): Settings {
  const plain = readValues(plainVariables, texts);
  const values = readValues(combinedVariables, texts);
  const { backendUrl, textWebhookUrl } = values;
  return {
    ...plain,
    backend: backendUrl === null ? null : { url: backendUrl, anonKey: values.backendKey },
    textWebhook: textWebhookUrl === null ? null : { url: textWebhookUrl, secret: values.textWebhookSecret },
    accounts: {
      ...readValues(accountVariables, texts),
      // Without a webhook, codes are printed on the console, which a JSON log does not have.
      phone: values.phone && (textWebhookUrl !== null || values.logFormat === 'text'),
      passkeys: values.passkeys === '' ? backendUrl === null : isOn(values.passkeys),
      providers,
    },
    captcha: readCaptcha(values),
    sizes: {
      rowBytes: values.maxRowKb * 1024,
      accountRows: values.maxAccountRows,
      accountBytes: values.maxAccountMb * 1_000_000,
    },
    backups: readBackups(values, plain.dataFolder),
    log: readLog(values),
    metrics: values.metrics ? { token: values.metricsToken } : null,
  };
}

type Combined = Values<typeof combinedVariables>;

/** If the app uses another backend, this server has no database. */
function readBackups(
  { backupEvery, backupKeep, backupFolder, backendUrl }: Combined,
  dataFolder: string,
): BackupPlan | null {
  if (backupEvery === '' || backendUrl !== null) return null;
  const folder = backupFolder === '' ? join(dataFolder, 'backups') : backupFolder;
  return { everyHours: Number(backupEvery.replace('h', '')), keep: backupKeep, folder: resolve(folder) };
}

function readCaptcha({ captchaProvider, captchaSiteKey, captchaSecret }: Combined): Settings['captcha'] {
  if (captchaProvider === '') return null;
  const provider = captchaProvider === 'hcaptcha' ? 'hcaptcha' : 'turnstile';
  return { provider, siteKey: captchaSiteKey, secret: captchaSecret };
}

/** The default level is `warn` on a console, and `info` for a JSON log, which programs collect. */
function readLog({ logLevel, logFormat }: Combined): LogSettings {
  const format = logFormat === 'json' ? 'json' : 'text';
  const level = LEVELS.find((name) => name === logLevel) ?? (format === 'json' ? 'info' : 'warn');
  return { format, level };
}

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

type Contradiction =
  /** `variable` is needed because `because` is set. */
  | { readonly type: 'missing-setting'; readonly variable: string; readonly because: string }
  | {
      readonly type: 'missing-key' | 'open-metrics' | 'no-other-sign-in' | 'invited-without-passwords';
      readonly variable: string;
    };

/** Returns the first contradiction, or null. */
function findContradiction(texts: Texts): Contradiction | null {
  if (texts.backendUrl !== '' && texts.backendKey === '') return { type: 'missing-key', variable: 'BACKEND_ANON_KEY' };
  const missing = findNeeds(texts).find(([name, needed]) => texts[name] !== '' && texts[needed] === '');
  if (missing !== undefined) {
    const [name, needed] = missing;
    return { type: 'missing-setting', variable: variables[needed].variable, because: variables[name].variable };
  }
  const withoutPasswords = findMissingSignIn(texts);
  if (withoutPasswords !== null) return withoutPasswords;
  const isOpen = texts.metrics === 'on' && texts.metricsToken === '' && isReachable(texts);
  return isOpen ? { type: 'open-metrics', variable: 'METRICS_TOKEN' } : null;
}

/** Without passwords, people need a provider: a passkey can be added only by someone who is signed in, and invitations need a form. */
function findMissingSignIn({ passwords, providers, signUp, backendUrl }: Texts): Contradiction | null {
  if (isOn(passwords) || backendUrl !== '') return null;
  if (readList(providers).length === 0) return { type: 'no-other-sign-in', variable: 'PROVIDERS' };
  return signUp === 'invited' ? { type: 'invited-without-passwords', variable: 'SIGNUP_ENABLED' } : null;
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

export type Settings = Values<typeof plainVariables> & {
  /** Another backend for the app, such as hosted Supabase, and its anonymous key. */
  readonly backend: { readonly url: string; readonly anonKey: string } | null;
  /** The webhook that sends text messages; null to print them. `secret` is '' for unsigned requests. */
  readonly textWebhook: { readonly url: string; readonly secret: string } | null;
  readonly accounts: AccountSettings;
  /** The captcha provider; null for none. */
  readonly captcha: Captcha | null;
  readonly sizes: SizeLimits;
  /** Null if no backups are scheduled. */
  readonly backups: BackupPlan | null;
  readonly log: LogSettings;
  /** Null if metrics are off. Without a token, anyone who can reach the server can read them. */
  readonly metrics: { readonly token: string | null } | null;
};

export type BackupPlan = {
  readonly everyHours: number;
  /** How many backups are kept. */
  readonly keep: number;
  readonly folder: string;
};

export type AccountSettings = Values<typeof accountVariables> & {
  /** Whether codes by text message are offered as a second step. */
  readonly phone: boolean;
  readonly passkeys: boolean;
  readonly providers: readonly ProviderSettings[];
};

type Captcha = {
  readonly provider: CaptchaProvider;
  /** Public; the page contains it. */
  readonly siteKey: string;
  /** Empty if another backend verifies the captcha. */
  readonly secret: string;
};
