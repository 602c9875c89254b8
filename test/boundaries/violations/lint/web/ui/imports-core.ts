/** A part without groceries knows groceries. */
import type { Basket } from '#core/basket.ts';

export type BasketPartProps = { readonly basket: Basket };
