/** An import that hides its floor. */
import { fillCart } from '../client/cart.ts';

export const fill = fillCart;
