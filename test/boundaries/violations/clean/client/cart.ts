/** The client speaks through ports. */
import { addWeight, type Basket } from '#core/basket.ts';

export type CartPort = { readonly keep: (basket: Basket) => Promise<void> };

export async function fillCart(port: CartPort, basket: Basket, now: number): Promise<Basket> {
  const filled = addWeight(basket, now);
  await port.keep(filled);
  return filled;
}
