/** The app plugs in the world by itself. */
import { createBrowserCart } from '#device/browser-cart.ts';

export const cart = createBrowserCart();
