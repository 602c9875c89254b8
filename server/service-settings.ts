/** Converts the server's settings to those of accounts and emails, for the server and for the operator's commands. */
import { join } from 'node:path';
import { defaultAuthSettings, NO_RATE_LIMITS } from './auth/context/auth-settings.ts';
import type { AuthSettings } from './auth/context/auth-settings.ts';
import { listAddresses } from './http/list-addresses.ts';
import type { MailSettings } from './mail/create-mailer.ts';
import type { MailTemplates } from './mail/mail-templates.ts';
import type { Settings } from './settings/settings.ts';

/** Without PUBLIC_URL, users may open the app as localhost or by IP address, so links may redirect to both. */
export function resolveSiteUrl(
  settings: Settings,
  port: number,
): { readonly siteUrl: string; readonly settings: Settings } {
  if (settings.publicUrl !== null) return { siteUrl: settings.publicUrl, settings };
  const { main, local } = listAddresses(settings.host, port, {});
  return { siteUrl: main, settings: { ...settings, redirectUrls: [...settings.redirectUrls, ...local] } };
}

export function readAuthSettings({ accounts, captcha, redirectUrls }: Settings, siteUrl: string): AuthSettings {
  const { totp, phone, limitsRates, ...same } = accounts;
  return {
    ...defaultAuthSettings,
    ...same,
    siteUrl,
    redirectUrls,
    rateLimits: limitsRates ? defaultAuthSettings.rateLimits : NO_RATE_LIMITS,
    captcha: captcha && { provider: captcha.provider, secret: captcha.secret },
    factors: { ...defaultAuthSettings.factors, totp, phone },
  };
}

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
