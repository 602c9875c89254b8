/** Who added and ticked the items of a list (product H8). Reads return nothing if the storage fails. */
import type { UnseenPeople } from '#core/sync/unseen-changes.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';

export type PeopleStorage = {
  /** Null if the backend has not reported them. */
  readonly readPeople: (itemId: string) => Promise<ItemPeople | null>;
  /** What others did since the list was last viewed on this device. */
  readonly readUnseen: () => Promise<UnseenPeople>;
  /** The recorded changes were seen. */
  readonly clearUnseen: () => Promise<void>;
};
