/** The members of the open list. */
import type { ListMember } from '#core/lists/lists-record.ts';
import { people } from '#web/messages/en/people.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useListEntries, useLists } from '#web/shopper/use-lists.ts';

const NO_MEMBERS: readonly ListMember[] = [];

/** This account included; empty until they are downloaded, or if there are no other members. */
export function useMembers(): readonly ListMember[] {
  const { ref } = useShopper();
  const members = useListEntries(useLists()).find(({ id }) => id === ref.listId)?.members ?? NO_MEMBERS;
  return members.length > 1 ? members : NO_MEMBERS;
}

/** The name of the account with this id: 'you' for this account. People who left the list are not known by name. */
export function nameOfMember(members: readonly ListMember[], id: string, userId: string): string {
  if (id === userId) return people.you;
  const member = members.find((other) => other.id === id);
  return member === undefined ? people.former : member.name || people.unnamed;
}
