/** The storage of one account for the sync. Each call is one transaction: all of it is stored, or nothing. */
import type { Cursors, GroupOutcome, RejectedGroup } from '#core/sync/sync-record.ts';
import type { PushGroup } from '#core/sync/push-groups.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { Result } from '#core/result.ts';
import type { Delta, StorageFailure } from './storage.ts';

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
