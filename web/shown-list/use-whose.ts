/** Says whose a list is where another list of the account has its name (product H14). */
import type { ListEntry } from '#core/lists/lists-record.ts';
import { distinguishLists } from '#core/lists/tell-apart.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from './shown-list.ts';
import { nameMembers } from './use-members.ts';

/**
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
