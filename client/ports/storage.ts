/** The device's memory of one account, as the store needs it (architecture section 3). */
import type { Patch } from '#core/diff/diff.ts';
import type { History, HistoryChange } from '#core/history/history.ts';
import type { Contents } from '#core/list/memory.ts';
import type { Result } from '#core/result.ts';

/** What one act writes, whole or not at all. */
export type Batch = {
  readonly patches: readonly Patch[];
  readonly history: HistoryChange;
};

/** One act in the outbox; its key grows in the order in which acts became durable, over all tabs. */
export type StoredOp = { readonly key: number; readonly patches: readonly Patch[] };

/** Up to where somebody knows the disk: the outbox by its keys, the base by the stamps of what was written to it. */
export type Position = { readonly key: number; readonly stamp: number };

/** What happened on the disk since a position. */
export type News = {
  readonly ops: readonly StoredOp[];
  /** Operations up to this key are gone from the outbox: the base holds what became of them. */
  readonly absorbedUpTo: number;
  /** The rows of the base that were written since. */
  readonly base: Contents;
  readonly stamp: number;
  readonly history: History;
};

/** Everything: the news since nothing was known. */
export type StoredState = News & {
  /** Ids of the categories that are folded on this device. */
  readonly folded: readonly string[];
  /** Whether the account's list did not exist on this device before. */
  readonly isFresh: boolean;
};

export type StorageFailure =
  /** There is no room left. */
  | { readonly type: 'storage-full' }
  /** The browser refuses storage: a private window, a setting, a broken profile. */
  | { readonly type: 'storage-blocked' }
  /** The storage was closed under us: a newer version in another tab, or the browser's data were cleared. */
  | { readonly type: 'storage-closed' };

export type Storage = {
  /** Whether the account's list is on this device already; false where nobody can tell. */
  readonly hasList: () => Promise<boolean>;
  /** Reads everything; a list that is not there yet begins as `first`, or, where that is null, is not made. */
  readonly open: (first: Contents | null) => Promise<Result<StoredState, StorageFailure>>;
  /**
   * Writes one act. Its requests are issued before the call returns, so that leaving the page in the same task
   * loses nothing; the promise tells later under which key it became durable.
   */
  readonly append: (batch: Batch) => Promise<Result<number, StorageFailure>>;
  /** What happened after this position. */
  readonly readAfter: (position: Position) => Promise<Result<News, StorageFailure>>;
  /** Folds the outbox into the base: how the demo account, which never syncs, empties it. */
  readonly absorb: () => Promise<Result<number, StorageFailure>>;
  /** Keeps which categories are folded. */
  readonly keepFolded: (ids: readonly string[]) => void;
};
