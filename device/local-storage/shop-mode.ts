/** Which list is in Shop mode, and since which step. Phones close pages that are off the screen, so Shop mode must survive that (product L14). */
import type { Clock } from '#client/ports/clock.ts';
import type { ShopModeStorage } from '#client/ports/local-storage.ts';
import { TRIP_MS } from '#core/trip/trip-time.ts';
import { readValue, removeValue, SHOP_MODE_KEY, writeValue } from './local-storage.ts';

/** @param onChange called after each change */
export function createShopModeStorage({ now }: Pick<Clock, 'now'>, onChange: () => void): ShopModeStorage {
  return {
    read(listId) {
      // Earlier versions wrote no step.
      const [since, shownId, lastStep = ''] = (readValue(SHOP_MODE_KEY) ?? '').split(' ');
      // A clock that was set back proves nothing.
      return shownId === listId && Math.abs(now() - Number(since)) < TRIP_MS ? lastStep : null;
    },
    write(listId, lastStep) {
      writeValue(SHOP_MODE_KEY, `${now()} ${listId} ${lastStep}`);
      onChange();
    },
    clear() {
      removeValue(SHOP_MODE_KEY);
      onChange();
    },
  };
}
