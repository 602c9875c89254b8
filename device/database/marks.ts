/** What the row stores note beside a row: when it was written here, and as which version of the backend's. */
import type { Row } from '#core/list/row.ts';
import type { Marks, MetaValue } from './schema.ts';
import { META } from './schema.ts';

type MetaStore = {
  readonly get: (key: string) => Promise<MetaValue | undefined>;
  readonly put: (value: MetaValue, key: string) => Promise<unknown>;
};

/** Takes the next stamp: other tabs read what is above the one they know. */
export async function nextStamp(meta: MetaStore): Promise<number> {
  const latest = await meta.get(META.stamp);
  const stamp = (typeof latest === 'number' ? latest : 0) + 1;
  await meta.put(stamp, META.stamp);
  return stamp;
}

/** A row with its marks, as it is stored. */
export const withMarks = <R>(row: Row<R>, marks: Marks): Row<R> & Marks => Object.assign({}, row, marks);

/** A row as the list knows it. */
export function withoutMarks<R>(stored: Row<R>): Row<R> {
  const row = withMarks(stored, {});
  delete row.stamp;
  delete row.version;
  return row;
}
