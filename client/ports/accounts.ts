/** The accounts a backend keeps: sign-in, sign-up, password reset (spec section 7). */
import type { Credentials } from '#core/account/credentials.ts';
import type { Result } from '#core/result.ts';
import type { User } from '#core/account/user.ts';

export type AccountFailure =
  /** No backend is set up where this app came from. */
  | { readonly type: 'no-server' }
  /** The backend did not answer. */
  | { readonly type: 'unreachable' }
  /** Wrong email or password (product A4). */
  | { readonly type: 'invalid-credentials' }
  /** The backend wants a better password (spec section 5, sync layer). */
  | { readonly type: 'weak-password' }
  /** The backend created nobody and said nothing. */
  | { readonly type: 'no-user' }
  /** The account was created; its address has to be confirmed by mail before one can sign in. */
  | { readonly type: 'confirmation-needed' }
  /** The account asks for a second step: the password, link or provider was right (product A3). */
  | { readonly type: 'code-needed'; readonly factors: readonly Factor[] }
  /** The backend wants to know that a person filled the form in, and was not told so. */
  | { readonly type: 'captcha-needed' }
  /** What was under way is over, here or with the backend: signing in begins anew. */
  | { readonly type: 'sign-in-again' }
  /** Any other refusal, shown as received (spec section 8); the message may be empty. */
  | { readonly type: 'refused'; readonly message: string };

/** A second step of an account (spec section 3, multi-factor). */
export type Factor = {
  readonly id: string;
  readonly type: 'totp' | 'phone';
  readonly status: 'verified' | 'unverified';
  /** What its owner called it; may be empty. */
  readonly name: string;
  /** Of a phone, as far as the backend shows it; '' otherwise. */
  readonly phone: string;
};

/** How a code travels to a phone (spec section 7, challenge). */
export type CodeChannel = 'sms' | 'whatsapp';

/** What the backend lets a visitor do; without an answer, what every backend can. */
export type Offers = {
  /** Names as the backend knows them, such as `google`; one may sign in with them. */
  readonly providers: readonly string[];
  readonly hasPasskeys: boolean;
  readonly canSignUp: boolean;
  /** Who checks that a person fills in the forms, and the public key of this site there; null: nobody does. */
  readonly captcha: { readonly provider: 'hcaptcha' | 'turnstile'; readonly siteKey: string } | null;
};

/** What a captcha gave, for one call; undefined where there is none. */
export type Captcha = string | undefined;

/** What a link or a provider left in the address the app was opened with. */
export type Arrival = {
  readonly code: string | null;
  /** Which of the things this browser started the code belongs to, where the address says so. */
  readonly flowId?: string | null;
  /** The backend's error: its code, such as `otp_expired`, and its words. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** What the backend says where nothing is to be done yet, such as that the other address has to confirm, too. */
  readonly message: string | null;
};

export type ArrivalFailure =
  | AccountFailure
  /** The link is used or too old: another one has to be asked for (spec section 8). */
  | { readonly type: 'link-expired' }
  /** There is no code in the address ('missing URL code'). */
  | { readonly type: 'code-missing' }
  /** This browser did not ask for the link ('bad PKCE URL'): it was opened on another device, or asked for long ago. */
  | { readonly type: 'other-device' }
  /** Somebody else is signed in by now than who began to link a provider: whether it is linked shows in that account. */
  | { readonly type: 'other-person' }
  /** Nobody is signed in any more: whether the provider is linked shows after signing in. */
  | { readonly type: 'nobody-in' }
  /** Somebody is signed in here, and the way in is another's: logging out comes first. */
  | { readonly type: 'log-out-first' }
  /** Who came in at the provider said no, or it did. */
  | { readonly type: 'provider-refused'; readonly message: string };

/** What is to become of who comes back from a provider. */
export type ProviderWish = {
  /** Whether the list of the demo on this device joins the account one comes in to. */
  readonly takesDemoAlong: boolean;
};

/** What came of an arrival. */
export type Arrived =
  /** A recovery link: a new password has to be chosen before anything else (product A2). */
  | { readonly type: 'new-password' }
  | { readonly type: 'in'; readonly user: User }
  /** A provider was linked to the account of who is in. */
  | { readonly type: 'linked' }
  /** A new address is confirmed, or half so: the backend's words, '' for none. */
  | { readonly type: 'email-confirmed'; readonly message: string };

export type Accounts = {
  /** What can be done at the door. */
  readonly offers: () => Promise<Result<Offers, AccountFailure>>;
  readonly signIn: (credentials: Credentials, captcha?: Captcha) => Promise<Result<User, AccountFailure>>;
  readonly signUp: (credentials: Credentials, captcha?: Captcha) => Promise<Result<User, AccountFailure>>;
  readonly sendReset: (email: string, captcha?: Captcha) => Promise<Result<null, AccountFailure>>;
  /** Gives the address to go to; from there one comes back with an arrival. */
  readonly signInWith: (provider: string, wish?: ProviderWish) => Promise<Result<string, AccountFailure>>;
  readonly signInWithPasskey: (captcha?: Captcha) => Promise<Result<User, AccountFailure>>;
  /** Takes up what the address brought; the second step may be asked for in between. */
  readonly arrive: (arrival: Arrival) => Promise<Result<Arrived, ArrivalFailure>>;
  /** Has a code sent to a phone; for an app there is nothing to send. */
  readonly sendCode: (factorId: string, channel: CodeChannel) => Promise<Result<null, AccountFailure>>;
  /** Answers `code-needed`. What was under way goes on: who signs in is in, who recovers chooses a password. */
  readonly enterCode: (factorId: string, code: string) => Promise<Result<Arrived, AccountFailure>>;
  /** After a recovery link: sets the password, and its owner is in (product A2). */
  readonly chooseNewPassword: (password: string) => Promise<Result<User, AccountFailure>>;
  /** Gives up what is under way: the second step, or the new password. */
  readonly giveUp: () => Promise<void>;
  /**
   * Ends a session, and tells the backend as far as it can be reached.
   * @param taken what was taken from this device of it: whoever came in since stays in. Without it the session that is
   * here ends, on this device at once
   */
  readonly signOut: (taken?: string | null) => Promise<void>;
};
