/** What other members did in a shared list since it was last looked at on this device (product H8). */
import type { Item, Row } from '#core/list/row.ts';
import type { ItemPeople } from './versioned-row.ts';

/** By item: the member who added it and the one who ticked it, if that was since the last look. No entry is without both. */
export type ItemNews = ReadonlyMap<string, ItemPeople>;

export type ReceivedItem = {
  /** The item on this device; undefined if it is new. */
  readonly before: Row<Item> | undefined;
  readonly after: Row<Item>;
  readonly people: ItemPeople;
};

/**
 * Adds what received items show.
 * @param userId the account on this device, whose own actions are no news
 * @returns the same map if nothing changed
 */
export function addNews(news: ItemNews, received: readonly ReceivedItem[], userId: string): ItemNews {
  const next = new Map(news);
  for (const item of received) {
    const { id } = item.after;
    const latest = readNews(item, news.get(id) ?? NOBODY, userId);
    if (latest === null) next.delete(id);
    else next.set(id, latest);
  }
  const isSame = next.size === news.size && [...next].every(([id, people]) => isSamePeople(news.get(id), people));
  return isSame ? news : next;
}

const NOBODY: ItemPeople = { addedBy: null, tickedBy: null };

/** Null if nothing that others did is news. */
function readNews({ before, after, people }: ReceivedItem, known: ItemPeople, userId: string): ItemPeople | null {
  const other = (id: string | null): string | null => (id === userId ? null : id);
  const wasThere = before?.deleted === false;
  const addedBy = wasThere ? known.addedBy : other(people.addedBy);
  const tickedBy = wasThere && before.checked ? known.tickedBy : other(people.tickedBy);
  const latest = { addedBy, tickedBy: after.checked ? tickedBy : null };
  return after.deleted || isSamePeople(latest, NOBODY) ? null : latest;
}

const isSamePeople = (one: ItemPeople | undefined, other: ItemPeople): boolean =>
  one?.addedBy === other.addedBy && one.tickedBy === other.tickedBy;
