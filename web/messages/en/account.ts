/** The sentences of what who is signed in does with the account itself (product A3). */
import type { DeskFailure } from '#client/ports/account-desk.ts';
import { changes, items } from './counts.ts';
import { accountFailures } from './entry.ts';
import type { FailureType, Sentences } from './failures.ts';

export const deskFailures: Sentences<Exclude<FailureType<DeskFailure>, 'refused'>> = {
  ...accountFailures,
  'no-server': 'There is no account server here any more.',
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  'invalid-credentials': 'That password is not right. Please try again.',
  'signed-out': 'Your session has ended. Log out, then sign in again.',
  'proof-needed': 'We sent you a mail with a code. Type it here, then press the button again.',
  'sign-in-needed': 'Your sign-in is too long ago for this. Log out, sign in again, then come back here.',
  'wrong-proof': 'That code is wrong or too old. Please try again.',
  'code-needed': 'This needs the code of your second step first.',
  'code-needed-first': 'This needs the code of your second step first.',
  'not-offered': 'The server you use does not offer this.',
};

export const parts = {
  loading: 'Getting your account…',
  offline: "You're offline. What belongs to your account needs an internet connection; your list does not.",
  missing: 'This part of the app could not be fetched. Check your connection and try again.',
  again: 'Try again',
  cancel: 'Cancel',
  save: 'Save',
  done: 'Done',
} as const;

export const invitation = {
  title: 'An account of your own',
  text: 'With an account your list is the same on every device, and nothing is lost with a phone. You can take your demo list along.',
  create: 'Create an account',
} as const;

export const email = {
  title: 'Email',
  change: 'Change email',
  field: 'New email',
  waiting: (address: string) =>
    `${address} waits for its confirmation. Follow the link in every mail that we sent for it.`,
  changed: 'Your email is changed.',
  same: 'That is your address already',
  cancelChange: 'Cancel this change',
  changeCancelled: 'Your address stays as it is.',
  changeNotCancelled:
    'The server you use does not take this back. Leave its links alone, and your address stays as it is.',
} as const;

export const password = {
  title: 'Password',
  hint: 'A new password logs out all your other devices.',
  none: 'You sign in another way. With a password you can sign in without it.',
  change: 'Change password',
  set: 'Set a password',
  current: 'Current password',
  next: 'New password',
  proof: 'Code from the mail',
  missingProof: 'Please type the code from the mail',
  changed: 'Your password is changed.',
} as const;

export const twoStep = {
  title: 'Two-step verification',
  off: 'Off. A second step keeps your account yours, even if somebody knows your password.',
  on: 'On. Signing in asks for a code.',
  unfinished: 'not finished',
  addApp: 'Add an authenticator app',
  addPhone: 'Add a phone',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeQuestion: {
    title: 'Remove Second Step',
    text: (name: string) => `Remove ${name}? Signing in does not ask for its code any more.`,
  },
  scan: 'Scan this with your authenticator app, then type the code it shows.',
  qrCode: 'QR code for your authenticator app',
  secret: 'Cannot scan it? Type this into the app instead:',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'This browser does not let the app copy. Select the words and copy them yourself.',
  turnOn: 'Turn on',
  turnedOn: 'Two-step verification is on.',
  number: 'Phone number',
  numberHint: 'With the code of the country, such as +49 170 1234567.',
  badNumber: 'Please type the number with a + and the code of the country',
  channel: 'How the code travels',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  send: 'Send code',
  confirmTitle: 'Confirm It Is You',
} as const;

export const identities = {
  title: 'Linked sign-ins',
  link: (provider: string) => `Link ${provider}`,
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${name}`,
  last: 'The last way to sign in cannot be removed.',
  question: {
    title: 'Unlink Sign-In',
    text: (name: string) => `Unlink ${name}? You cannot sign in with it any more.`,
    yes: 'Unlink',
  },
} as const;

export const passkeys = {
  title: 'Passkeys',
  none: 'None yet. With a passkey you sign in by finger, face or PIN of your device.',
  add: 'Add a passkey',
  unnamed: 'Passkey',
  added: (date: string) => `Added ${date}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  question: {
    title: 'Remove Passkey',
    text: (name: string) => `Remove ${name}? You cannot sign in with it any more.`,
    yes: 'Remove',
  },
} as const;

export const devices = {
  title: 'Devices',
  thisOne: 'This device',
  unknownBrowser: 'Unknown browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  lastUsed: (when: string) => `Last used ${when}`,
  since: (when: string) => `signed in since ${when}`,
  justNow: 'just now',
  end: 'Log out',
  endNamed: (name: string) => `Log out ${name}`,
  named: (name: string, since: string) => `${name}, ${since}`,
  endOthers: 'Log out all other devices',
  endAll: 'Log out everywhere',
  ended: 'Logged out there.',
  othersEnded: 'All other devices are logged out.',
  question: {
    title: 'Log Out Device',
    text: (name: string) => `Log out ${name}? What it has not sent yet stays on it.`,
    yes: 'Log it out',
  },
  othersQuestion: {
    title: 'Log Out Other Devices',
    text: 'All other devices must sign in again. What they have not sent yet stays on them.',
    yes: 'Log them out',
  },
  allQuestion: {
    title: 'Log Out Everywhere',
    text: 'All devices must sign in again, this one too.',
    yes: 'Log out everywhere',
  },
} as const;

export const myData = {
  title: 'My data',
  hint: 'Everything the server has of your account, in one file.',
  waiting: (count: number) =>
    `${changes(count)} on this device ${count === 1 ? 'has' : 'have'} not been saved to your account yet and would be missing.`,
  download: 'Download my data',
  fileName: (date: string) => `checklist-my-data-${date}.json`,
  downloaded: 'Your data are saved as a file.',
} as const;

export const remove = {
  title: 'Delete account',
  hint: 'Your list, saved lists, profile and all sign-ins are deleted from the server, for good.',
  open: 'Delete my account',
  typeEmail: (address: string) => `Type ${address} to confirm`,
  missingEmail: 'Please type your address',
  wrongEmail: 'That is not the address of this account',
  keep: 'Keep the list on this device, in the demo',
  replaces: (count: number) => `It takes the place of your demo list (${items(count)}). Undo brings that back.`,
  mayReplace: 'A list that you made in the demo gives way to it. Undo brings that back.',
  yes: 'Delete for good',
  gone: 'Your account is deleted.',
  goneKept: 'Your account is deleted. Your list goes on in the demo.',
  goneAsFile: 'Your account is deleted. This device could not keep the list, so it was saved as a file.',
} as const;
