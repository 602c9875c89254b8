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
    /** Of an item, on a backend with shared lists. */
    readonly people?: ItemPeople;
  };
}[T];
