/** What who is signed in does with the account itself (spec section 7, product A3): all of it needs the network. */
import type { Result } from '#core/result.ts';
import type { AccountFailure, CodeChannel, Factor } from './accounts.ts';

export type DeskFailure =
  | AccountFailure
  /** The session is over, or somebody else's: signing in again is the way on. */
  | { readonly type: 'signed-out' }
  /** The sign-in is too long ago for this: the backend has mailed a code that must come with the next try. */
  | { readonly type: 'proof-needed' }
  /** The same, where no mailed code will do: signing in again is the way on. */
  | { readonly type: 'sign-in-needed' }
  /** The mailed code is wrong or too old. */
  | { readonly type: 'wrong-proof' }
  /** This needs the second step first: its code has to be entered again. */
  | { readonly type: 'code-needed-first' }
  /** The backend does not have what this needs, such as the database functions of our migrations. */
  | { readonly type: 'not-offered' };

/** A way to sign in that belongs to the account. */
export type Identity = {
  readonly id: string;
  /** `email` for the password. */
  readonly provider: string;
  /** The address the provider knows; may be empty. */
  readonly email: string;
};

export type Passkey = { readonly id: string; readonly name: string; readonly createdAt: string };

/** Somewhere the account is signed in. Times are ISO 8601. */
export type DeviceSession = {
  readonly id: string;
  /** What the browser calls itself. */
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly isThis: boolean;
};

export type AccountFacts = {
  readonly email: string;
  /** The address that waits for its confirmation; null for none. */
  readonly newEmail: string | null;
  readonly identities: readonly Identity[];
  readonly factors: readonly Factor[];
  readonly hasPassword: boolean;
  /** Providers that could be linked, or are. */
  readonly providers: readonly string[];
  readonly hasPasskeys: boolean;
};

export type AppEnrolment = {
  readonly factorId: string;
  /** An SVG image as a data URL: what the app scans. */
  readonly qrCode: string;
  /** The same as text, in base 32. */
  readonly secret: string;
  readonly uri: string;
};

export type PasswordChange = {
  readonly current: string;
  readonly next: string;
  /** The mailed code, once `proof-needed` was answered; '' before. */
  readonly proof: string;
};

type Told<T> = Promise<Result<T, DeskFailure>>;

export type AccountDesk = {
  readonly read: () => Told<AccountFacts>;
  /** Gives the address that now waits for its confirmation; null where it is changed at once. */
  readonly changeEmail: (email: string) => Told<string | null>;
  readonly changePassword: (change: PasswordChange) => Told<null>;
  readonly sessions: () => Told<readonly DeviceSession[]>;
  readonly endSession: (id: string) => Told<null>;
  /** Ends all sessions of the account but this one. */
  readonly signOutOthers: () => Told<null>;
  /** Ends all sessions of the account, this one too, with the backend; leaving this device is the caller's. */
  readonly signOutEverywhere: () => Told<null>;
  readonly addApp: (name: string) => Told<AppEnrolment>;
  /** Gives the id of the new factor; a code is on its way to the phone. */
  readonly addPhone: (phone: string, channel: CodeChannel) => Told<string>;
  readonly sendCode: (factorId: string, channel: CodeChannel) => Told<null>;
  /** Confirms a new factor, or this session by one that is there. */
  readonly enterCode: (factorId: string, code: string) => Told<null>;
  readonly removeFactor: (factorId: string) => Told<null>;
  /** Gives the address to go to; from there one comes back with an arrival. */
  readonly link: (provider: string) => Told<string>;
  readonly unlink: (identityId: string) => Told<null>;
  readonly passkeys: () => Told<readonly Passkey[]>;
  readonly addPasskey: () => Told<Passkey>;
  readonly removePasskey: (id: string) => Told<null>;
  /** Everything the backend has of the account, as the text of one JSON file (docs/my-data.md). */
  readonly downloadData: () => Told<string>;
  /**
   * Rows, sessions, profile and the account itself are gone afterwards; what is left on this device goes by
   * `TakeAlong.leaveAccount`, or by itself where an answer is lost or the page goes.
   * @param keepsList whether the list goes on in the demo
   */
  readonly deleteAccount: (typedEmail: string, keepsList: boolean) => Told<null>;
  /** Calls back when the account became another one, in this tab or another: its address, its second steps. */
  readonly onChange: (listener: () => void) => () => void;
};
