/** A test that cannot fail. */
import { it } from 'vitest';
import { addWeight } from './basket.ts';

it('adds', () => {
  addWeight({ weight: 1, full: false }, 2);
});
