/** The disk's one door. */
import type { Basket } from '#core/basket.ts';

export const keepBasket = (basket: Basket): Promise<void> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('baskets');
    opening.addEventListener('success', () => {
      const tx = opening.result.transaction('baskets', 'readwrite');
      tx.objectStore('baskets').put(basket);
      tx.addEventListener('complete', () => resolve());
    });
  });
