/** What tests of several floors share. */
import type { Basket } from '#core/basket.ts';

export const fullBasket: Basket = { weight: 9, full: true };
