/** A switch whose default hides a case. */
import type { Ripeness } from './basket.ts';

export function ripenessToWord(ripeness: Ripeness): string {
  switch (ripeness) {
    case 'green':
      return 'wait';
    default:
      return 'eat';
  }
}
