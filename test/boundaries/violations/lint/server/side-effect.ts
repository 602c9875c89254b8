/** An import for its side effect. */
import './prints.ts';

export const weight = 1;
