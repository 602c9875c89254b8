/** The members of the open list, and the names that they see of each other (product A7, H8). */
import { useMemo } from 'react';
import { isDemoUser } from '#core/account/user.ts';
import type { ListMember } from '#core/lists/lists-record.ts';
import { memberNumbers } from '#core/lists/tell-apart.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from './shown-list.ts';
import { useListEntries, useLists } from './use-lists.ts';

const NO_MEMBERS: readonly ListMember[] = [];

/** This account included; empty until they are downloaded, or if there are no other members. */
export function useMembers(): readonly ListMember[] {
  const { ref } = useShownList();
  const members = useListEntries(useLists()).find(({ id }) => id === ref.listId)?.members ?? NO_MEMBERS;
  return useMemo(() => (members.length > 1 ? nameMembers(members) : NO_MEMBERS), [members]);
}

/** The other members of the open list; null while it is not known whether there are any. */
export function useOtherMembers(): readonly ListMember[] | null {
  const { user, ref } = useShownList();
  const lists = useLists();
  const entry = useListEntries(lists).find(({ id }) => id === ref.listId);
  if (isDemoUser(user) || lists?.hasSeveral() === false || entry?.state === 'new') return NO_MEMBERS;
  if (entry === undefined || entry.members.length === 0) return null;
  return nameMembers(entry.members).filter(({ id }) => id !== user.id);
}

/** Gives members without a display name the word 'Member' and a number. Members do not see addresses (product A7). */
export function nameMembers(members: readonly ListMember[]): readonly ListMember[] {
  const numbers = memberNumbers(members);
  return members.map((member) => ({
    ...member,
    name: member.name || messages.people.unnamed(numbers.get(member.id) ?? 0),
  }));
}

/** The name of the account with this id: 'you' for this account. People who left the list are not known by name. */
export const nameOfMember = (members: readonly ListMember[], id: string, userId: string): string =>
  id === userId ? messages.people.you : (members.find((other) => other.id === id)?.name ?? messages.people.former);
