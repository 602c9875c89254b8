/** An import whose effect nobody names. */
import './prints.ts';

export const weight = 1;
