/** Messages of the account screen for signed-in users (product A3). */
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { changes, items } from './counts.ts';
import { accountFailures } from './sign-in.ts';
import type { FailureType, Sentences } from './failures.ts';

export const accountApiFailures: Sentences<
  Exclude<FailureType<AccountApiFailure>, 'refused' | 'no-user' | 'server-failed' | 'rate-limited'>
> = {
  ...accountFailures,
  'no-server': 'This server no longer offers accounts.',
  unreachable: 'Can’t reach the server. Check your connection and try again.',
  'invalid-credentials': 'That password is incorrect. Try again.',
  'signed-out': 'Your session has ended. Log out, then sign in again.',
  'current-password-needed': 'Enter your current password as well.',
  'proof-needed': 'Check your email for a code, then enter it below.',
  'sign-in-needed': 'For your security, sign in again to make this change. Log out, sign in, then come back here.',
  'wrong-proof': 'That code is incorrect or has expired. Try again.',
  'code-needed': 'This change requires your two-step verification code. Try again.',
  'code-needed-first': 'This change requires your two-step verification code. Try again.',
  'not-offered': 'This server doesn’t support this feature.',
};

export const parts = {
  loading: 'Loading your account…',
  offline: 'You’re offline. Account settings require an internet connection. You can keep using your list.',
  missing: 'Part of the app couldn’t be loaded. Check your connection and try again.',
  again: 'Try again',
  cancel: 'Cancel',
  save: 'Save',
  done: 'Done',
  /** The visible words of buttons whose names say more. */
  add: 'Add',
  change: 'Change',
  set: 'Set',
} as const;

/** The groups of the account screen. */
export const groups = {
  shopping: 'Shopping',
  list: 'Your list',
  signIn: 'Profile and sign-in',
  security: 'Security',
  data: 'Account data',
} as const;

export const invitation = {
  title: 'Sync across devices',
  text: 'With an account, your list is the same on all your devices, and it’s safe if you lose your phone. You can import your demo list.',
  create: 'Create an account',
} as const;

export const email = {
  title: 'Email',
  change: 'Change email',
  field: 'New email',
  waiting: (address: string) => `To confirm ${address}, open the link in each email we sent you.`,
  changed: 'Your email has been changed.',
  same: 'This is already your email address',
  cancelChange: 'Cancel change',
  changeCancelled: 'Email change canceled.',
  changeNotCancelled:
    'This server can’t cancel the change. To keep your current address, ignore the confirmation emails.',
} as const;

export const password = {
  title: 'Password',
  hint: 'Changing your password logs you out on all other devices.',
  none: 'You don’t have a password yet. Set one to sign in with your email address.',
  change: 'Change password',
  set: 'Set a password',
  current: 'Current password',
  next: 'New password',
  proof: 'Code from the email',
  missingProof: 'Please enter the code from the email',
  changed: 'Your password has been changed.',
} as const;

export const twoStep = {
  title: 'Two-step verification',
  off: 'Off. A second step protects your account even if someone learns your password.',
  on: 'On. You enter a code each time you sign in.',
  unfinished: 'setup not finished',
  addApp: 'Add an authenticator app',
  addPhone: 'Add a phone number',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeQuestion: {
    title: 'Remove Verification Method',
    text: (name: string) => `Remove ${name}? You won’t need its code to sign in anymore.`,
  },
  scan: 'Scan this QR code with your authenticator app, then enter the code it shows.',
  qrCode: 'QR code for your authenticator app',
  secret: 'Can’t scan it? Enter this key in the app instead:',
  /** A link, on the phone that has the app. */
  openApp: 'Open your authenticator app',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Couldn’t copy. Select the key and copy it yourself.',
  turnOn: 'Turn on',
  turnedOn: 'Two-step verification is on.',
  recovery: 'Recovery codes',
  recoveryLeft: (count: number) => (count === 1 ? '1 code left' : `${count} codes left`),
  recoveryText:
    'Save these codes somewhere safe. If you lose your phone, you can sign in with one of them. Each code works once. They won’t be shown again.',
  recoveryRenew: 'Create new codes',
  /** The visible words of that button. */
  recoveryNew: 'New codes',
  recoveryQuestion: { title: 'Create New Codes', text: 'Your earlier recovery codes will stop working.' },
  recoveryCopied: 'Recovery codes copied',
  recoveryNotCopied: 'Couldn’t copy. Select the codes and copy them yourself.',
  recoverySave: 'Save as file',
  recoveryFile: 'checklist-recovery-codes.txt',
  recoveryDone: 'I saved my codes',
  recoveryCloseQuestion: {
    title: 'Save Your Recovery Codes',
    text: 'Have you saved your new recovery codes? They won’t be shown again.',
    no: 'Not yet',
  },
  number: 'Phone number',
  numberHint: 'Include the country code, such as +1 415 555 0123.',
  badNumber: 'Please enter the number with a + and the country code',
  channel: 'Send the code by',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  send: 'Send code',
  confirmTitle: 'Confirm It’s You',
} as const;

export const identities = {
  title: 'Sign-in methods',
  link: (provider: string) => `Link ${provider}`,
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${name}`,
  last: 'You can’t remove your only sign-in method.',
  question: {
    title: 'Unlink Sign-In Method',
    text: (name: string) => `Unlink ${name}? You won’t be able to sign in with it anymore.`,
    yes: 'Unlink',
  },
} as const;

export const passkeys = {
  title: 'Passkeys',
  /** The same with and without passkeys, so that the button does not move when they are known. */
  hint: 'With a passkey, you sign in with your fingerprint, face or device PIN.',
  needsDomain: (local: string | null) =>
    `Passkeys only work with a domain name. To add a passkey, open Checklist at ${local === null ? '' : `${local} or at `}its HTTPS address.`,
  add: 'Add a passkey',
  unnamed: 'Passkey',
  added: (date: string) => `Added ${date}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  question: {
    title: 'Remove Passkey',
    text: (name: string) => `Remove ${name}? You won’t be able to sign in with it anymore.`,
    yes: 'Remove',
  },
} as const;

export const activity = {
  title: 'Recent activity',
  none: 'No security changes yet.',
  showAll: (count: number) => `Show all ${count}`,
  events: new Map<string, (detail: string) => string>([
    ['new-sign-in', () => 'Signed in on a new device or network'],
    ['session-reused', () => 'Device logged out because an old copy of its sign-in was used'],
    ['password-changed', () => 'Password changed'],
    ['password-removed', () => 'Password removed'],
    ['email-changed', () => 'Email address changed'],
    ['app-added', () => 'Authenticator app added'],
    ['app-removed', () => 'Authenticator app removed'],
    ['phone-added', () => 'Phone added for two-step verification'],
    ['phone-removed', () => 'Phone removed from two-step verification'],
    ['recovery-codes-created', () => 'Recovery codes created'],
    ['recovery-code-used', (left) => `Recovery code used, ${left} left`],
    ['passkey-added', () => 'Passkey added'],
    ['passkey-removed', () => 'Passkey removed'],
    ['provider-linked', (provider) => `Sign-in with ${provider} added`],
    ['provider-unlinked', (provider) => `Sign-in with ${provider} removed`],
    ['operator-created', () => 'Account created by an operator'],
    ['operator-invited', () => 'Invited by an operator'],
    ['operator-link-created', () => 'Sign-in link created by an operator'],
    ['operator-password-changed', () => 'Password changed by an operator'],
    ['operator-email-changed', () => 'Email address changed by an operator'],
    ['operator-email-confirmed', () => 'Email address confirmed by an operator'],
    ['operator-app-removed', () => 'Authenticator app removed by an operator'],
    ['operator-phone-removed', () => 'Phone removed by an operator'],
    ['operator-passkey-removed', () => 'Passkey removed by an operator'],
    ['operator-banned', () => 'Account suspended by an operator'],
    ['operator-unbanned', () => 'Suspension lifted by an operator'],
  ]),
} as const;

export const devices = {
  title: 'Devices',
  thisOne: 'This device',
  unknownBrowser: 'Unknown browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  lastUsed: (when: string) => `Last used ${when}`,
  since: (when: string) => `signed in ${when}`,
  dated: (name: string, when: string) => `${name} · since ${when}`,
  justNow: 'just now',
  end: 'Log out',
  endNamed: (name: string) => `Log out ${name}`,
  endOthers: 'Log out all other devices',
  endAll: 'Log out everywhere',
  ended: 'That device has been logged out.',
  othersEnded: 'All other devices have been logged out.',
  question: {
    title: 'Log Out Device',
    text: (name: string) => `Log out ${name}? Unsynced changes stay on that device.`,
    yes: 'Log out device',
  },
  othersQuestion: {
    title: 'Log Out Other Devices',
    text: 'You’ll have to sign in again on all other devices. Unsynced changes stay on those devices.',
    yes: 'Log out other devices',
  },
  allQuestion: {
    title: 'Log Out Everywhere',
    text: 'You’ll have to sign in again on all devices, including this one.',
    yes: 'Log out everywhere',
  },
} as const;

export const myData = {
  title: 'My data',
  hint: 'Download everything the server stores about your account, in one file.',
  waiting: (count: number) =>
    `${changes(count)} on this device ${count === 1 ? 'hasn’t' : 'haven’t'} synced yet and won’t be included.`,
  download: 'Download my data',
  fileName: (date: string) => `checklist-my-data-${date}.json`,
  downloaded: 'Your data has been downloaded.',
} as const;

export const remove = {
  title: 'Delete account',
  hint: 'This permanently deletes your lists, saved lists, profile and sign-in methods from the server. A list you share goes to the member who joined first.',
  open: 'Delete my account',
  typeEmail: (address: string) => `Type ${address} to confirm`,
  missingEmail: 'Please enter your email address',
  wrongEmail: 'This isn’t your account’s email address',
  keep: 'Keep my list on this device as the demo list',
  keepNamed: (name: string) => `Keep “${name}” on this device as the demo list`,
  othersNotKept: 'Your other lists won’t be kept. To keep one, open it and save it as a file first.',
  notHere: 'This device doesn’t have your personal list yet. Open it once, then try again.',
  replaces: (count: number) => `This replaces your demo list (${items(count)}). You can undo this.`,
  mayReplace: 'If you made a list in the demo, this replaces it. You can undo this.',
  yes: 'Delete account',
  gone: 'Your account has been deleted.',
  goneKept: 'Your account has been deleted. Your list is now in the demo.',
  goneAsFile: 'Your account has been deleted. This device couldn’t keep your list, so it was saved as a file.',
  goneLater:
    'Your account has been deleted. Your list isn’t in the demo yet. Checklist will try again when you next open it.',
} as const;
