/** A type imported as a value. */
import { Basket } from './basket.ts';

export type Pair = readonly [Basket, Basket];
