/** What an operator may choose about accounts. */

export type AuthSettings = {
  /** Where the web app is: links lead there by default, and `/auth/v1` stands below it. No trailing slash is needed. */
  readonly siteUrl: string;
  /**
   * Where else links may lead: addresses, which allow everything below them, or patterns, in which `*` stands for
   * anything but `.` and `/`, and `**` for anything.
   */
  readonly redirectUrls: readonly string[];
  /** New accounts need no confirmation of their address. */
  readonly autoconfirm: boolean;
  readonly signupEnabled: boolean;
  readonly minPasswordLength: number;
  /** Seconds. */
  readonly accessTokenLifetime: number;
  /** For so many seconds, a refresh token may be used again: two tabs, or an answer that got lost. */
  readonly refreshReuseInterval: number;
  /** How many seconds a link in a mail works. */
  readonly oneTimeTokenLifetime: number;
  /** At least so many seconds lie between two mails of a kind to one address; 0 is off. */
  readonly mailInterval: number;
  /** The same of text messages of an account, and of those to a number that nobody has proven. */
  readonly textInterval: number;
  /** So many go out in an hour from this whole server, to whomever; 0 is off. */
  readonly mailsPerHour: number;
  readonly textsPerHour: number;
  readonly rateLimits: AuthRateLimits;
  /** Who checks that forms are filled in by people; null: nobody does. */
  readonly captcha: CaptchaSettings | null;
  /** Which second steps may be set up. Who has one already uses it, whatever is allowed now. */
  readonly factors: FactorSettings;
  /** Whether people may sign in with a passkey of this site (WebAuthn). */
  readonly passkeys: boolean;
  /** Whether who is signed in may link further sign-ins. */
  readonly manualLinking: boolean;
  /** With whom else one may sign in. */
  readonly providers: readonly ProviderSettings[];
  /** So many seconds after signing in, a password is changed without further proof, and ways to sign in are added; 0: always. */
  readonly recentSignIn: number;
  /** An address is changed once its present and its new one have confirmed it; else the new one alone. */
  readonly confirmsBothAddresses: boolean;
};

export type CaptchaSettings = {
  readonly provider: 'hcaptcha' | 'turnstile';
  readonly secret: string;
  /** Where a token is checked; the provider's own address where it is not given. */
  readonly verifyUrl?: string;
};

type FactorSettings = {
  /** Codes of an authenticator app (RFC 6238). */
  readonly totp: boolean;
  /** Codes in text messages. */
  readonly phone: boolean;
  /** At most so many for each user. */
  readonly max: number;
  /** How many seconds a challenge can be answered. */
  readonly challengeLifetime: number;
};

export type ProviderSettings = {
  /** As the client names it, such as `google`. */
  readonly name: string;
  /** `oidc`: by OpenID Connect discovery. `github`: by GitHub's own interface, which has none. */
  readonly kind: 'oidc' | 'github';
  /** The issuer's address (OpenID Connect Discovery 1.0, section 4); for GitHub the address of its site. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
};

/** How many tries are allowed; 0 is off. The windows stand in limits.ts. */
export type AuthRateLimits = {
  readonly signUpByAddress: number;
  readonly passwordByAddress: number;
  /** Wrong passwords; the right one starts anew. */
  readonly passwordByAccount: number;
  readonly refreshByAddress: number;
  readonly recoverByAddress: number;
  readonly verifyByAddress: number;
  /** Changes of a user's own account. */
  readonly changeByAccount: number;
  /** Setting up a second step, and asking for its codes. */
  readonly factorByAccount: number;
  /** Wrong codes; the right one starts anew. */
  readonly codeByAccount: number;
  /** The same in a day: a code is one of a million, and whoever guesses has time. */
  readonly codeByDay: number;
  /** Text messages of an account in a day. */
  readonly textByDay: number;
  /** Text messages in a day to a number that nobody has proven to be theirs. */
  readonly numberByDay: number;
  /** Going to a provider, and coming back. */
  readonly providerByAddress: number;
  readonly passkeyByAddress: number;
  /** Everything else that needs a token. */
  readonly otherByAddress: number;
};

/** The hosted service's defaults where it has them. */
export const defaultAuthSettings: Omit<AuthSettings, 'siteUrl'> = {
  redirectUrls: [],
  autoconfirm: true,
  signupEnabled: true,
  minPasswordLength: 6,
  accessTokenLifetime: 3600,
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

/** For tests, which try more often than people do. */
export const NO_RATE_LIMITS: AuthRateLimits = {
  signUpByAddress: 0,
  passwordByAddress: 0,
  passwordByAccount: 0,
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
