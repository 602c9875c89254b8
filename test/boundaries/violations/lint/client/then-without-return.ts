/** A chain that drops its value. */
import { fillCart, type CartPort } from './cart.ts';

export const fill = async (port: CartPort, tell: (words: string) => void): Promise<void> =>
  fillCart(port, { weight: 0, full: false }, 0)
    .then(() => {
      tell('kept');
    })
    .then(() => tell('done'));
