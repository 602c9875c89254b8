/** Account operations for the signed-in user (spec section 7, product A3). All of them need the network. */
import type { Result } from '#core/result.ts';
import type { AccountFailure, CodeChannel, Factor, PasskeySupport, SecondSteps } from './accounts.ts';

export type AccountApiFailure =
  | AccountFailure
  /** The session has ended or belongs to another user. The user has to sign in again. */
  | { readonly type: 'signed-out' }
  /** The last sign-in is too old. The backend has emailed a code that must be sent with the next attempt. */
  | { readonly type: 'proof-needed' }
  /** The last sign-in is too old, and an emailed code is not enough. The user has to sign in again. */
  | { readonly type: 'sign-in-needed' }
  /** The change requires the current password. */
  | { readonly type: 'current-password-needed' }
  /** The emailed code is wrong or has expired. */
  | { readonly type: 'wrong-proof' }
  /** The user has to enter a second-step code first. */
  | { readonly type: 'code-needed-first' }
  /** The backend lacks a feature that this needs, such as the database functions of our migrations. */
  | { readonly type: 'not-offered' };

/** A sign-in method that is linked to the account. */
export type Identity = {
  readonly id: string;
  /** `email` for the password. */
  readonly provider: string;
  /** The address the provider knows; may be empty. */
  readonly email: string;
};

export type Passkey = { readonly id: string; readonly name: string; readonly createdAt: string };

/** A device that is signed in to the account. Times are ISO 8601. */
export type DeviceSession = {
  readonly id: string;
  /** The user agent that the browser reports. */
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly isThis: boolean;
};

/** A security-relevant change or a sign-in on a new device (product A5). */
export type SecurityEvent = {
  /** The backend's word for it, such as `passkey-added`. */
  readonly kind: string;
  /** Such as a provider; may be empty. */
  readonly detail: string;
  readonly userAgent: string;
  readonly ip: string;
  /** ISO 8601. */
  readonly createdAt: string;
};

export type AccountFacts = {
  readonly email: string;
  /** The new email address that is not confirmed yet; null for none. */
  readonly newEmail: string | null;
  readonly identities: readonly Identity[];
  readonly factors: readonly Factor[];
  /** The number of unused recovery codes; null if no second step is on or the backend has no recovery codes. */
  readonly recoveryCodesLeft: number | null;
  readonly hasPassword: boolean;
  /** Whether the backend uses passwords at all. */
  readonly passwords: boolean;
  /** Whether unlinking the identity `email` also removes the password (see `AuthSettings`). */
  readonly removesPassword: boolean;
  /** Providers that are linked or can be linked. */
  readonly providers: readonly string[];
  readonly passkeys: PasskeySupport;
  /** The second steps that can be added, as far as the backend tells before the first attempt. */
  readonly secondSteps: SecondSteps;
};

export type AppEnrolment = {
  readonly factorId: string;
  /** The QR code as an SVG data URL. */
  readonly qrCode: string;
  /** The same secret as base32 text. */
  readonly secret: string;
  readonly uri: string;
};

/** A phone as a second step. */
type NewPhone = {
  /** The name of the factor; unique within the account. */
  readonly name: string;
  /** The number in E.164 format. */
  readonly number: string;
  readonly channel: CodeChannel;
};

export type PasswordChange = {
  readonly current: string;
  readonly next: string;
  /** The emailed code after a `proof-needed` failure; '' before. */
  readonly proof: string;
};

type ApiResult<T> = Promise<Result<T, AccountApiFailure>>;

export type AccountApi = {
  readonly read: () => ApiResult<AccountFacts>;
  /** @returns the address to confirm, or null if the backend changed it immediately */
  readonly changeEmail: (email: string) => ApiResult<string | null>;
  readonly changePassword: (change: PasswordChange) => ApiResult<null>;
  readonly sessions: () => ApiResult<readonly DeviceSession[]>;
  readonly endSession: (id: string) => ApiResult<null>;
  /** The latest security events of the account, newest first. */
  readonly activity: () => ApiResult<readonly SecurityEvent[]>;
  /** Ends all other sessions of the account. */
  readonly signOutOthers: () => ApiResult<null>;
  /** Ends all sessions of the account on the backend, including this one. The caller signs this device out. */
  readonly signOutEverywhere: () => ApiResult<null>;
  readonly addApp: (name: string) => ApiResult<AppEnrolment>;
  /** Adds the phone and sends a code to it. @returns the id of the new factor */
  readonly addPhone: (phone: NewPhone) => ApiResult<string>;
  readonly sendCode: (factorId: string, channel: CodeChannel) => ApiResult<null>;
  /** Verifies a new factor, or raises this session to the second step. */
  readonly enterCode: (factorId: string, code: string) => ApiResult<null>;
  readonly removeFactor: (factorId: string) => ApiResult<null>;
  /** Creates ten recovery codes, which replace the earlier ones. The backend shows them only here. */
  readonly renewRecoveryCodes: () => ApiResult<readonly string[]>;
  /** Starts linking a provider. @returns the URL to open; the provider redirects back with an auth callback */
  readonly link: (provider: string) => ApiResult<string>;
  readonly unlink: (identityId: string) => ApiResult<null>;
  readonly passkeys: () => ApiResult<readonly Passkey[]>;
  readonly addPasskey: () => ApiResult<Passkey>;
  readonly removePasskey: (id: string) => ApiResult<null>;
  /**
   * Exports all data of the account as the text of a JSON file (docs/my-data.md).
   * @param writeListFile writes the open list as a file. A backend that has only the specification's tables lacks some of
   * its fields, so the document then contains that file
   */
  readonly downloadData: (writeListFile: () => string) => ApiResult<string>;
  /**
   * Deletes the account with its rows, sessions and profile. `GuestList.removeDeletedAccount` then removes the data on
   * this device. If the answer is lost or the page closes, a later start removes it.
   * @param keepsList whether the list is kept in the demo
   */
  readonly deleteAccount: (typedEmail: string, keepsList: boolean) => ApiResult<null>;
  /** Calls back when the account changes in any tab, such as its address or its factors. */
  readonly onChange: (listener: () => void) => () => void;
};
