/** The server, as the simulation uses it: the calls of a device, and inspection and switches for tests. */
import type { Result } from '#core/result.ts';
import type { PushGroup } from '#core/sync/sync-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { TableName } from '#core/list/row.ts';
import type { BackendFailure, Page } from '#client/ports/backend.ts';

type Answer<T> = Promise<Result<T, BackendFailure>>;

export type Server = {
  /** @param reserved the result of `reserve` for this request */
  readonly push: (group: PushGroup, reserved: Reservation) => Answer<readonly VersionedRow[]>;
  readonly pull: (table: TableName, cursor: number) => Answer<Page>;
  /** Starts a slow transaction: without the account's lock, it reserves its versions now and commits later. */
  readonly reserve: (group: PushGroup) => Reservation;
  /** The current rows with an id, as a change event carries them. */
  readonly read: (table: TableName, id: string) => Promise<readonly VersionedRow[]>;
  /** Switches between accepting and refusing groups with the marked row. */
  readonly toggleRefusal: () => void;
  /** Each row of the account as one string, in order. */
  readonly rows: () => Promise<readonly string[]>;
};

export type Reservation = readonly number[] | null;

/** The server refuses groups with rows whose ids start with this until a test switches to accepting them. */
export const MARKED_ID = 'marked';
/** A gateway refuses groups with this row, with an answer that does not say whether the data is the reason. */
export const GATEWAY_ID = `${MARKED_ID}-by-gateway`;

export const isMarked = (id: string): boolean => id.startsWith(MARKED_ID);

/** Why the server does not accept a group; null if it does. */
export function refusalOf({ patches }: PushGroup): BackendFailure | null {
  const marked = patches.map(({ patch }) => patch.id).filter(isMarked);
  const message = 'The row is marked.';
  if (marked.includes(GATEWAY_ID)) return { type: 'transient', mayAnswerOthers: true, suspectedRefusal: message };
  return marked.length > 0 ? { type: 'refused', message } : null;
}

/** A row as a string for comparison, with its fields in a fixed order. The device leaves out fields that are null. */
export const describeRow = (table: TableName, row: { readonly id: string }): string =>
  `${table} ${JSON.stringify(
    Object.entries<unknown>({ ...row })
      .filter(([, value]) => value !== null)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )}`;

/** Whether a row's string is that of a live row. */
export const isLive = (row: string): boolean => !row.includes('["deleted",true]');
