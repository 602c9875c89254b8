/** A promise that is never awaited. */
import { fillCart, type CartPort } from './cart.ts';

export function fill(port: CartPort): void {
  fillCart(port, { weight: 0, full: false }, 0);
}
