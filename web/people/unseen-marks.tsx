/** Marks the items that other members added or ticked since the list was last viewed on this device (product H8). */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListMember } from '#core/lists/lists-record.ts';
import { keepEqual, type UnseenPeople } from '#core/sync/unseen-changes.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import { messages } from '#web/messages/messages.ts';
import { useItem, useShownList } from '#web/shown-list/shown-list.ts';
import { PersonMark } from '#web/ui/people/person-mark.tsx';
import { mark as pageMark } from '#web/ui/marks.ts';
import styles from './people.module.css';
import { useMembers } from '#web/shown-list/use-lists.ts';
import { usePeopleStorage } from '#web/shown-list/use-sync-status.ts';

type Shown = { readonly people: ItemPeople; readonly members: readonly ListMember[]; readonly mark: ReactNode };

export function UnseenMarks() {
  const { marks } = useShownList();
  const members = useMembers();
  const unseen = useUnseen(members.length > 0);
  const shown = useRef<ReadonlyMap<string, Shown>>(new Map());
  useEffect(() => {
    const markOf = (itemId: string, people: ItemPeople): Shown => {
      const known = shown.current.get(itemId);
      if (known?.people === people && known.members === members) return known;
      return { people, members, mark: <UnseenMark itemId={itemId} people={people} members={members} /> };
    };
    shown.current = new Map([...unseen].map(([id, people]) => [id, markOf(id, people)]));
    marks.show(new Map([...shown.current].map(([id, { mark }]) => [id, mark])));
  }, [marks, members, unseen]);
  return null;
}

const NOTHING_UNSEEN: UnseenPeople = new Map();

/** Changes count as seen when the page is hidden or shows another list. */
function useUnseen(isShared: boolean): UnseenPeople {
  const { store } = useShownList();
  const people = usePeopleStorage();
  const [unseen, setUnseen] = useState(NOTHING_UNSEEN);
  useEffect(() => {
    if (!isShared || people === null) return undefined;
    let isGone = false;
    const read = async (): Promise<void> => {
      const latest = await people.readUnseen();
      if (!isGone) setUnseen((last) => keepEqual(last, latest));
    };
    const clearWhenHidden = (): void => {
      if (document.visibilityState === 'hidden') void people.clearUnseen().then(read);
    };
    void read();
    const stop = store.subscribe('incoming', () => void read());
    document.addEventListener('visibilitychange', clearWhenHidden);
    return () => {
      isGone = true;
      stop();
      document.removeEventListener('visibilitychange', clearWhenHidden);
      setUnseen(NOTHING_UNSEEN);
      void people.clearUnseen();
    };
  }, [isShared, people, store]);
  return unseen;
}

type UnseenMarkProps = {
  readonly itemId: string;
  readonly people: ItemPeople;
  readonly members: readonly ListMember[];
};

/** A ticked item shows who ticked it; an item that is left shows who added it. */
function UnseenMark({ itemId, people, members }: UnseenMarkProps) {
  const item = useItem(itemId);
  const id = item?.checked === true ? people.tickedBy : people.addedBy;
  const member = members.find((other) => other.id === id);
  if (member === undefined) return null;
  const text = item?.checked === true ? messages.people.tickedBy(member.name) : messages.people.addedBy(member.name);
  return (
    <span className={styles.mark} role="img" aria-label={text} title={text} {...pageMark('live', 'left-out')}>
      <PersonMark id={member.id} name={member.name} />
    </span>
  );
}
