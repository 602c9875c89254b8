/** The rows of the table that each benchmark prints, and that `npm run bench:check` compares with the recorded ones. */

export type Row = {
  /** The name in bench/RESULTS.md and bench/results.json. */
  readonly name: string;
  /** Median of our program, in `unit`. */
  readonly ours: number;
  /** Median of the reference in the same run; null if the row has no reference, such as bytes. */
  readonly reference: number | null;
  readonly unit: 'ms' | 'ms of CPU' | 'per second' | 'kB' | 'MB' | 'requests' | 'exponent';
  /** The value to compare, larger is worse: the ratio to the reference, or `ours` without a reference. */
  readonly figure: number;
  /** The limit of `figure`; null if it has none. */
  readonly limit: number | null;
};

type Measured = Omit<Row, 'figure' | 'reference'> & {
  readonly reference?: number;
  /** Larger is better: the ratio is then inverted. */
  readonly isRate?: boolean;
};

/** Returns the row with its figure. */
export function toRow({ isRate = false, reference, ...measured }: Measured): Row {
  const { ours } = measured;
  if (reference === undefined) return { ...measured, reference: null, figure: ours };
  return { ...measured, reference, figure: isRate ? reference / ours : ours / reference };
}

/**
 * Prints the rows as a table, or as one JSON object of rows by name.
 * @throws if there are no rows, because `--only` matched no name
 */
export function reportRows(rows: readonly Row[], isJson: boolean): void {
  if (rows.length === 0) throw new Error('No row has this name.');
  const byName = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
  if (isJson) console.log(JSON.stringify(byName));
  else console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, toShown(row)])));
}

const toShown = ({ ours, reference, unit, figure, limit }: Omit<Row, 'name'>) => ({
  ours: short(ours),
  reference: reference === null ? '' : short(reference),
  unit,
  figure: short(figure),
  limit: limit ?? '',
  isWithin: limit === null ? '' : figure <= limit,
});

const short = (value: number): number => Number(value.toPrecision(3));

/** Returns the median; NaN for an empty list. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/**
 * Whether `--only` selects a part. The name of a row starts with the name of its part, so `--only` may be the name of a
 * part or a row, or the start of several.
 */
export function isSelected(part: string, only: string | undefined): boolean {
  return only === undefined || part.startsWith(only) || only.startsWith(part);
}
