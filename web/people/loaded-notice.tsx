/** Tells the members of a shared list who loaded a saved list into it (product S5). */
import { useContext, useEffect, useRef } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useMembers } from '#web/shown-list/use-lists.ts';
import { usePeopleStorage } from '#web/shown-list/use-sync-status.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';

/**
 * Shows a load once: when it arrives, or when the list is opened or the page becomes visible after that. The members can be known
 * later than what they did.
 */
export function LoadedNotice() {
  const { store } = useShownList();
  const toaster = useContext(ToasterContext);
  const members = useMembers();
  const people = usePeopleStorage();
  const shownId = useRef('');
  useEffect(() => {
    if (people === null || members.length === 0) return undefined;
    let isGone = false;
    const show = async (): Promise<void> => {
      const loaded = await people.readUnseenLoad();
      const loader = members.find(({ id }) => id === loaded?.by);
      if (isGone || loaded === null || loader === undefined || document.visibilityState === 'hidden') return;
      // Another call may have read it before it was cleared.
      if (loaded.id === shownId.current) return;
      shownId.current = loaded.id;
      toaster.show(messages.people.loaded(loader.name, loaded.name));
      await people.clearUnseenLoad(loaded.id);
    };
    const showSoon = (): void => void show();
    showSoon();
    const stop = store.subscribe('incoming', showSoon);
    document.addEventListener('visibilitychange', showSoon);
    return () => {
      isGone = true;
      stop();
      document.removeEventListener('visibilitychange', showSoon);
    };
  }, [store, people, members, toaster]);
  return null;
}
