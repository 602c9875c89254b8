/** Something untyped leaks in. */
import type { Basket } from './basket.ts';

export const readBasket = (words: string): Basket => JSON.parse(words);
