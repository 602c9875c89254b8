/** Records what a user wrote. After syncing, every device must show these values, unless another user overwrote them. */
import { rowKey, type Diff } from '#core/diff/diff.ts';

/** The last written value as JSON, by `table/row/field`. */
export type WrittenValues = ReadonlyMap<string, string>;

export function createWriteLog() {
  const written = new Map<string, string>();
  return {
    record(diff: Diff): void {
      for (const row of diff.filter(({ table }) => table === 'items' || table === 'categories')) {
        for (const [field, value] of Object.entries(row.after)) {
          written.set(`${rowKey(row)}/${field}`, JSON.stringify(value));
        }
      }
    },
    writtenValues: (): WrittenValues => written,
  };
}
