/** The sync of one account, as the rest of the app sees it. */
import type { RejectedGroup } from '#core/sync/sync-record.ts';
import type { PeopleStorage } from '#client/ports/storage.ts';
import type { Presence } from '#client/ports/backend.ts';
import type { Store } from '#client/store/store.ts';

export type SyncStatus = {
  /** The number of rows with changes that the backend has not accepted yet. */
  readonly pending: number;
  /** During the first sync on this device: how many rows have arrived so far. Null once it is complete. */
  readonly firstSync: { readonly rows: number } | null;
  /** Whether a sync cycle has pulled every table since this sync started, so that the list is as the backend had it then. */
  readonly hasPulled: boolean;
  /** The changes that the backend rejected for good. */
  readonly rejected: readonly RejectedGroup[];
};

export type Sync = {
  /** The same object until something changes. */
  readonly status: () => SyncStatus;
  readonly onChange: (listener: () => void) => () => void;
  /** Sends a rejected group again. */
  readonly retry: (id: string) => void;
  /** Discards a rejected group for good. */
  readonly discard: (id: string) => void;
  /** Who else has the list open; null until the sync's code is downloaded. `onChange` reports that, too. */
  readonly presence: () => Presence | null;
  /** Who added and ticked the items; null until the sync's code is downloaded. */
  readonly people: () => PeopleStorage | null;
  readonly close: () => void;
};

/** The part of the store that the sync uses. */
export type SyncedStore = Pick<Store, 'list' | 'patches' | 'loadIncoming' | 'subscribe'>;
