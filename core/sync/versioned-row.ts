/** A row as the backend has it, with the account's version at which it was last written (product Y5). */
import type { Row, TableName, Tables } from '#core/list/row.ts';

export type VersionedRow<T extends TableName = TableName> = {
  readonly [P in T]: {
    readonly table: P;
    readonly row: Row<Tables[P]>;
    /** Grows in the order of commits over all tables of the account. */
    readonly version: number;
    /** The sync device that wrote it last; null when it was no device of ours. */
    readonly deviceId: string | null;
  };
}[T];
