/** What owners and members do with a shared list (product H3 to H5). Every call needs the network. */
import type { Result } from '#core/result.ts';
import type { ServerFailed } from './accounts.ts';

/** Refusals of the database functions in supabase/migrations/0006_lists.sql, and failures of every request. */
export type SharingFailure =
  /** The backend did not answer, or the token could not be renewed. A retry may succeed. */
  | { readonly type: 'unreachable' }
  | ServerFailed
  /** The session has ended. The user has to sign in again. */
  | { readonly type: 'signed-out' }
  /** The backend has no shared lists (product H11). */
  | { readonly type: 'not-offered' }
  /** The list does not exist, or this account is not a member of it. */
  | { readonly type: 'list-not-found' }
  | { readonly type: 'not-the-owner' }
  /** A personal list cannot be left, handed over or deleted. */
  | { readonly type: 'personal-list' }
  /** The owner has to hand the list over or delete it. */
  | { readonly type: 'owner-cannot-leave' }
  /** The account is not a member, or is the owner. */
  | { readonly type: 'member-not-found' }
  | { readonly type: 'too-many-lists' }
  | { readonly type: 'too-many-members' }
  | { readonly type: 'too-many-invitations' }
  | { readonly type: 'invitation-not-found' }
  /** It is older than 7 days, or as many people as it allows have used it. */
  | { readonly type: 'invitation-expired' }
  | { readonly type: 'invitation-revoked' }
  /** Any other refusal, with the backend's message. */
  | { readonly type: 'refused'; readonly message: string };

/** An open invitation. */
export type Invitation = {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** How many more people can use it. */
  readonly usesLeft: number;
};

export type NewInvitation = Omit<Invitation, 'createdAt'> & {
  /** The link to send. The backend keeps only a hash of its secret, so the link cannot be read again. */
  readonly link: string;
};

/** What an invitation invites to. */
export type InvitedList = {
  readonly listId: string;
  readonly listName: string;
  /** Empty if the owner has no name. */
  readonly ownerName: string;
  /** Whether this account is a member already. */
  readonly isMember: boolean;
};

type Answer<T> = Promise<Result<T, SharingFailure>>;

/** Only the owner can call the functions for invitations and members, and `handOver` and `deleteList`. */
export type SharingApi = {
  /** Reads the name by which members know this account: '' if the person gave none, null if they were never asked. */
  readonly displayName: () => Answer<string | null>;
  /** Sets it for all lists of this account. @returns the name, as the backend cleaned it */
  readonly setDisplayName: (name: string) => Answer<string>;
  readonly createInvitation: (listId: string) => Answer<NewInvitation>;
  /** The open invitations, newest first. */
  readonly invitations: (listId: string) => Answer<readonly Invitation[]>;
  readonly revokeInvitation: (invitationId: string) => Answer<null>;
  readonly showInvitation: (secret: string) => Answer<InvitedList>;
  /** Makes this account a member. @returns the id of the list */
  readonly acceptInvitation: (secret: string) => Answer<string>;
  /** Also revokes the open invitations to the list. */
  readonly removeMember: (listId: string, memberId: string) => Answer<null>;
  /** Makes a member the owner. This account stays a member. */
  readonly handOver: (listId: string, memberId: string) => Answer<null>;
  readonly leave: (listId: string) => Answer<null>;
  readonly deleteList: (listId: string) => Answer<null>;
};
