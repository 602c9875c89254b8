/** What the app is told at /config.json: nothing in it is a secret. */
import type { CaptchaProvider, Settings } from './settings/settings.ts';

export type AppConfig = {
  /** Where its backend is; '' is here. */
  readonly url: string;
  /** The key that anybody may know. */
  readonly anonKey: string;
  /** Who asks whether a person fills in the form; left out where nobody does. */
  readonly captcha?: { readonly provider: CaptchaProvider; readonly siteKey: string };
  /** Whether one may sign in with a passkey. */
  readonly passkeys: boolean;
};

/** @param anonKey this server's own; another backend's stands in the settings */
export function writeAppConfig({ backend, captcha, accounts }: Settings, anonKey: string): AppConfig {
  return {
    ...(backend ?? { url: '', anonKey }),
    ...(captcha !== null && { captcha: { provider: captcha.provider, siteKey: captcha.siteKey } }),
    passkeys: accounts.passkeys,
  };
}
