/** Whether a row has got worse than it was: beyond what its figure differs by from one run to the next. */
import { median } from '#bench/median.ts';

/** A row as it is committed: the median of several runs, the best and the worst of them. Smaller is better. */
export type Kept = { readonly figure: number; readonly low: number; readonly high: number };

export type Comparison = Kept & {
  readonly verdict: 'same' | 'worse' | 'better';
  /** What a figure may differ by: the spread of the committed runs, and that of these. */
  readonly noise: number;
};

/** What several runs of a row come to, in as many digits as are kept. */
export function keepFigures(figures: readonly number[]): Kept {
  return {
    figure: shorten(median(figures)),
    low: shorten(Math.min(...figures)),
    high: shorten(Math.max(...figures)),
  };
}

const shorten = (figure: number): number => Number(figure.toPrecision(4));

/** Compares the figures of some runs with what was committed. */
export function compareRow(kept: Kept, figures: readonly number[]): Comparison {
  const now = keepFigures(figures);
  const noise = shorten(kept.high - kept.low + (now.high - now.low));
  const loss = shorten(now.figure - kept.figure);
  if (loss > noise) return { ...now, noise, verdict: 'worse' };
  return { ...now, noise, verdict: -loss > noise ? 'better' : 'same' };
}

export type Told = { readonly isLost: boolean; readonly line: string | null };

/** What is to be said of a row; either side may not have it. */
export function tellRow(name: string, kept: Kept | undefined, figures: readonly number[] | undefined): Told {
  if (figures === undefined) return { isLost: false, line: `Gone: ${name} is committed, and was not printed.` };
  if (kept === undefined) return { isLost: false, line: `New: ${name} is not committed.` };
  const { verdict, figure, noise } = compareRow(kept, figures);
  if (verdict === 'same') return { isLost: false, line: null };
  const isLost = verdict === 'worse';
  const was = `committed is ${kept.figure} (${kept.low} to ${kept.high})`;
  return { isLost, line: `${isLost ? 'LOST' : 'Better'}: ${name} is ${figure}; ${was}, the noise ${noise}.` };
}
