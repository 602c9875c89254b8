/** Makes a list from outside fit: saved lists beyond the limit would have all of it refused (product S1). */
import { SAVED_LISTS_LIMIT } from '#core/change/change-saved-lists.ts';
import type { ListCopy } from '#core/change/change.ts';
import { liveRow, liveRows } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';

/** The copy with as many of its saved lists as there is room for, the newest first. */
export function fitSavedLists(copy: ListCopy, list: List): ListCopy {
  const isHere = ({ id }: { readonly id: string }): boolean => liveRow(list.savedLists, id) !== undefined;
  const room = Math.max(0, SAVED_LISTS_LIMIT - liveRows(list.savedLists).length);
  const added = copy.savedLists
    .filter((saved) => !isHere(saved))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, room);
  return { ...copy, savedLists: [...copy.savedLists.filter(isHere), ...added] };
}
