/** Tells the members of a shared list who loaded a saved list into it (product S5). */
import { useContext, useEffect, useRef } from 'react';
import { LIST_ROW_ID, type ListRow } from '#core/list/row.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useMembers } from '#web/shown-list/use-lists.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';

/** Shows what arrives while the list is open; a page in the background shows it when it becomes visible. */
export function LoadedNotice() {
  const { store, user } = useShownList();
  const toaster = useContext(ToasterContext);
  const members = useMembers();
  const known = useRef<ListRow['loaded']>(undefined);
  const waiting = useRef<ListRow['loaded']>(undefined);
  useEffect(() => {
    const read = (): ListRow | undefined => store.list.listRow.get(LIST_ROW_ID);
    known.current = read()?.loaded;
    let hasName = read() !== undefined;
    const show = (): void => {
      const loaded = waiting.current;
      const loader = members.find(({ id }) => id === loaded?.by && id !== user.id);
      if (!loaded || loader === undefined || document.visibilityState === 'hidden') return;
      toaster.show(messages.people.loaded(loader.name, loaded.name));
      waiting.current = undefined;
    };
    const compare = (): void => {
      const loaded = read()?.loaded;
      // The first download of a list is no news.
      if (hasName && loaded?.id !== known.current?.id) waiting.current = loaded;
      hasName = read() !== undefined;
      known.current = loaded;
      show();
    };
    // The members can be known later than what they did.
    show();
    const stop = store.subscribe('incoming', compare);
    document.addEventListener('visibilitychange', show);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', show);
    };
  }, [store, user, members, toaster]);
  return null;
}
