/** A port, fulfilled by the browser. */
import type { CartPort } from '#client/cart.ts';
import { keepBasket } from '#device/database/basket-store.ts';

export const createBrowserCart = (): CartPort => ({ keep: keepBasket });
