/** The backend of one list, as the sync uses it, and the connection to it (spec section 7, architecture section 4). */
import type { Cursors, PushGroup } from '#core/sync/sync-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { TableName } from '#core/list/row.ts';
import type { Result } from '#core/result.ts';

/** The most rows a hosted backend returns in one page (product Y5). */
export const HOSTED_PAGE_ROWS = 1000;

export type BackendFailure =
  /** Worth a retry: no network, a timeout (10 s), 408, 425, 429, 5xx, or an expired token that could not be renewed (product Y4). */
  | {
      readonly type: 'transient';
      /** The time in milliseconds that the backend asked to wait; left out if it did not. */
      readonly retryAfterMs?: number;
      /** The backend did not finish in time, so fewer rows may help. */
      readonly isTooSlow?: boolean;
      /** This request got a 4xx, or an error of the backend itself, as its code shows. Others may still be answered. */
      readonly mayAnswerOthers?: boolean;
      /** The message of a 4xx that may be a gateway's, which refuses every request, or a refusal of this data. */
      readonly suspectedRefusal?: string;
    }
  /** The session is over because the refresh token was refused. The user has to sign in again. */
  | { readonly type: 'signed-out' }
  /** The account is not a member of the list anymore (product H6). */
  | { readonly type: 'not-a-member' }
  /** A retry would be refused again: any other 4xx (product Y4). The message is the backend's. */
  | {
      readonly type: 'refused';
      readonly message: string;
      /** The account has no space left, so the whole group is refused and bisecting it would not help. */
      readonly isAccountFull?: boolean;
    };

/** Rows of one table, lowest version first. */
export type Page = {
  readonly rows: readonly VersionedRow[];
  /** Whether there may be more: the page was full. */
  readonly isFull: boolean;
};

/** The first page of several tables. */
export type Pages = Readonly<Partial<Record<TableName, Page>>>;

export type Backend = {
  /** Creates the list if the backend does not have it yet. Other requests for the list have to wait until then. */
  readonly createIfNew: () => Promise<Result<null, BackendFailure>>;
  /**
   * Sends one group as one upsert.
   * @returns the rows as they are on the backend now; fewer than were sent if it skipped replays
   */
  readonly push: (group: PushGroup) => Promise<Result<readonly VersionedRow[], BackendFailure>>;
  /** Pulls up to a page of a table's rows above a version, in order of version. Cursor 0 pulls all rows. */
  readonly pull: (table: TableName, cursor: number) => Promise<Result<Page, BackendFailure>>;
  /** Pulls the first page of several tables in one request. Tables that the answer lacks have to be pulled one by one. */
  readonly pullAll: (cursors: Partial<Cursors>) => Promise<Result<Pages, BackendFailure>>;
  /** Asks whether the backend answers POSTs now, because a push is one. A gateway may answer only GETs. */
  readonly answersPosts: () => Promise<boolean>;
  /** Inserts the profile and the default categories if an interrupted sign-up left them out (spec section 8). */
  readonly provisionDefaults: () => Promise<Result<null, BackendFailure>>;
  /** Writes `device_info` and `last_sync_at` (product Y11). */
  readonly reportSync: (isoNow: string) => Promise<Result<null, BackendFailure>>;
};

/** What a realtime subscription reports. */
export type ChangeEvent =
  /** These rows changed; they are complete. */
  | { readonly type: 'rows'; readonly rows: readonly VersionedRow[] }
  /** Something changed, but the event does not carry the whole row: pull it. */
  | { readonly type: 'resync' }
  /** The subscription is active: every change from here on is reported. Pull what changed before. */
  | { readonly type: 'live' }
  /** A channel was lost: changes may go unreported until the next 'live'. */
  | { readonly type: 'down' };

export type Realtime = {
  /** Subscribes to the changes of the list's tables (spec section 7, Realtime). @returns a function that unsubscribes */
  readonly subscribe: (onEvent: (event: ChangeEvent) => void) => () => void;
};

export type Presence = {
  /**
   * Reports the other users who have the list open in an app that is visible, on any device: at once, and whenever this
   * changes. Without a connection or on a backend without presence, no other user is reported. While there is a
   * subscriber and this app is visible, this user is reported to the others.
   * @param onChange receives the ids of the users in ascending order. Any member can report any id, so ignore unknown ones
   * @returns a function that unsubscribes
   */
  readonly subscribe: (onChange: (userIds: readonly string[]) => void) => () => void;
};

/** Whether the app is online, as far as it can tell (product Y6). */
export type Connection = {
  readonly isOnline: () => boolean;
  readonly onChange: (callback: () => void) => () => void;
};

/** Failures that users do not see (spec section 8, 'only logged'). */
export type LogEvent = 'sync failed' | 'profile not created' | 'default categories not created';

/**
 * Logs a failure that the app does not show.
 * @param code identifies the failure, such as `42501` or `transient`; never a name, an address or a row
 */
export type Log = (event: LogEvent, code: string) => void;
