/** An unexplained cast. */
import type { Ripeness } from './basket.ts';

export const wordToRipeness = (word: string): Ripeness => word as Ripeness;
