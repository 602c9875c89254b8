/** The account's lists besides the open one, for the realtime subscription of the open list (product H7). */
import { compareText } from '#core/list/compare-text.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import type { OtherLists } from '#client/ports/lists.ts';
import type { AccountLists } from '#client/lists/lists.ts';

/** What the sync of the open list needs of the account's lists. */
export type ListsOfSync = Pick<AccountLists, 'entries' | 'onChange' | 'hasSeveral' | 'memberships'> & {
  /** Syncs a list that is not open, soon. */
  readonly syncSoon: (listId: string) => void;
};

/** @param open the open list, whose own subscription reports its changes */
export function toOtherLists(lists: ListsOfSync, open: ListRef): OtherLists {
  const ids = (): readonly string[] =>
    lists
      .entries()
      .filter(({ id, state }) => state === 'active' && id !== open.listId)
      .map(({ id }) => id)
      // A new name must not change the order.
      .toSorted(compareText);
  return {
    ids: () => (lists.hasSeveral() ? ids() : null),
    onChange: lists.onChange,
    changed: lists.syncSoon,
    changedAll: () => ids().forEach(lists.syncSoon),
  };
}

/** For the sync of a list that is not open, which has no subscription. */
export const NO_OTHER_LISTS: OtherLists = {
  ids: () => null,
  onChange: () => () => undefined,
  changed: () => undefined,
  changedAll: () => undefined,
};
