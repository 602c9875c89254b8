/** Records what a user wrote. After syncing, every device must show these values, unless another user overwrote them. */
import type { Diff } from '#core/diff/diff.ts';

/** The last written value as JSON, by `table/row/field`. */
export type WrittenValues = ReadonlyMap<string, string>;

export function createWriteLog() {
  const written = new Map<string, string>();
  return {
    record({ items, categories }: Diff): void {
      for (const [table, rows] of Object.entries({ items, categories })) {
        for (const { id, after } of rows) {
          for (const [field, value] of Object.entries(after)) {
            written.set(`${table}/${id}/${field}`, JSON.stringify(value));
          }
        }
      }
    },
    writtenValues: (): WrittenValues => written,
  };
}
