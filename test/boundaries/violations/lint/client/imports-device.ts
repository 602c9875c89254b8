/** The client looks up at the device. */
import { createBrowserCart } from '#device/browser-cart.ts';

export const cart = createBrowserCart;
