/** Says in the edit dialog who added an item of a shared list, and who ticked it (product H8). */
import { useEffect, useState } from 'react';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import { people as words } from '#web/messages/en/people.ts';
import { useItem, useShopper } from '#web/shopper/shopper-context.ts';
import { usePeopleStorage } from './unseen-marks.tsx';
import styles from './people.module.css';
import { nameOfMember, useMembers } from '#web/shopper/use-members.ts';

export function ItemPeopleLine({ itemId }: { readonly itemId: string }) {
  const { user } = useShopper();
  const members = useMembers();
  const isChecked = useItem(itemId)?.checked === true;
  const people = useItemPeople(itemId);
  if (members.length === 0 || people === null) return null;
  const sentenceOf = (id: string | null, write: (name: string) => string): readonly string[] =>
    id === null ? [] : [write(nameOfMember(members, id, user.id))];
  const sentences = [
    ...sentenceOf(people.addedBy, words.addedBy),
    ...sentenceOf(isChecked ? people.tickedBy : null, words.tickedBy),
  ];
  return sentences.length === 0 ? null : <p className={styles.line}>{sentences.join(' · ')}</p>;
}

function useItemPeople(itemId: string): ItemPeople | null {
  const { store, user } = useShopper();
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
