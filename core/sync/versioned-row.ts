/** A row of the backend, with the list's version at which it was last written (product Y5). */
import type { Row, TableName, Tables } from '#core/list/row.ts';

export type VersionedRow<T extends TableName = TableName> = {
  readonly [P in T]: {
    readonly table: P;
    readonly row: Row<Tables[P]>;
    /** Grows in the order of commits over all tables of the list. */
    readonly version: number;
    /** The sync device that wrote it last; null if another client wrote it. */
    readonly deviceId: string | null;
  };
}[T];
