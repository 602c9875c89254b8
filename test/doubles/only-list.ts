/** The lists of an account that has only its personal one, as the sync sees them. */
import type { ListToOpen } from '#device/backend/list-backend.ts';
import { type ListsOfSync, NO_OTHER_LISTS } from '#device/lists/account-lists.ts';

/** @param listId the list to open */
export const onlyList = (listId: string): ListToOpen => ({
  listId,
  memberships: {
    startPull: () => ({ cursor: 0, receive: () => Promise.resolve() }),
    newListName: () => null,
    markCreated: () => Promise.resolve(),
    end: () => Promise.resolve(),
  },
  listChanges: NO_OTHER_LISTS,
});

/** The same, for the start of a sync. */
export const onlyLists = async (): Promise<ListsOfSync> => ({
  entries: () => [],
  onChange: () => () => undefined,
  hasSeveral: () => false,
  syncSoon: () => undefined,
  memberships: onlyList('').memberships,
});
