/** Decides whether a benchmark row became worse by more than the difference between two runs. */
import { median } from '#bench/row.ts';

/** A recorded row: the median of several runs, and the best and the worst of them. Smaller is better. */
export type Recorded = { readonly figure: number; readonly low: number; readonly high: number };

export type Comparison = Recorded & {
  readonly verdict: 'same' | 'worse' | 'better';
  /** The difference that two runs may show: the spread of the recorded runs plus the spread of the new ones. */
  readonly noise: number;
};

/** Summarizes several runs of a row, with the number of digits that the file has. */
export function summarizeRuns(figures: readonly number[]): Recorded {
  return {
    figure: shorten(median(figures)),
    low: shorten(Math.min(...figures)),
    high: shorten(Math.max(...figures)),
  };
}

const shorten = (figure: number): number => Number(figure.toPrecision(4));

/** Compares the figures of new runs with the recorded row. */
export function compareRow(recorded: Recorded, figures: readonly number[]): Comparison {
  const now = summarizeRuns(figures);
  const noise = shorten(recorded.high - recorded.low + (now.high - now.low));
  const loss = shorten(now.figure - recorded.figure);
  if (loss > noise) return { ...now, noise, verdict: 'worse' };
  return { ...now, noise, verdict: -loss > noise ? 'better' : 'same' };
}

export type Described = { readonly isWorse: boolean; readonly line: string | null };

/** Describes the result of a comparison in one line, or null if nothing changed. Either side may lack the row. */
export function describeComparison(
  name: string,
  recorded: Recorded | undefined,
  figures: readonly number[] | undefined,
): Described {
  if (figures === undefined) return { isWorse: false, line: `Missing: ${name} is recorded, but was not printed.` };
  if (recorded === undefined) return { isWorse: false, line: `New: ${name} is not recorded.` };
  const { verdict, figure, noise } = compareRow(recorded, figures);
  if (verdict === 'same') return { isWorse: false, line: null };
  const isWorse = verdict === 'worse';
  const was = `recorded is ${recorded.figure} (${recorded.low} to ${recorded.high})`;
  return { isWorse, line: `${isWorse ? 'Worse' : 'Better'}: ${name} is ${figure}; ${was}, the noise is ${noise}.` };
}
