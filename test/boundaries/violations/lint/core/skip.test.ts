/** A test that is switched off. */
import { expect, it } from 'vitest';

it.skip('is slow', () => {
  expect(1).toBe(1);
});
