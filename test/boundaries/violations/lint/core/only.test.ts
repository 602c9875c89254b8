/** A test that silences the others. */
import { expect, it } from 'vitest';

it.only('is alone', () => {
  expect(1).toBe(1);
});
