/** Tests may import what tests share, and assert through a helper. */
import { expect, test } from 'vitest';
import { fullBasket } from '#core/testing/full-basket.ts';
import { fillCart } from './cart.ts';

const expectWeight = async (weight: number): Promise<void> => {
  const filled = await fillCart({ keep: async () => Promise.resolve() }, fullBasket, weight - fullBasket.weight);
  expect(filled.weight).toBe(weight);
};

test('fills the cart', async () => {
  await expectWeight(12);
});
