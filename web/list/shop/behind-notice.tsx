/** Says in Shop mode that someone else added something to a category that the shopper has passed (product O5). */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ItemBehind } from '#core/trip/trip.ts';
import type { TripWatch } from '#client/trip/trip-watch.ts';
import { messages } from '#web/messages/messages.ts';
import { useItem, useShownCategory, useShownList } from '#web/shown-list/shown-list.ts';
import { useMembers } from '#web/shown-list/use-lists.ts';
import { usePeopleStorage } from '#web/shown-list/use-sync-status.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { TICK } from '#web/ui/marks.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import { showItem } from '#web/list/adding/show-item.ts';
import styles from './behind-notice.module.css';

/** Part of the bar at the bottom, so that no row moves when it appears. */
export function BehindNotice() {
  const { trip } = useShownList();
  const watch = useChunk(trip.load, 'ignore');
  return watch && <Behind watch={watch} />;
}

function Behind({ watch }: { readonly watch: TripWatch }) {
  const shownList = useShownList();
  const behind = useSyncExternalStore(watch.onChange, watch.behind);
  const text = useText(behind);
  const itemId = behind[0]?.itemId ?? '';
  const go = (): void =>
    showItem(shownList, itemId, (row) => row?.querySelector<HTMLElement>(TICK)?.focus({ preventScroll: true }));
  return (
    <div className={styles.notice} data-shown={text !== ''}>
      <div className={styles.status} role="status">
        {text === '' ? null : (
          <button className={styles.text} type="button" onClick={go}>
            <span>{text}</span>
          </button>
        )}
      </div>
      {text === '' ? null : <IconButton icon={toolIcons.close} name={messages.shop.dismiss} onPress={watch.dismiss} />}
    </div>
  );
}

/** The notice about the latest item; '' if there is none, or until it is known who added the item, so that it is announced once. */
function useText(behind: readonly ItemBehind[]): string {
  const [latest = NOTHING] = behind;
  const adder = useAdder(latest);
  const item = useItem(latest.itemId);
  const category = useShownCategory(item?.category ?? '')?.name || messages.list.unnamedCategory;
  if (item === undefined || adder === null) return '';
  const { isNew } = latest;
  return messages.shop.behind({ isNew, who: adder, name: item.name, category, more: behind.length - 1 });
}

const NOTHING: ItemBehind = { itemId: '', isNew: false };

type Adder = { readonly item: ItemBehind; readonly name: string };

/** The name of the member who added an item; '' for an unknown member, and for this account on another device. Null until it is read. */
function useAdder(item: ItemBehind): string | null {
  const { user, sync } = useShownList();
  const syncs = sync !== null;
  const members = useMembers();
  const storage = usePeopleStorage();
  const [adder, setAdder] = useState<Adder | null>(null);
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      // Its code is still being downloaded.
      if (storage === null && syncs) return;
      const people = item.isNew ? await storage?.readPeople(item.itemId) : null;
      const member = members.find(({ id }) => id === people?.addedBy && id !== user.id);
      if (!isGone) setAdder({ item, name: member?.name ?? '' });
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [item, storage, syncs, members, user]);
  return adder?.item === item ? adder.name : null;
}
