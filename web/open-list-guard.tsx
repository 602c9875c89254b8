/** Keeps the record of the open list up to date, and leaves the list when it is no longer one of the account's (product H6). */
import { useEffect } from 'react';
import { useHeading, useShopper } from './shopper/shopper-context.ts';
import { useListEntries, useLists } from './shopper/use-lists.ts';

export function OpenListGuard() {
  const { ref, user, store, switchTo } = useShopper();
  const { name } = useHeading();
  const lists = useLists();
  const entries = useListEntries(lists);
  const isLost =
    ref.listId !== user.id &&
    // Before the first pull on this device, only the personal list is known.
    lists?.hasSeveral() === true &&
    !entries.some(({ id, state }) => id === ref.listId && state !== 'ended');
  const personal = entries.find(({ id }) => id === user.id);
  useEffect(() => {
    if (isLost) switchTo({ listId: user.id, name: personal?.name ?? '' });
  }, [isLost, personal, switchTo, user]);
  useEffect(() => {
    // Before the list's own row is here, the name is the one in the record.
    if (store.list.profile.size > 0) void lists?.setName(ref.listId, name);
  }, [lists, store, ref, name]);
  return null;
}
