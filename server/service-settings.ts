/** Derives the settings of the services, and the configuration of the web app, from those of the server. */
import { join } from 'node:path';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { listAddresses } from '#server/http/listen.ts';
import type { MailSettings } from '#server/mail/create-mailer.ts';
import type { MailTemplates } from './mail/mail.ts';
import type { Settings } from './settings/read-settings.ts';
import type { CaptchaProvider } from '#server/http/security-headers.ts';

/** Without PUBLIC_URL, users may open the app as localhost or by IP address, so links may redirect to both. */
export function resolveSiteUrl(
  settings: Settings,
  port: number,
): { readonly siteUrl: string; readonly settings: Settings } {
  const { publicUrl, basePath, host, redirectUrls } = settings;
  if (publicUrl !== null) return { siteUrl: publicUrl + basePath, settings };
  const { main, local } = listAddresses(host, port, {});
  const others = local.map((address) => address + basePath);
  return { siteUrl: main + basePath, settings: { ...settings, redirectUrls: [...redirectUrls, ...others] } };
}

export function readAuthSettings({ accounts, captcha, redirectUrls }: Settings, siteUrl: string): AuthSettings {
  const { totp, phone, limitsRates, ...same } = accounts;
  return {
    ...FIXED,
    ...same,
    siteUrl,
    redirectUrls,
    rateLimits: limitsRates ? 'default' : {},
    captcha: captcha && { provider: captcha.provider, secret: captcha.secret },
    factors: { totp, phone, max: 10, challengeLifetime: 300 },
  };
}

/** Settings of hosted Supabase that operators of this server don't need to change. Only tests use other values. */
const FIXED = { oneTimeTokenLifetime: 3600, mailInterval: 60, textInterval: 60 };

/** @param templates the operator's email templates; null for the built-in ones */
export function readMailSettings(
  { smtpUrl, mailFrom, dataFolder }: Settings,
  templates: MailTemplates | null,
): MailSettings {
  return {
    ...(smtpUrl !== null && { smtpUrl }),
    ...(templates !== null && { templates }),
    from: mailFrom,
    folder: join(dataFolder, 'mail'),
  };
}

export type AppConfig = {
  /** The URL of the backend; '' for this server. */
  readonly url: string;
  /** The public anonymous key. */
  readonly anonKey: string;
  /** Undefined if no captcha is configured. */
  readonly captcha?: { readonly provider: CaptchaProvider; readonly siteKey: string };
  /** Whether passkeys are offered. */
  readonly passkeys: boolean;
};

/**
 * Writes the configuration.
 * @param tokens the key of this server, which a revocation replaces; the settings have the key of another backend
 */
export function writeAppConfig(
  { backend, captcha, accounts }: Settings,
  tokens: { readonly anonKey: string },
): AppConfig {
  return {
    url: backend?.url ?? '',
    get anonKey() {
      return backend?.anonKey ?? tokens.anonKey;
    },
    ...(captcha !== null && { captcha: { provider: captcha.provider, siteKey: captcha.siteKey } }),
    passkeys: accounts.passkeys,
  };
}
