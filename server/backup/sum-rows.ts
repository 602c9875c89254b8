/** Counts the rows of a table and computes a checksum that does not depend on their order. */
import { createHash } from 'node:crypto';

export type RowSum = {
  readonly add: (row: string) => void;
  readonly read: () => { readonly rows: number; readonly sum: string };
};

/** Adds the SHA-256 hashes of all rows, because Postgres returns rows in any order and sorting is slow. */
export function createRowSum(): RowSum {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      rows += 1;
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`));
    },
    read: () => ({ rows, sum: sum.toString(16) }),
  };
}
