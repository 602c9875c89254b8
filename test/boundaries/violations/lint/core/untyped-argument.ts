/** Something untyped is handed on. */
import { ripenessToOrder } from './basket.ts';

export const orderOf = (words: string): number => ripenessToOrder(JSON.parse(words));
