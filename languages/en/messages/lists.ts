/** Messages of the Lists, Share and Join screens (product H1 to H6). */
import type { SharingFailure } from '#client/ports/sharing-api.ts';
import { changes, them } from './counts.ts';
import type { FailureType, Sentences } from './failures.ts';

export const sharingFailures: Sentences<Exclude<FailureType<SharingFailure>, 'refused' | 'server-failed'>> = {
  unreachable: 'Can’t reach the server. Check your connection and try again.',
  'signed-out': 'You’re signed out. Sign in again to continue.',
  'not-offered': 'This server doesn’t support shared lists.',
  'list-not-found': 'This list no longer exists, or you’re no longer a member.',
  'not-the-owner': 'Only the owner of the list can do this.',
  'personal-list': 'You can’t leave or delete your personal list.',
  'owner-cannot-leave': 'You own this list. To leave it, make another member the owner first.',
  'member-not-found': 'This person is no longer a member of the list.',
  'too-many-lists': 'You already have 50 lists. Leave or delete one first.',
  'too-many-members': 'This list already has 20 members. Ask the owner to remove one first.',
  'too-many-invitations': 'This list already has 20 open invitations. Revoke one first.',
  'invitation-not-found': 'This invitation doesn’t exist. Check that the link is complete, or ask for a new one.',
  'invitation-expired': 'This invitation has expired. Ask for a new one.',
  'invitation-revoked': 'This invitation was revoked. Ask for a new one.',
};

/** The message for a refusal without one. */
export const sharingRefused = 'That didn’t work. Try again.';

export const lists = {
  title: 'Lists',
  loading: 'Loading your lists…',
  left: (count: number) => `${count} left`,
  allDone: 'All done',
  empty: 'Empty',
  notHere: 'Not downloaded yet',
  unsent: (count: number) => `${changes(count)} not sent yet`,
  sharedWith: (names: readonly string[]) => `Shared with ${new Intl.ListFormat('en').format(names)}`,
  moreMembers: (count: number) => `+${count}`,
  unnamed: 'No name',
  actions: (name: string) => `Actions for ${name}`,
  /** Tells lists of one name apart: whose it is, and a number if that is not enough (product H14). */
  whose: (owner: string | null, number: number | null) =>
    `${owner === null ? 'Yours' : `${owner}’s`}${number === null ? '' : ` (${number})`}`,
  nameAndWhose: (name: string, whose: string) => `${name}, ${whose}`,
  newList: 'Add a list',
  shareThis: 'Share this list',
  rename: 'Rename',
  share: 'Share…',
  members: 'Members…',
  leave: 'Leave list',
  remove: 'Delete list…',
  tooMany: 'You already have 50 lists. Leave or delete one first.',
} as const;

export const newList = { title: 'Add a List', name: 'List name', create: 'Create' } as const;

export const leaveList = {
  title: 'Leave List',
  text: (name: string) =>
    `Leave “${name}”? It will be removed from your devices. To come back, you’ll need a new invitation.`,
  yes: 'Leave',
  unsent: (count: number) =>
    `${changes(count)} on this device won’t be sent, but you can copy ${them(count)} to another list.`,
  done: (name: string) => `You left “${name}”`,
} as const;

export const deleteList = {
  title: 'Delete List',
  text: (name: string, others: number) =>
    others === 0
      ? `Delete “${name}” and everything in it? You can’t undo this.`
      : `Delete “${name}” and everything in it, for you and ${others === 1 ? '1 other member' : `${others} other members`}? You can’t undo this.`,
  yes: 'Delete',
  done: (name: string) => `“${name}” deleted`,
} as const;

export const share = {
  title: (name: string) => `Share “${name}”`,
  membersOf: (name: string) => `Members of “${name}”`,
  hint: 'Members can see and change everything in this list.',
  offline: 'You’re offline. To share this list or change its members, connect to the internet.',
  notSent: 'This list hasn’t been saved to your account yet. You can share it as soon as it has synced.',
  missing: 'Sharing couldn’t be loaded. Check your connection, then try again.',
  again: 'Try again',
  invite: 'Invite',
  /** Above the fields that an owner fills in before the first invitation (product A7, H14). */
  names: 'People you invite will see these names, but never your email address.',
  listName: 'Name of the list',
  next: 'Continue',
  ready: 'Your invitation link is ready.',
  sheetText: (name: string) => `Join my list “${name}” on Checklist:`,
  sendLink: 'Share link',
  notShared: 'Couldn’t open the share sheet. Copy the link instead.',
  copyLink: 'Copy link',
  copied: 'Link copied',
  notCopied: 'Couldn’t copy. Select the link and copy it yourself.',
  qrCode: 'QR code of the invitation link',
  link: 'Invitation link',
  works: (days: string, people: number) =>
    `Works for ${days}, for up to ${people === 1 ? '1 person' : `${people} people`}.`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  lessThanADay: 'less than a day',
  revoke: 'Revoke',
  revokeNamed: (when: string) => `Revoke the invitation from ${when}`,
  revoked: 'Invitation revoked. Its link no longer works.',
  invitations: 'Open invitations',
  created: (when: string) => `Created ${when}`,
  members: 'Members',
  roles: { owner: 'Owner', member: 'Member' },
  you: (role: string) => `${role} · you`,
  onlyYou: 'Only you so far.',
  makeOwner: 'Make owner',
  remove: 'Remove',
  actions: (name: string) => `Actions for ${name}`,
} as const;

export const removeMember = {
  title: 'Remove Member',
  text: (name: string, list: string) =>
    `Remove ${name} from “${list}”? The list will disappear from their devices, and all open invitations to it will be revoked.`,
  yes: 'Remove',
  done: (name: string) => `${name} removed`,
} as const;

export const handOver = {
  title: 'Change Owner',
  text: (name: string, list: string) =>
    `Make ${name} the owner of “${list}”? You stay a member, but only ${name} can then invite and remove people or delete the list. All open invitations to the list will be revoked.`,
  yes: 'Make owner',
  done: (name: string) => `${name} is now the owner`,
} as const;

export const join = {
  title: 'Invitation',
  loading: 'Opening the invitation…',
  ask: (list: string, owner: string) => (owner === '' ? `Join “${list}”?` : `Join “${list}”, shared by ${owner}?`),
  hint: 'You’ll shop from the same list: everyone can see and change its items.',
  join: 'Join',
  notNow: 'Not now',
  offline: 'You’re offline. The invitation opens as soon as you’re back online.',
  later: 'Go to my list',
  demo: 'Someone shared a shopping list with you. To join it, create an account or sign in. Your demo list stays on this device.',
  create: 'Create an account',
  signIn: 'Sign in',
  again: 'Try again',
  joined: (list: string) => `You joined “${list}”`,
} as const;

/** The notice about a list that this account lost (product H6). */
export const endedList = {
  text: (name: string) => `You’re no longer a member of “${name}”.`,
  unsent: (count: number) => (count === 1 ? '1 change wasn’t sent.' : `${count} changes weren’t sent.`),
  ok: 'OK',
  copy: 'Copy to another list…',
  discard: 'Discard',
  askDiscard: {
    title: 'Discard Changes',
    text: (count: number, name: string) =>
      `Discard ${changes(count)} from “${name}”? ${count === 1 ? 'It’s' : 'They’re'} only on this device, and you can’t get ${them(count)} back.`,
    yes: 'Discard',
  },
  chooseTitle: 'Copy to a List',
  chooseHint: (name: string) => `Where do you want to copy your unsent changes from “${name}”?`,
  copied: (list: string) => `Copied to “${list}”`,
  left: (count: number, list: string) =>
    count === 1
      ? `1 saved list wasn’t copied, because “${list}” has no room for it. Copy it to another list.`
      : `${count} saved lists weren’t copied, because “${list}” has no room for them. Copy them to another list.`,
} as const;

/** A list that this device has not downloaded yet. */
export const notHere = {
  text: 'This list isn’t on this device yet. It will download when you’re back online. Items you add now will be added to it.',
  openAnother: 'Open another list',
} as const;
