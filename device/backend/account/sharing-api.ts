/**
 * The sharing API on the database functions of supabase/migrations/0006_lists.sql (product H3 to H5), and on the display names of
 * 0009_display_names.sql (product A7).
 */
import { fail, ok, type Result } from '#core/result.ts';
import { toShownName } from '#core/name/clean-name.ts';
import { createInvitationLink } from '#core/start/read-start.ts';
import type { Invitation, InvitedList, NewInvitation, SharingApi, SharingFailure } from '#client/ports/sharing-api.ts';
import { toCallFailure } from '#device/backend/requests/request-failure.ts';
import type { SendRequest, TableRequest } from '#device/backend/requests/send-request.ts';
import { isColumnMissing, isTableMissing } from '#device/backend/tables/backend-schema.ts';
import { isFlag, isListOf, isNumber, isOptional, isText, isWith } from '#device/shape.ts';

type SharingApiParts = {
  readonly userId: string;
  /** Requests of this account. */
  readonly send: SendRequest;
  /** The URL of the app. */
  readonly address: string;
};

/** Creates the sharing API of the signed-in user. Its calls return failures and do not throw. */
export function createSharingApi({ send, userId, address }: SharingApiParts): SharingApi {
  const call = async <T>(
    name: string,
    fields: Readonly<Record<string, string>>,
    read: (answer: unknown) => T | null,
  ): Promise<Result<T, SharingFailure>> => {
    const answer = await send((tables) => tables.rpc(name, fields));
    if (!answer.ok) return fail(toCallFailure(answer.failure, REFUSALS));
    const value = read(answer.value);
    // Another shape means that the backend has another function of this name.
    return value === null ? fail({ type: 'not-offered' }) : ok(value);
  };
  const run = async (name: string, fields: Readonly<Record<string, string>>): Promise<Result<null, SharingFailure>> => {
    const answer = await call(name, fields, () => true);
    return answer.ok ? ok(null) : answer;
  };
  return {
    ...createNameApi({ send, userId }),
    createInvitation: (listId) =>
      call('create_invitation', { list_id: listId }, (answer) => readNewInvitation(answer, address)),
    invitations: (listId) => call('list_invitations', { list_id: listId }, readInvitations),
    revokeInvitation: (invitationId) => run('revoke_invitation', { invitation_id: invitationId }),
    showInvitation: (secret) => call('show_invitation', { secret }, readInvitedList),
    acceptInvitation: (secret) => call('accept_invitation', { secret }, (answer) => (isText(answer) ? answer : null)),
    removeMember: (listId, memberId) => run('remove_member', { list_id: listId, member_id: memberId }),
    handOver: (listId, memberId) => run('hand_over_list', { list_id: listId, member_id: memberId }),
    leave: (listId) => run('leave_list', { list_id: listId }),
    deleteList: (listId) => run('delete_list', { list_id: listId }),
  };
}

type NameApi = Pick<SharingApi, 'displayName' | 'setDisplayName'>;

/** The name is a column of the account's own profile, which some backends lack. */
function createNameApi({ send, userId }: Pick<SharingApiParts, 'send' | 'userId'>): NameApi {
  const request = async (call: TableRequest): Promise<Result<string | null, SharingFailure>> => {
    const answer = await send(call);
    if (!answer.ok) {
      const isMissing = isColumnMissing(answer.failure) || isTableMissing(answer.failure);
      return fail(isMissing ? { type: 'not-offered' } : toCallFailure(answer.failure, REFUSALS));
    }
    if (!areProfiles(answer.value)) return fail({ type: 'not-offered' });
    // An interrupted sign-up has left no profile.
    return ok(answer.value[0]?.display_name ?? null);
  };
  return {
    displayName: () =>
      request((tables) => tables.from('user_profiles').select('display_name').eq('id', userId).limit(1)),
    async setDisplayName(name) {
      const stored = await request((tables) =>
        tables
          .from('user_profiles')
          .upsert({ id: userId, display_name: name }, { onConflict: 'id', defaultToNull: false })
          .select('display_name'),
      );
      return stored.ok ? ok(stored.value ?? '') : stored;
    },
  };
}

const areProfiles = isListOf(isWith({ display_name: isOptional(isText) }));

const isNewInvitation = isWith({ id: isText, secret: isText, expires_at: isText, uses_left: isNumber });
function readNewInvitation(answer: unknown, address: string): NewInvitation | null {
  if (!isNewInvitation(answer)) return null;
  const { id, secret, expires_at, uses_left } = answer;
  return { id, link: createInvitationLink(address, secret), expiresAt: expires_at, usesLeft: uses_left };
}

const areInvitations = isListOf(isWith({ id: isText, created_at: isText, expires_at: isText, uses_left: isNumber }));

function readInvitations(answer: unknown): readonly Invitation[] | null {
  if (!areInvitations(answer)) return null;
  return answer.map(({ id, created_at, expires_at, uses_left }) => ({
    id,
    createdAt: created_at,
    expiresAt: expires_at,
    usesLeft: uses_left,
  }));
}

/** The most characters of the names that an invitation shows: enough to recognize them, and the buttons stay in view. */
const LIST_NAME_LENGTH = 80;
const PERSON_NAME_LENGTH = 60;

const isInvitedList = isWith({ list_id: isText, list_name: isText, is_member: isFlag });
const isNamed = isWith({ owner_name: isText });

function readInvitedList(answer: unknown): InvitedList | null {
  if (!isInvitedList(answer)) return null;
  return {
    listId: answer.list_id,
    // Strangers chose these names.
    listName: toShownName(answer.list_name, LIST_NAME_LENGTH),
    ownerName: isNamed(answer) ? toShownName(answer.owner_name, PERSON_NAME_LENGTH) : '',
    isMember: answer.is_member,
  };
}

/** Refusals, identified by their hints. */
const REFUSALS: ReadonlyMap<string | undefined, SharingFailure> = new Map(
  (
    [
      'list-not-found',
      'not-the-owner',
      'personal-list',
      'owner-cannot-leave',
      'member-not-found',
      'too-many-lists',
      'too-many-members',
      'too-many-invitations',
      'invitation-not-found',
      'invitation-expired',
      'invitation-revoked',
    ] as const
  ).map((type) => [type.replaceAll('-', '_'), { type }]),
);
