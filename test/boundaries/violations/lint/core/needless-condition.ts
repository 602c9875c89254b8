/** A question whose answer is known. */
import type { Basket } from './basket.ts';

export const weightOf = (basket: Basket): number => basket?.weight;
