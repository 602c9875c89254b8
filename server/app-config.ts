/** The public configuration of the app, served at /config.json. It contains no secrets. */
import type { CaptchaProvider, Settings } from './settings/settings.ts';

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
