/** Metadata that the database stores with each row: the local sequence number, the backend's version, and an item's people. */
import type { Row } from '#core/list/row.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import { META, type RowMetadata, type Transaction } from './schema.ts';

/** Increments and returns the local sequence number. Other tabs read the rows above the number they know. */
export async function nextLocalSeq(tx: Transaction<'meta'>): Promise<number> {
  const meta = tx.objectStore('meta');
  const latest = await meta.get(META.localSeq);
  const localSeq = (typeof latest === 'number' ? latest : 0) + 1;
  await meta.put(localSeq, META.localSeq);
  return localSeq;
}

type Written = { readonly localSeq: number; readonly version?: number; readonly people?: ItemPeople | undefined };

/** A row with its metadata, as it is stored. */
export const withMetadata = <R>(row: Row<R>, { localSeq, version, people }: Written): Row<R> & RowMetadata => ({
  ...row,
  localSeq,
  ...(version !== undefined && { version }),
  ...(people !== undefined && { people }),
});

/** A stored row without its metadata. Not by deleting fields: objects with deleted fields take much more memory. */
export function withoutMetadata<R>(stored: Row<R>): Row<R> {
  const { localSeq: _localSeq, version: _version, people: _people, ...row }: Row<R> & RowMetadata = stored;
  // The compiler does not know that no row has fields with these names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return row as Row<R>;
}
