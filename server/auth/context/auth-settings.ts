/** The settings of accounts, sessions and sign-in that an operator can change. */

export type AuthSettings = {
  /**
   * The address of the web app. Emailed links lead there by default, and `/auth/v1` is below it. A trailing slash is
   * optional.
   */
  readonly siteUrl: string;
  /**
   * Other addresses that links may lead to. An address allows everything below it. In a pattern, `*` matches any
   * characters except `.` and `/`, and `**` matches any characters.
   */
  readonly redirectUrls: readonly string[];
  /** Whether new accounts are confirmed without an email. */
  readonly autoconfirm: boolean;
  readonly signUp: SignUpMode;
  /** Whether people can sign in and sign up with a password. Otherwise they use a provider or a passkey (product P8). */
  readonly passwords: boolean;
  readonly minPasswordLength: number;
  /** Seconds. */
  readonly accessTokenLifetime: number;
  /** Seconds after a sign-in at which its session ends, however often it is renewed. 0 means never. */
  readonly sessionLifetime: number;
  /**
   * Seconds during which a used refresh token is accepted again, for two tabs that refresh at once and for lost
   * responses.
   */
  readonly refreshReuseInterval: number;
  /** The lifetime of an emailed link, in seconds. */
  readonly oneTimeTokenLifetime: number;
  /** The minimum number of seconds between two emails of one kind to one address. 0 disables the limit. */
  readonly mailInterval: number;
  /** The minimum number of seconds between two text messages of one account, and to one unverified number. */
  readonly textInterval: number;
  /** The maximum number of emails and of text messages that this server sends in an hour. 0 disables the limit. */
  readonly mailsPerHour: number;
  readonly textsPerHour: number;
  /** The default limits, or only these, each with its number of attempts. */
  readonly rateLimits: 'default' | Readonly<Partial<Record<LimitName, number>>>;
  /** The captcha provider. Null disables captchas. */
  readonly captcha: CaptchaSettings | null;
  /**
   * The second factors that users can enroll. Factors that are already verified keep working if a kind is turned off.
   */
  readonly factors: FactorSettings;
  /** Whether users can sign in with a passkey (WebAuthn). */
  readonly passkeys: boolean;
  /** Whether signed-in users can link more sign-in methods. */
  readonly manualLinking: boolean;
  /** The OAuth and OpenID Connect providers that users can sign in with. */
  readonly providers: readonly ProviderSettings[];
  /**
   * Seconds after a sign-in during which a user can change the password without another proof, and add sign-in methods.
   * 0 removes the limit.
   */
  readonly recentSignIn: number;
  /**
   * Whether both the current and the new address must confirm a change of email address. Otherwise the new address
   * alone does.
   */
  readonly confirmsBothAddresses: boolean;
};

/** Sign-up is open, needs an invitation to a list, or is closed to all but the operator (product P4). */
export type SignUpMode = 'open' | 'invited' | 'closed';

export type CaptchaSettings = {
  readonly provider: 'hcaptcha' | 'turnstile';
  readonly secret: string;
  /** The address that verifies tokens. Defaults to the provider's own. */
  readonly verifyUrl?: string;
};

type FactorSettings = {
  /** Codes of an authenticator app (RFC 6238). */
  readonly totp: boolean;
  /** Codes in text messages. */
  readonly phone: boolean;
  /** The maximum number of factors per user. */
  readonly max: number;
  /** The lifetime of a challenge, in seconds. */
  readonly challengeLifetime: number;
};

export type ProviderSettings = {
  /** The name that clients use, such as `google`. */
  readonly name: string;
  /** `oidc` uses OpenID Connect discovery. `github` uses GitHub's API, which does not support discovery. */
  readonly kind: 'oidc' | 'github';
  /** The issuer (OpenID Connect Discovery 1.0, section 4). For GitHub, the address of its site. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
};

const FIVE_MINUTES = 300;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** How many attempts each limit allows by default, and in how many seconds. The names say what is counted by which subject. */
export const limits = {
  signUpByAddress: [30, HOUR],
  passwordByAddress: [30, FIVE_MINUTES],
  /** Wrong passwords. A correct one resets both counts. A patient attacker needs the daily limit. */
  passwordByAccount: [10, FIVE_MINUTES],
  passwordByDay: [100, DAY],
  refreshByAddress: [150, FIVE_MINUTES],
  recoverByAddress: [30, HOUR],
  verifyByAddress: [30, FIVE_MINUTES],
  /** Changes that a user makes to their account. Without the second factor of the account, they count by session. */
  changeByAccount: [30, FIVE_MINUTES],
  /** Enrolling a second factor and requesting its codes. */
  factorByAccount: [30, FIVE_MINUTES],
  /** Wrong codes. A correct one resets both counts. A code has only a million values, so a patient attacker needs the daily limit. */
  codeByAccount: [10, FIVE_MINUTES],
  codeByDay: [50, DAY],
  /** Text messages per account, and to one unverified number. */
  textByDay: [20, DAY],
  numberByDay: [5, DAY],
  /** Requests that start or finish a sign-in with a provider. */
  providerByAddress: [60, FIVE_MINUTES],
  passkeyByAddress: [60, FIVE_MINUTES],
  /** All other requests that need a token. */
  otherByAddress: [600, FIVE_MINUTES],
} as const satisfies Readonly<Record<string, readonly [attempts: number, seconds: number]>>;

export type LimitName = keyof typeof limits;
