/** A promise where a plain answer is wanted. */
import type { CartPort } from './cart.ts';

export const keepAll = (port: CartPort, weights: readonly number[]): void =>
  weights.forEach(async (weight) => port.keep({ weight, full: false }));
