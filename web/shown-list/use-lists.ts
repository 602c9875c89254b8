/** The account's lists, the members of the open one, and how lists and members with the same name are told apart (product A7, H8, H14). */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isDemoUser } from '#core/account/user.ts';
import type { ListEntry, ListMember } from '#core/lists/lists-record.ts';
import { distinguishLists, memberNumbers } from '#core/lists/tell-apart.ts';
import type { Lists } from '#client/ports/lists.ts';
import { messages } from '#web/messages/messages.ts';
import { useApp } from './app-context.ts';
import { useShownList } from './shown-list.ts';

/** Downloads the account's lists; null until they are here. */
export function useLists(): Lists | null {
  const { loadLists } = useApp();
  const { user } = useShownList();
  const [lists, setLists] = useState<Lists | null>(null);
  useEffect(() => {
    let isGone = false;
    loadLists(user)
      .then((loaded) => (isGone ? undefined : setLists(loaded)))
      // Without a network, the next start downloads them.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [loadLists, user]);
  return lists;
}

const NO_ENTRIES: readonly ListEntry[] = [];
const NEVER = () => () => undefined;

/** The entries of the account's lists; none until they are downloaded. */
export const useListEntries = (lists: Lists | null): readonly ListEntry[] =>
  useSyncExternalStore(lists?.onChange ?? NEVER, lists?.entries ?? (() => NO_ENTRIES));

const NO_MEMBERS: readonly ListMember[] = [];

/** The members of the open list, this account included; empty until they are downloaded, or if there are no other members. */
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

/**
 * Says whose a list is if another list of the account has the same name (product H14).
 * @param entries all lists that are shown together
 * @returns whose the list with an id is; null if its name is enough
 */
export function useWhose(entries: readonly ListEntry[]): (listId: string) => string | null {
  const { user } = useShownList();
  const named = entries.map((entry) => ({ ...entry, members: nameMembers(entry.members) }));
  const distinctions = distinguishLists(named, user.id);
  return (listId) => {
    const distinction = distinctions.get(listId);
    return distinction === undefined ? null : messages.lists.whose(distinction.owner?.name ?? null, distinction.number);
  };
}

/** @returns the name of a list, with its owner if that is needed */
export function useNameWithWhose(entries: readonly ListEntry[]): (entry: ListEntry) => string {
  const whoseOf = useWhose(entries);
  return ({ id, name }) => {
    const whose = whoseOf(id);
    return whose === null
      ? name || messages.lists.unnamed
      : messages.lists.nameAndWhose(name || messages.lists.unnamed, whose);
  };
}
