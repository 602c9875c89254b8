/** Marks the items that other members added or ticked since the list was last looked at on this device (product H8). */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ListMember } from '#core/lists/lists-record.ts';
import type { ItemNews } from '#core/sync/item-news.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import type { PeopleStorage } from '#client/ports/people-storage.ts';
import { people as words } from '#web/messages/en/people.ts';
import { useItem, useShopper } from '#web/shopper/shopper-context.ts';
import { PersonMark } from '#web/ui/people/person-mark.tsx';
import styles from './people.module.css';
import { useMembers } from './use-members.ts';

export function NewsMarks() {
  const { marks } = useShopper();
  const members = useMembers();
  const news = useNews(members.length > 0);
  useEffect(() => {
    marks.show(
      new Map(
        [...news].map(([id, people]) => [id, <NewsMark key="mark" itemId={id} people={people} members={members} />]),
      ),
    );
  }, [marks, members, news]);
  return null;
}

const NO_NEWS: ItemNews = new Map();
const NEVER = () => () => undefined;

/** The storage of the list's people; null until it is downloaded. */
export function usePeopleStorage(): PeopleStorage | null {
  const { sync } = useShopper();
  return useSyncExternalStore(sync?.onChange ?? NEVER, () => sync?.people() ?? null);
}

/** A look ends when the page is hidden or shows another list. */
function useNews(isShared: boolean): ItemNews {
  const { store, sync } = useShopper();
  const people = usePeopleStorage();
  const [news, setNews] = useState(NO_NEWS);
  useEffect(() => {
    if (!isShared || people === null) return undefined;
    let isGone = false;
    const read = async (): Promise<void> => {
      const latest = await people.readNews();
      if (!isGone) setNews(latest);
    };
    const endLook = (): void => {
      if (document.visibilityState === 'hidden') void people.clearNews().then(read);
    };
    void read();
    // What others add or tick changes the counts.
    const stops = [store.subscribe('heading', () => void read()), sync?.onChange(() => void read())];
    document.addEventListener('visibilitychange', endLook);
    return () => {
      isGone = true;
      for (const stop of stops) stop?.();
      document.removeEventListener('visibilitychange', endLook);
      setNews(NO_NEWS);
      void people.clearNews();
    };
  }, [isShared, people, store, sync]);
  return news;
}

type NewsMarkProps = {
  readonly itemId: string;
  readonly people: ItemPeople;
  readonly members: readonly ListMember[];
};

/** A ticked item shows who ticked it; an item that is left shows who added it. */
function NewsMark({ itemId, people, members }: NewsMarkProps) {
  const item = useItem(itemId);
  const id = item?.checked === true ? people.tickedBy : people.addedBy;
  const member = members.find((other) => other.id === id);
  if (member === undefined) return null;
  const name = member.name || words.unnamed;
  const text = item?.checked === true ? words.tickedBy(name) : words.addedBy(name);
  return (
    <span className={styles.news} role="img" aria-label={text} title={text}>
      <PersonMark id={member.id} name={member.name} />
    </span>
  );
}
