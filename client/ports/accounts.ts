/** The backend's accounts: sign-in, sign-up, password reset and auth callbacks (spec section 7). */
import type { Credentials } from '#core/account/credentials.ts';
import type { Result } from '#core/result.ts';
import type { User } from '#core/account/user.ts';

export type AccountFailure =
  /** The origin of this app has no backend. */
  | { readonly type: 'no-server' }
  /** The backend did not answer. */
  | { readonly type: 'unreachable' }
  /** The backend answered that it failed, for example because its mail server is down. The message is the backend's. */
  | ServerFailed
  /** Too many requests, emails or text messages. */
  | RateLimited
  /** Wrong email or password (product A4). */
  | { readonly type: 'invalid-credentials' }
  /** The backend requires a stronger password. The app shows the backend's message, or the text of spec section 5. */
  | { readonly type: 'weak-password'; readonly message: string }
  /** The backend answered without an error, and without a user or a session. */
  | { readonly type: 'no-user' }
  /** The account was created. The user has to confirm the email address before signing in. */
  | { readonly type: 'confirmation-needed' }
  /** The password is right, but the email address is not confirmed yet. The email can be sent again. */
  | { readonly type: 'email-unconfirmed' }
  /** The first step succeeded; the account requires a second-step code (product A3). */
  | { readonly type: 'code-needed'; readonly factors: readonly Factor[] }
  /** The backend requires a captcha token, and the request had none. */
  | { readonly type: 'captcha-needed' }
  /** The backend does not use passwords; people sign in with a provider or a passkey (product P8). */
  | { readonly type: 'passwords-off' }
  /** The backend creates no accounts (product P4). */
  | { readonly type: 'sign-up-closed' }
  /** The backend creates accounts only for people with an invitation, and the request had none. */
  | { readonly type: 'invitation-needed' }
  /** It refused the invitation: it has expired, was revoked or used up, or does not exist. */
  | { readonly type: 'invitation-unusable' }
  /** The pending sign-in ended on this device or on the backend. The user has to start again. */
  | { readonly type: 'sign-in-again' }
  /** Any other refusal, shown as received (spec section 8); the message may be empty. */
  | { readonly type: 'refused'; readonly message: string };

export type ServerFailed = { readonly type: 'server-failed'; readonly message: string };

export type RateLimited = {
  readonly type: 'rate-limited';
  readonly of: 'requests' | 'emails' | 'text-messages';
  /** The time to wait; null if the backend does not tell it. */
  readonly seconds: number | null;
};

/** Whether the backend told what went wrong on its side, or how long to wait. */
export const isTold = (failure: { readonly type: string }): failure is ServerFailed | RateLimited =>
  failure.type === 'server-failed' || failure.type === 'rate-limited';

/** Whether a call that failed may have succeeded all the same, and is worth a retry. */
export const isOutcomeUnknown = ({ type }: { readonly type: string }): boolean =>
  type === 'unreachable' || type === 'server-failed';

/** A second step of an account (spec section 3, multi-factor). */
export type Factor = {
  readonly id: string;
  /** `recovery` stands for the account's unused recovery codes, which can replace the others. */
  readonly type: 'totp' | 'phone' | 'recovery';
  readonly status: 'verified' | 'unverified';
  /** The name that the user gave it; may be empty. */
  readonly name: string;
  /** The phone number as the backend shows it; '' for other types. */
  readonly phone: string;
};

/** How a code is sent to a phone (spec section 7, challenge). */
export type CodeChannel = 'sms' | 'whatsapp';

/** `needs-domain`: the backend has passkeys, but this page's address is an IP address, which browsers bind no passkey to. */
export type PasskeySupport = 'yes' | 'needs-domain' | 'no';

/** Which second steps can be added: authenticator apps, phones. */
export type SecondSteps = { readonly app: boolean; readonly phone: boolean };

/** The sign-in options of the backend. Without an answer, the app assumes email and password only. */
export type AuthSettings = {
  /** Providers that users can sign in with, by the backend's names, such as `google`. */
  readonly providers: readonly string[];
  readonly passkeys: PasskeySupport;
  /** Whether people can sign in with a password (product P8). */
  readonly passwords: boolean;
  readonly signUp: SignUpMode;
  /** Whether unlinking the identity `email` also removes the password. Otherwise the password would still work. */
  readonly removesPassword: boolean;
  /** Null if the backend does not tell. */
  readonly secondSteps: SecondSteps | null;
  /** The captcha provider and the public key of this site; null if the backend requires no captcha. */
  readonly captcha: { readonly provider: 'hcaptcha' | 'turnstile'; readonly siteKey: string } | null;
};

/** Sign-up with an email address is open, needs an invitation to a list, or is closed (product P4). */
export type SignUpMode = 'open' | 'invited' | 'closed';

/** The captcha token for one call; undefined without a captcha. */
export type Captcha = string | undefined;

/** The parameters that an email link or a provider added to the URL of the app. */
export type AuthCallback = {
  readonly code: string | null;
  /** The auth flow of this browser that the code belongs to, if the URL names one. */
  readonly flowId?: string | null;
  /** The session of a link that an operator created; it only leads to the choice of a password. */
  readonly session?: LinkSession | null;
  /** The backend's error code, such as `otp_expired`, and its message. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** The backend's message if there is nothing to do yet, for example if the other address also has to confirm. */
  readonly message: string | null;
};

export type LinkSession = { readonly accessToken: string; readonly refreshToken: string };

export type AuthCallbackFailure =
  | AccountFailure
  /**
   * The link was already used or has expired (spec section 8). `of` is what it was for, if this browser requested it and
   * still knows: a confirmation or a new password.
   */
  | { readonly type: 'link-expired'; readonly of: 'confirmation' | 'recovery' | null }
  /** The URL has no code ('missing URL code'). */
  | { readonly type: 'code-missing' }
  /** This browser did not request the link ('bad PKCE URL'), or requested it too long ago. */
  | { readonly type: 'other-device' }
  /** Another user signed in after this account started to link a provider. */
  | { readonly type: 'other-person' }
  /** The user signed out after starting to link a provider. */
  | { readonly type: 'not-signed-in' }
  /** Another user is signed in on this device and has to log out first. */
  | { readonly type: 'log-out-first' }
  /** The user or the provider denied access. */
  | { readonly type: 'provider-refused'; readonly message: string };

/** Options for a sign-in with a provider. */
export type ProviderOptions = {
  /** Whether to import the guest list of this device into the account. */
  readonly importsGuestList: boolean;
};

/** The result of an auth callback or of a second-step code. */
export type AuthResult =
  /** A recovery link or an invitation: a new password has to be chosen before anything else (product A2). */
  | {
      readonly type: 'new-password';
      /** The address of the account, so that a link to another person's account is noticed; '' if unknown. */
      readonly email: string;
    }
  | { readonly type: 'in'; readonly user: User }
  /** A provider was linked to the signed-in account. */
  | { readonly type: 'linked' }
  /** A new address was confirmed, or one of two confirmations is done. The message is the backend's; '' for none. */
  | { readonly type: 'email-confirmed'; readonly message: string };

export type Accounts = {
  /** Reads the sign-in options of the backend. */
  readonly settings: () => Promise<Result<AuthSettings, AccountFailure>>;
  readonly signIn: (credentials: Credentials, captcha?: Captcha) => Promise<Result<User, AccountFailure>>;
  /** @param invitation the secret of the pending invitation; null for none. It is sent only to a backend that needs one */
  readonly signUp: (
    credentials: Credentials,
    captcha?: Captcha,
    invitation?: string | null,
  ) => Promise<Result<User, AccountFailure>>;
  readonly sendReset: (email: string, captcha?: Captcha) => Promise<Result<null, AccountFailure>>;
  /** Sends the email again that confirms the address of a new account. */
  readonly resendConfirmation: (email: string, captcha?: Captcha) => Promise<Result<null, AccountFailure>>;
  /** Starts a sign-in with a provider. @returns the URL to open; the provider redirects back with an auth callback */
  readonly signInWith: (provider: string, request?: ProviderOptions) => Promise<Result<string, AccountFailure>>;
  readonly signInWithPasskey: (captcha?: Captcha) => Promise<Result<User, AccountFailure>>;
  /** Completes an auth callback. Fails with `code-needed` if the account requires a second step. */
  readonly completeAuthCallback: (callback: AuthCallback) => Promise<Result<AuthResult, AuthCallbackFailure>>;
  /** Sends a code to a phone. Authenticator apps need no message. */
  readonly sendCode: (factorId: string, channel: CodeChannel) => Promise<Result<null, AccountFailure>>;
  /** Answers `code-needed` and continues the pending sign-in or password recovery. */
  readonly enterCode: (factorId: string, code: string) => Promise<Result<AuthResult, AccountFailure>>;
  /** Sets the new password after a recovery link and signs in (product A2). */
  readonly chooseNewPassword: (password: string) => Promise<Result<User, AccountFailure>>;
  /** Cancels the pending second step or password recovery. */
  readonly cancelPending: () => Promise<void>;
  /**
   * Ends a session on this device and, if the backend is reachable, on the backend.
   * @param removed the stored text of a session that was already removed from this device; a newer session stays. Without
   * it, the current session ends immediately
   */
  readonly signOut: (removed?: string | null) => Promise<void>;
};
