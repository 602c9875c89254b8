/** A switch that forgets a case. */
import type { Ripeness } from './basket.ts';

export function ripenessToWord(ripeness: Ripeness): string {
  switch (ripeness) {
    case 'green':
      return 'wait';
    case 'ripe':
      return 'eat';
  }
  return '';
}
