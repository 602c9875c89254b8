/** The device's memory of one account, as the sync pass needs it: each call is one transaction, whole or not at all. */
import type { Cursors, Outcome, SetAsideGroup } from '#core/sync/outgoing.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { Result } from '#core/result.ts';
import type { News, StorageFailure } from './storage.ts';

export type SyncState = {
  readonly cursors: Cursors;
  /** Whether everything was pulled once: until then the list is not all there. */
  readonly isComplete: boolean;
  readonly tray: readonly SetAsideGroup[];
  /** Under this id the device sends its changes. */
  readonly deviceId: string;
};

/** What became of a group that was sent; one that was taken came back as the rows it made. */
export type Settlement =
  | (Extract<Outcome, { readonly type: 'taken' }> & { readonly rows: readonly VersionedRow[] })
  | Exclude<Outcome, { readonly type: 'taken' }>;

/**
 * What a transaction wrote, as news for whoever knows all that was on the disk before; null where that is not all there is
 * to know: then the disk has to be read.
 */
export type Written = Omit<News, 'history'> | null;

export type SyncStorage = {
  readonly readSync: () => Promise<Result<SyncState, StorageFailure>>;
  /**
   * The group to send next; null when the outbox is empty. Numbers and groups are written down before they are given
   * out: asked again, also after a crash or by another tab, it is the same group under the same numbers.
   */
  readonly nextGroup: () => Promise<Result<PushGroup | null, StorageFailure>>;
  /** What became of the group; one that is settled already, by another tab, is left alone. */
  readonly settle: (group: PushGroup, settlement: Settlement) => Promise<Result<Written, StorageFailure>>;
  /** Takes rows in where their version is higher than ours; nothing moves the cursors but a pull. */
  readonly receive: (
    rows: readonly VersionedRow[],
    pulled: Partial<Cursors>,
  ) => Promise<Result<Written, StorageFailure>>;
  /** Everything has been pulled once. */
  readonly noteComplete: () => Promise<Result<null, StorageFailure>>;
  /** Puts a set-aside group back into the outbox, or lets it go for good. */
  readonly clearTray: (id: string, how: 'retry' | 'discard') => Promise<Result<null, StorageFailure>>;
};
