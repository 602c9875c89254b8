/** Counts the rows of a table, and gives a checksum that is the same in whatever order they come. */
import { createHash } from 'node:crypto';

export type RowSum = {
  readonly add: (row: string) => void;
  readonly read: () => { readonly rows: number; readonly sum: string };
};

/** The sum of the hashes of all rows (SHA-256): Postgres promises no order, and sorting would cost. */
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
