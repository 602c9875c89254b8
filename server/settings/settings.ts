/** The type of the server's settings. docs/settings.md describes them for operators. */
import type { JWK } from 'jose';
import type { ProviderSettings, SignUpMode } from '#server/auth/context/auth-settings.ts';
import type { SizeLimits } from '#server/database/database.ts';
import type { CaptchaProvider } from '#server/http/security-headers.ts';
import type { LogSettings } from '#server/log/log.ts';

export type Settings = {
  /** The address to listen on. The default is loopback. */
  readonly host: string;
  /** The port to listen on; 0 takes any free one. */
  readonly port: number;
  /** The folder for all data of the server. */
  readonly dataFolder: string;
  /** The folder of the built web app. */
  readonly webFolder: string;
  /** The URL of a Postgres that replaces the private one. */
  readonly databaseUrl: string | null;
  /** The maximum number of connections to the database. */
  readonly poolSize: number;
  /** The public URL of this server without a trailing slash; null for the URL that it listens on. */
  readonly publicUrl: string | null;
  /** The path under which this server answers, such as `/checklist`, without a trailing slash; '' for the whole host. */
  readonly basePath: string;
  /** Another backend for the app, such as hosted Supabase, and its anonymous key. */
  readonly backend: { readonly url: string; readonly anonKey: string } | null;
  /** The SMTP server; null to write emails to files. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** The folder of the operator's email templates. */
  readonly mailTemplates: string | null;
  /** The webhook that sends text messages; null to print them. `secret` is '' for unsigned requests. */
  readonly textWebhook: { readonly url: string; readonly secret: string } | null;
  /** Further URLs to which links in emails may redirect. */
  readonly redirectUrls: readonly string[];
  readonly accounts: AccountSettings;
  /** The captcha provider; null for none. */
  readonly captcha: Captcha | null;
  /** The schemas that /rest/v1 exposes. The first is the default. */
  readonly schemas: readonly string[];
  /** The maximum number of rows that a read returns. */
  readonly maxRows: number;
  readonly sizes: SizeLimits;
  /** The networks of proxies that add the client's address to X-Forwarded-For. */
  readonly trustedProxies: readonly string[];
  /** The key that signs access tokens instead of the one in the database. */
  readonly signingKey: JWK | null;
  /** The secret that signs role keys (HS256) instead of the one in the database. */
  readonly jwtSecret: string | null;
  /** Null if no backups are scheduled. */
  readonly backups: BackupPlan | null;
  /** Null if the server does not check for newer releases. */
  readonly releasesUrl: string | null;
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

export type AccountSettings = {
  /** Whether new accounts are confirmed without an email. */
  readonly autoconfirm: boolean;
  readonly signUp: SignUpMode;
  /** Whether rate limits apply. Off only in tests. */
  readonly limitsRates: boolean;
  /** Whether people can sign in with a password. Otherwise, they use a provider or a passkey. */
  readonly passwords: boolean;
  readonly minPasswordLength: number;
  /** These four are in seconds. */
  readonly accessTokenLifetime: number;
  /** 0 means that sessions do not end. */
  readonly sessionLifetime: number;
  readonly refreshReuseInterval: number;
  readonly recentSignIn: number;
  /** Whether both the current and the new address must confirm an email change, or only the new one. */
  readonly confirmsBothAddresses: boolean;
  /** The maximum number of emails and text messages per hour, over all recipients. */
  readonly mailsPerHour: number;
  readonly textsPerHour: number;
  /** Whether authenticator apps, and codes by text message, are offered as a second step. */
  readonly totp: boolean;
  readonly phone: boolean;
  readonly passkeys: boolean;
  readonly manualLinking: boolean;
  readonly providers: readonly ProviderSettings[];
};

type Captcha = {
  readonly provider: CaptchaProvider;
  /** Public; the page contains it. */
  readonly siteKey: string;
  /** Empty if another backend verifies the captcha. */
  readonly secret: string;
};
