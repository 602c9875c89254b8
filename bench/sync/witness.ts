/** Remembers what a shopper wrote: what the sync must bring everywhere, or somebody else wrote over it. */
import type { Diff } from '#core/diff/diff.ts';

/** By table, row and field: the value that this shopper gave it last, as JSON. */
export type Testimony = ReadonlyMap<string, string>;

export function createWitness() {
  const written = new Map<string, string>();
  return {
    see({ items, categories }: Diff): void {
      for (const [table, rows] of Object.entries({ items, categories })) {
        for (const { id, after } of rows) {
          for (const [field, value] of Object.entries(after)) {
            written.set(`${table}/${id}/${field}`, JSON.stringify(value));
          }
        }
      }
    },
    testify: (): Testimony => written,
  };
}
