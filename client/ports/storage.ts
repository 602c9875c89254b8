/** The storage of one list on this device, for the store and the sync, and what its tabs share (architecture section 3). */
import type { Patch } from '#core/diff/diff.ts';
import type { History, HistoryChange } from '#core/history/history.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import type { Contents } from '#core/list/contents.ts';
import type { Result } from '#core/result.ts';
import type { Loaded } from '#core/list/row.ts';
import type { UnseenPeople } from '#core/sync/unseen-changes.ts';
import type { ItemPeople, VersionedRow } from '#core/sync/versioned-row.ts';
import type { Trip } from '#core/trip/trip.ts';
import type { WalkMemories } from '#core/trip/walked-order.ts';
import type { GroupOutcome } from '#core/sync/push.ts';
import type { Cursors, RejectedGroup, PushGroup } from '#core/sync/sync-record.ts';

/** What one change writes, in one transaction: its patches and its undo step. */
export type Batch = {
  readonly patches: readonly Patch[];
  readonly history: HistoryChange;
};

/** One change in the outbox. Keys ascend in the order in which the changes of all tabs became durable. */
export type OutboxEntry = { readonly key: number; readonly patches: readonly Patch[] };

/** Up to where a tab has read the disk: the last outbox key, and the local sequence number of the last write to the base. */
export type ReadPosition = { readonly key: number; readonly localSeq: number };

/** The changes on disk since a position. */
export type Delta = {
  readonly outbox: readonly OutboxEntry[];
  /** Changes up to this key have left the outbox: the base includes their result. */
  readonly compactedUpTo: number;
  /** The rows of the base that were written since the position. */
  readonly base: Contents;
  readonly localSeq: number;
  readonly history: History;
};

/** The whole state: the changes since the beginning. */
export type StoredState = Delta & {
  /** Ids of the categories that are collapsed on this device. */
  readonly collapsed: readonly string[];
  /** The store that is chosen on this device (product O2); null if none is. The list may no longer have it. */
  readonly chosenStore: StoreId | null;
  /** Whether the list did not exist on this device before. */
  readonly isFresh: boolean;
};

export type StorageFailure =
  /** The disk is full. */
  | { readonly type: 'storage-full' }
  /** The browser refuses storage: a private window, a setting, a broken profile. */
  | { readonly type: 'storage-blocked' }
  /** The storage does not answer: a tab of an earlier version, perhaps a frozen one, has it open. */
  | { readonly type: 'storage-busy' }
  /** The storage was closed: another tab runs a newer version, or the browser's data was cleared. */
  | { readonly type: 'storage-closed' };

export type Storage = {
  /**
   * Reads the whole state.
   * @param first the contents of a new list; null creates none
   */
  readonly open: (first: Contents | null) => Promise<Result<StoredState, StorageFailure>>;
  /**
   * Writes changes in one transaction. All requests are issued before the call returns, so that closing the page in the same task
   * loses nothing.
   * @returns the outbox keys of the changes, once they are durable
   */
  readonly append: (batches: readonly Batch[]) => Promise<Result<readonly number[], StorageFailure>>;
  /** Reads the changes after a position. */
  readonly readAfter: (position: ReadPosition) => Promise<Result<Delta, StorageFailure>>;
  /** Compacts the outbox into the base. Only the demo does this: it never syncs. Returns the last key in the base. */
  readonly compact: () => Promise<Result<number, StorageFailure>>;
  /** Stores which categories are collapsed. */
  readonly saveCollapsed: (ids: readonly string[]) => void;
  /** Keeps the choice of a store. */
  readonly saveChosenStore: (store: StoreId | null) => void;
};

export type PeopleStorage = {
  /** Null if the backend has not reported them. */
  readonly readPeople: (itemId: string) => Promise<ItemPeople | null>;
  /** What others did since the list was last viewed on this device. */
  readonly readUnseen: () => Promise<UnseenPeople>;
  /** The recorded changes were seen. */
  readonly clearUnseen: () => Promise<void>;
  /** The saved list that another member loaded last, until this device has shown it (product S5); null for none. */
  readonly readUnseenLoad: () => Promise<Loaded | null>;
  /** The load was shown. One that came after it stays. */
  readonly clearUnseenLoad: (loadId: string) => Promise<void>;
};

/** The shopping trip in a list (product O5), and what was learned from earlier ones (product O4). They never leave this device. */
export type TripStorage = {
  /** Data that cannot be read counts as none. */
  readonly read: () => Promise<{ readonly trip: Trip; readonly memory: WalkMemories }>;
  /** Stores the trip, even if the page closes at once. */
  readonly writeTrip: (trip: Trip) => void;
  /** Changes the stored memory, which another tab may have changed. */
  readonly updateMemory: (change: (memory: WalkMemories) => WalkMemories) => void;
};

export type SyncState = {
  readonly cursors: Cursors;
  /** Whether every table was pulled once. Until then, the list is incomplete. */
  readonly isComplete: boolean;
  readonly rejected: readonly RejectedGroup[];
  /** The id under which this device pushes its changes. */
  readonly deviceId: string;
  /** The last number that it gave to a change. */
  readonly lastSeq: number;
};

/** The outcome of a push. An accepted group comes with the rows it made. */
export type PushOutcome =
  | (Extract<GroupOutcome, { readonly type: 'accepted' }> & { readonly rows: readonly VersionedRow[] })
  | Exclude<GroupOutcome, { readonly type: 'accepted' }>;

/**
 * The changes a transaction made, for a store that knows everything that was on the disk before; null if the store has to
 * read the disk to know them all.
 */
export type Written = Omit<Delta, 'history'> | null;

/** The storage for the sync. Each call is one transaction: all of it is stored, or nothing. */
export type SyncStorage = {
  readonly readSync: () => Promise<Result<SyncState, StorageFailure>>;
  /**
   * The group to send next; null if the outbox is empty. Numbers and groups are stored before they are returned. A later
   * call, even after a crash or in another tab, returns the same group with the same numbers until it is acknowledged.
   */
  readonly nextGroup: () => Promise<Result<PushGroup | null, StorageFailure>>;
  /** Records the outcome of a group. Does nothing if another tab has acknowledged it already. */
  readonly acknowledge: (group: PushGroup, outcome: PushOutcome) => Promise<Result<Written, StorageFailure>>;
  /**
   * Stores rows whose version is higher than the stored one.
   * @param pulled the new cursors; only a pull moves them
   */
  readonly receive: (
    rows: readonly VersionedRow[],
    pulled: Partial<Cursors>,
  ) => Promise<Result<Written, StorageFailure>>;
  /** Records that every table was pulled once. */
  readonly markComplete: () => Promise<Result<null, StorageFailure>>;
  /** Puts a rejected group back into the outbox, or discards it for good. */
  readonly resolveRejected: (id: string, how: 'retry' | 'discard') => Promise<Result<null, StorageFailure>>;
};

/** Messages between the tabs that show one list on this device (product Y8). */
export type Tabs = {
  /** Notifies the other tabs that the outbox or the base changed on disk. The message has no content: a lost message only delays the other tabs. */
  readonly announce: () => void;
  /** Calls back when another tab announced a change, and when this tab may have missed one while it was suspended. */
  readonly onChange: (callback: () => void) => () => void;
};

/** A lock that lets only one tab sync a list at a time (architecture section 4). */
export type SyncLock = {
  /**
   * Runs work while no other tab runs its own. A tab that holds the lock too long, such as one the browser froze, loses it.
   * Two tabs may then sync at once, which does no harm: the backend skips replays.
   * @returns what the work returned; null if the lock was not available, so that it did not run
   */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
};
