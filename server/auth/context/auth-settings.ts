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
  readonly rateLimits: AuthRateLimits;
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

/** The number of attempts that each limit allows. 0 disables a limit. `limits.ts` defines the windows. */
export type AuthRateLimits = {
  readonly signUpByAddress: number;
  readonly passwordByAddress: number;
  /** Wrong passwords. A correct one resets the count. */
  readonly passwordByAccount: number;
  /** Wrong passwords in a day. A correct one resets the count. */
  readonly passwordByDay: number;
  readonly refreshByAddress: number;
  readonly recoverByAddress: number;
  readonly verifyByAddress: number;
  /** Changes that a user makes to their account. */
  readonly changeByAccount: number;
  /** Enrolling a second factor and requesting its codes. */
  readonly factorByAccount: number;
  /** Wrong codes. A correct one resets the count. */
  readonly codeByAccount: number;
  /** Wrong codes in a day. A code has only a million values, so a patient attacker needs a daily limit too. */
  readonly codeByDay: number;
  /** Text messages per account and day. */
  readonly textByDay: number;
  /** Text messages per day to one unverified number. */
  readonly numberByDay: number;
  /** Requests that start or finish a sign-in with a provider. */
  readonly providerByAddress: number;
  readonly passkeyByAddress: number;
  /** All other requests that need a token. */
  readonly otherByAddress: number;
};

/** The defaults, which follow hosted Supabase where it has the setting. */
export const defaultAuthSettings: Omit<AuthSettings, 'siteUrl'> = {
  redirectUrls: [],
  autoconfirm: true,
  signUp: 'open',
  passwords: true,
  minPasswordLength: 6,
  accessTokenLifetime: 3600,
  sessionLifetime: 0,
  refreshReuseInterval: 10,
  oneTimeTokenLifetime: 3600,
  mailInterval: 60,
  textInterval: 60,
  mailsPerHour: 1000,
  textsPerHour: 100,
  rateLimits: {
    signUpByAddress: 30,
    passwordByAddress: 30,
    passwordByAccount: 10,
    passwordByDay: 100,
    refreshByAddress: 150,
    recoverByAddress: 30,
    verifyByAddress: 30,
    changeByAccount: 30,
    factorByAccount: 30,
    codeByAccount: 10,
    codeByDay: 50,
    textByDay: 20,
    numberByDay: 5,
    providerByAddress: 60,
    passkeyByAddress: 60,
    otherByAddress: 600,
  },
  captcha: null,
  factors: { totp: true, phone: true, max: 10, challengeLifetime: 300 },
  passkeys: true,
  manualLinking: true,
  providers: [],
  recentSignIn: 24 * 3600,
  confirmsBothAddresses: true,
};

/** Disables all limits, for tests that send many requests. */
export const NO_RATE_LIMITS: AuthRateLimits = {
  signUpByAddress: 0,
  passwordByAddress: 0,
  passwordByAccount: 0,
  passwordByDay: 0,
  refreshByAddress: 0,
  recoverByAddress: 0,
  verifyByAddress: 0,
  changeByAccount: 0,
  factorByAccount: 0,
  codeByAccount: 0,
  codeByDay: 0,
  textByDay: 0,
  numberByDay: 0,
  providerByAddress: 0,
  passkeyByAddress: 0,
  otherByAddress: 0,
};
