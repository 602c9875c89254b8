/** A test of core that needs the client. */
import { expect, it } from 'vitest';
import { fillCart } from '#client/cart.ts';

it('fills', () => {
  expect(fillCart).toBeDefined();
});
