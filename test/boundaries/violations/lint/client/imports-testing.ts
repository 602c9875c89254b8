/** The client lives on what only tests share. */
import { fullBasket } from '#core/testing/full-basket.ts';

export const basket = fullBasket;
