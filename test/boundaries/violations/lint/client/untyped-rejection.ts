/** A rejection that may be anything, taken for anything. */
import { fillCart, type CartPort } from './cart.ts';

export const fill = async (port: CartPort, tell: (failure: unknown) => void): Promise<unknown> =>
  fillCart(port, { weight: 0, full: false }, 0).catch((failure) => tell(failure));
