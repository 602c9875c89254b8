/** A row of the backend, with the list's version at which it was last written (product Y5). */
import type { Row, TableName, Tables } from '#core/list/row.ts';

/** Who added an item, and who ticked it last, as account ids. Null if it is not known or not ticked (product H8). */
export type ItemPeople = { readonly addedBy: string | null; readonly tickedBy: string | null };

export type VersionedRow<T extends TableName = TableName> = {
  readonly [P in T]: {
    readonly table: P;
    readonly row: Row<Tables[P]>;
    /** Grows in the order of commits over all tables of the list. */
    readonly version: number;
    /** The sync device that wrote it last; null if another client wrote it. */
    readonly deviceId: string | null;
    /** The number under which that device sent it, if the backend stores it. */
    readonly deviceSeq?: number;
    /** Of an item, on a backend with shared lists. */
    readonly people?: ItemPeople;
  };
}[T];

/** The lowest version that a device assigns: milliseconds since 1970, in 2001. */
export const FIRST_CLOCK_VERSION = 1e12;
/** Above the clock for 3,000 years, and below the versions after a restore, which are microseconds (server/backup/restore-backup.ts). */
const CLOCK_VERSIONS_END = 1e14;

/** Whether a device assigned this version from its clock. */
export const isClockVersion = (version: number): boolean =>
  version >= FIRST_CLOCK_VERSION && version < CLOCK_VERSIONS_END;

/** Compares two versions: negative if the first is older. Version 0 is the oldest, then clock versions, then the backend's. */
export const compareVersions = (a: number, b: number): number => rank(a) - rank(b);

/** No list has this many writes between two versions of a row, and a restore moves its versions by the microseconds since the last one. */
const RESTORE_GAP = 1e8;

/** Whether the backend was restored from a backup between two versions of a row (server/backup/restore-backup.ts). */
export const isRestoredBetween = (stored: number | undefined, received: number): boolean =>
  stored !== undefined && received >= CLOCK_VERSIONS_END && received - stored > RESTORE_GAP;

/** Returns the newest of some versions. */
export const newestVersion = (first: number, ...others: readonly number[]): number =>
  others.reduce((newest, version) => (compareVersions(version, newest) > 0 ? version : newest), first);

/** Maps clock versions to numbers between 0 and 1, in the same order. */
const rank = (version: number): number => (isClockVersion(version) ? version / CLOCK_VERSIONS_END : version);
