/** Who added and ticked the items of a list (product H8). A storage that cannot be read knows nobody. */
import type { ItemNews } from '#core/sync/item-news.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';

export type PeopleStorage = {
  /** Null if the backend has not reported them. */
  readonly readPeople: (itemId: string) => Promise<ItemPeople | null>;
  /** What others did since the last look. */
  readonly readNews: () => Promise<ItemNews>;
  /** Ends a look: the news were seen. */
  readonly clearNews: () => Promise<void>;
};
