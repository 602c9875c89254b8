/** The type of the server's settings. docs/settings.md describes them for operators. */
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import type { SizeLimits } from '#server/database/database.ts';
import type { CaptchaProvider } from '#server/http/security-headers.ts';
import type { LogSettings } from '#server/log/log.ts';
import type { accountVariables, plainVariables, Values } from './variables.ts';

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
