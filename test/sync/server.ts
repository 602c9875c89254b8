/** What the simulation needs of a server: the calls of a device, and what a test may look at or switch. */
import type { Result } from '#core/result.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { TableName } from '#core/list/row.ts';
import type { BackendFailure, Page } from '#client/ports/backend.ts';

type Answer<T> = Promise<Result<T, BackendFailure>>;

export type Server = {
  /** @param reserved what `reserve` gave for this very request */
  readonly push: (group: PushGroup, reserved: Reservation) => Answer<readonly VersionedRow[]>;
  readonly pull: (table: TableName, cursor: number) => Answer<Page>;
  /** A slow transaction begins: without the account's lock it takes its versions now, and is seen later. */
  readonly reserve: (group: PushGroup) => Reservation;
  /** The rows of this id as they are now, as they ring. */
  readonly look: (table: TableName, id: string) => Promise<readonly VersionedRow[]>;
  /** From now on it takes what it refused, or refuses what it took: groups that hold a row with the marked id. */
  readonly changeMind: () => void;
  /** Each row of the account as one text, in order. */
  readonly rows: () => Promise<readonly string[]>;
};

export type Reservation = readonly number[] | null;

/** A group that holds this row is refused, until the server changes its mind. */
export const MARKED_ID = 'marked';

export const isRefused = (group: PushGroup): boolean => group.patches.some(({ patch }) => patch.id === MARKED_ID);

/** How a refusal reads. */
export const REFUSAL = { type: 'refused', message: 'The row is marked.' } as const;

/** A row as text, to be compared: its fields in one order. */
export const describeRow = (table: TableName, row: { readonly id: string }): string =>
  `${table} ${JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;

/** Whether a row's text is that of a row that is not deleted. */
export const isLive = (row: string): boolean => !row.includes('["deleted",true]');
