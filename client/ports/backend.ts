/** The backend of one signed-in account, as the sync pass needs it (spec section 7, architecture section 4). */
import type { Cursors } from '#core/sync/outgoing.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { TableName } from '#core/list/row.ts';
import type { Result } from '#core/result.ts';

/** Hosted backends cap a page at so many rows (product Y5). */
export const PAGE_ROWS = 1000;

export type BackendFailure =
  /** It goes by itself: no network, a time-out (10 s), 408, 425, 429, 5xx, an expired token that could not be renewed just now (product Y4). */
  | { readonly type: 'transient' }
  /** The session is over: the refresh token was refused. The shopper has to sign in again. */
  | { readonly type: 'signed-out' }
  /** It will be refused again: any other 4xx (product Y4). The message is the backend's. */
  | { readonly type: 'refused'; readonly message: string };

/** Rows of one table, lowest version first. */
export type Page = {
  readonly rows: readonly VersionedRow[];
  /** Whether there may be more: the page was full. */
  readonly isFull: boolean;
};

export type Backend = {
  /**
   * Sends one group as one upsert. Gives the rows as the backend has them now: fewer than were sent when it skipped
   * replays.
   */
  readonly push: (group: PushGroup) => Promise<Result<readonly VersionedRow[], BackendFailure>>;
  /** The rows of a table above a version, in order of version: at most a page. Cursor 0 asks for everything. */
  readonly pull: (table: TableName, cursor: number) => Promise<Result<Page, BackendFailure>>;
  /** The first page of several tables at once. A table that is missing in the answer has to be pulled by itself. */
  readonly pullAll: (
    cursors: Partial<Cursors>,
  ) => Promise<Result<Readonly<Partial<Record<TableName, Page>>>, BackendFailure>>;
  /** Makes sure that profile and default categories are there: mends a sign-up that was interrupted (spec section 8). */
  readonly furnish: () => Promise<Result<null, BackendFailure>>;
  /** Writes `device_info` and `last_sync_at` (product Y11). */
  readonly noteSync: (isoNow: string) => Promise<Result<null, BackendFailure>>;
};

/** Somebody rang: another device changed something, or something may have been missed. */
export type Ring =
  /** Rows that changed, whole. */
  | { readonly type: 'rows'; readonly rows: readonly VersionedRow[] }
  /** Look for yourself: a row came incomplete. */
  | { readonly type: 'look' }
  /** From now on everything that changes rings; what changed before, look for yourself. */
  | { readonly type: 'live' }
  /** Something may change without a ring until the next 'live': a channel was lost. */
  | { readonly type: 'down' };

export type Doorbell = {
  /** Listens to the account's three tables until the result is called (spec section 7, Realtime). */
  readonly listen: (onRing: (ring: Ring) => void) => () => void;
};
