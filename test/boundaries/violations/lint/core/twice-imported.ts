/** Two lines for one file. */
import { addWeight } from './basket.ts';
import { ripenessToOrder } from './basket.ts';

export const both = [addWeight, ripenessToOrder];
