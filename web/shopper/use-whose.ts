/** Says whose a list is where another list of the account has its name (product H14). */
import type { ListEntry } from '#core/lists/lists-record.ts';
import { distinguishLists } from '#core/lists/same-names.ts';
import { lists as words } from '#web/messages/en/lists.ts';
import { useShopper } from './shopper-context.ts';
import { nameMembers } from './use-members.ts';

/**
 * @param entries all lists that are shown together
 * @returns whose the list with an id is; null if its name is enough
 */
export function useWhose(entries: readonly ListEntry[]): (listId: string) => string | null {
  const { user } = useShopper();
  const named = entries.map((entry) => ({ ...entry, members: nameMembers(entry.members) }));
  const distinctions = distinguishLists(named, user.id);
  return (listId) => {
    const distinction = distinctions.get(listId);
    return distinction === undefined ? null : words.whose(distinction.owner?.name ?? null, distinction.number);
  };
}

/** @returns the name of a list, with its owner if that is needed */
export function useNameWithWhose(entries: readonly ListEntry[]): (entry: ListEntry) => string {
  const whoseOf = useWhose(entries);
  return ({ id, name }) => {
    const whose = whoseOf(id);
    return whose === null ? name || words.unnamed : words.nameAndWhose(name || words.unnamed, whose);
  };
}
