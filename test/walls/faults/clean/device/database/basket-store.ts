/** The disk's one door. */
import { openDB } from 'idb';
import type { Basket } from '#core/basket.ts';

export async function keepBasket(basket: Basket): Promise<void> {
  const database = await openDB('baskets');
  await database.put('baskets', basket);
}
