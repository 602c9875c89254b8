/** A row of the table that each benchmark prints, and that `npm run bench:check` compares with the committed ones. */

export type Row = {
  /** As it stands in bench/RESULTS.md and bench/results.json. */
  readonly name: string;
  /** Median of ours, in the unit. */
  readonly ours: number;
  /** Median of the reference in the same run; null where the row is a plain figure, such as bytes. */
  readonly reference: number | null;
  readonly unit: 'ms' | 'ms of CPU' | 'per second' | 'kB' | 'MB' | 'requests' | 'exponent';
  /** What is compared: ours in reference's measure (worse is larger, also for rates), or ours where there is no reference. */
  readonly figure: number;
  /** The limit of the figure; null where there is none. */
  readonly reach: number | null;
};

type Measured = Omit<Row, 'figure' | 'reference'> & {
  readonly reference?: number;
  /** More of it is better: the figure is then the reference's rate in ours. */
  readonly isRate?: boolean;
};

/** Gives the row with its figure. */
export function toRow({ isRate = false, reference, ...measured }: Measured): Row {
  const { ours } = measured;
  if (reference === undefined) return { ...measured, reference: null, figure: ours };
  return { ...measured, reference, figure: isRate ? reference / ours : ours / reference };
}

/**
 * Prints the rows: one table, or with `--json` one JSON object of rows by name.
 * @throws where there are none: whoever asked for a row alone has mistaken its name
 */
export function reportRows(rows: readonly Row[], isJson: boolean): void {
  if (rows.length === 0) throw new Error('No row is called so.');
  const byName = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
  if (isJson) console.log(JSON.stringify(byName));
  else console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, toShown(row)])));
}

const toShown = ({ ours, reference, unit, figure, reach }: Omit<Row, 'name'>) => ({
  ours: short(ours),
  reference: reference === null ? '' : short(reference),
  unit,
  figure: short(figure),
  reach: reach ?? '',
  reached: reach === null ? '' : figure <= reach,
});

const short = (value: number): number => Number(value.toPrecision(3));
