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
  readonly rateLimits: AuthRateLimits;
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
  rateLimits: {
    signUpByAddress: 30,
    passwordByAddress: 30,
    passwordByAccount: 10,
    refreshByAddress: 150,
    recoverByAddress: 30,
    verifyByAddress: 30,
    changeByAccount: 30,
    otherByAddress: 600,
  },
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
  otherByAddress: 0,
};
