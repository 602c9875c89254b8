/** Says in the edit dialog who added an item of a shared list, and who ticked it (product H8). */
import { useEffect, useState } from 'react';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import { messages } from '#web/messages/messages.ts';
import { useItem, useShownList } from '#web/shown-list/shown-list.ts';
import styles from './people.module.css';
import { nameOfMember, useMembers } from '#web/shown-list/use-lists.ts';
import { usePeopleStorage } from '#web/shown-list/use-sync-status.ts';

export function ItemPeopleLine({ itemId }: { readonly itemId: string }) {
  const { user } = useShownList();
  const members = useMembers();
  const isChecked = useItem(itemId)?.checked === true;
  const people = useItemPeople(itemId);
  if (members.length === 0 || people === null) return null;
  const sentenceOf = (id: string | null, write: (name: string) => string): readonly string[] =>
    id === null ? [] : [write(nameOfMember(members, id, user.id))];
  const sentences = [
    ...sentenceOf(people.addedBy, messages.people.addedBy),
    ...sentenceOf(isChecked ? people.tickedBy : null, messages.people.tickedBy),
  ];
  return sentences.length === 0 ? null : <p className={styles.line}>{sentences.join(' · ')}</p>;
}

function useItemPeople(itemId: string): ItemPeople | null {
  const { store, user } = useShownList();
  const storage = usePeopleStorage();
  const [people, setPeople] = useState<ItemPeople | null>(null);
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      const known = (await storage?.readPeople(itemId)) ?? null;
      // The backend may not have this device's latest tick yet.
      const isUnsent = store.patches().some((patch) => patch.id === itemId && 'checked' in patch.fields);
      if (!isGone) setPeople(known && isUnsent ? { ...known, tickedBy: user.id } : known);
    };
    void read();
    const stops = [store.subscribe('outbox', () => void read()), store.subscribe('incoming', () => void read())];
    return () => {
      isGone = true;
      for (const stop of stops) stop();
    };
  }, [storage, store, user, itemId]);
  return people;
}
