/** What an operator has chosen, as the parts of the server take it. */
import type { JWK } from 'jose';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';

export type Settings = {
  /** The address to listen on; loopback unless told otherwise. */
  readonly host: string;
  /** The port to listen on; 0 takes any free one. */
  readonly port: number;
  /** The folder for everything the server keeps. */
  readonly dataFolder: string;
  /** The folder of the built web app. */
  readonly webFolder: string;
  /** Another Postgres than the private one under the data folder. */
  readonly databaseUrl: string | null;
  /** At most so many connections to the database. */
  readonly poolSize: number;
  /** Under which address people reach this server; null: the one it listens on. Without a slash at the end. */
  readonly publicUrl: string | null;
  /** Another backend than this server's, such as hosted Supabase, and its anonymous key: what the app is told. */
  readonly backend: { readonly url: string; readonly anonKey: string } | null;
  /** Where mail is handed over; null: messages become files. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** The folder of the operator's own mail templates. */
  readonly mailTemplates: string | null;
  /** Where text messages are handed over; null: they are shown to the operator. `secret` is '' where nothing is signed. */
  readonly textWebhook: { readonly url: string; readonly secret: string } | null;
  /** Where else links in mails may lead. */
  readonly redirectUrls: readonly string[];
  readonly accounts: AccountSettings;
  /** Who checks that forms are filled in by people. */
  readonly captcha: Captcha | null;
  /** The schemas that can be reached at /rest/v1; the first is the default. */
  readonly schemas: readonly string[];
  /** A read shows at most so many rows. */
  readonly maxRows: number;
  /** Whether a proxy in front tells the visitor's address (X-Forwarded-For, its last entry). */
  readonly trustsProxy: boolean;
  /** Signs access tokens, instead of the key that is kept in the database. */
  readonly signingKey: JWK | null;
  /** Signs the HS256 keys of roles, instead of the secret that is kept in the database. */
  readonly jwtSecret: string | null;
  readonly log: LogSettings;
  /** Null: nothing is measured. Without a token, everybody who reaches the server reads its metrics. */
  readonly metrics: { readonly token: string | null } | null;
};

export type AccountSettings = {
  /** New accounts need no confirmation of their address. */
  readonly autoconfirm: boolean;
  readonly signupEnabled: boolean;
  /** Whether tries are counted; off only for tests. */
  readonly limitsRates: boolean;
  readonly minPasswordLength: number;
  /** Seconds, these three. */
  readonly accessTokenLifetime: number;
  readonly refreshReuseInterval: number;
  readonly recentSignIn: number;
  /** An address is changed once its present and its new one have confirmed it; else the new one alone. */
  readonly confirmsBothAddresses: boolean;
  /** So many mails and text messages go out in an hour, to whomever. */
  readonly mailsPerHour: number;
  readonly textsPerHour: number;
  /** Whether codes of an authenticator app, and codes in text messages, may be set up as a second step. */
  readonly totp: boolean;
  readonly phone: boolean;
  readonly passkeys: boolean;
  readonly manualLinking: boolean;
  readonly providers: readonly ProviderSettings[];
};

type Captcha = {
  readonly provider: CaptchaProvider;
  /** Public: it stands in the page. */
  readonly siteKey: string;
  /** Empty where another backend checks. */
  readonly secret: string;
};

export type CaptchaProvider = 'hcaptcha' | 'turnstile';

export type LogSettings = {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
