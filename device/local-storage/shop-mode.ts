/** Which list is in Shop mode. Phones close pages that are off the screen, so Shop mode must survive that (product L14). */
import type { Clock } from '#client/ports/clock.ts';
import type { ShopModeStorage } from '#client/ports/user-storage.ts';
import { TRIP_MS } from '#core/trip/trip.ts';
import { readValue, removeValue, SHOP_MODE_KEY, writeValue } from './local-storage.ts';

/** @param onChange called after each change */
export function createShopModeStorage({ now }: Pick<Clock, 'now'>, onChange: () => void): ShopModeStorage {
  return {
    isOn(listId) {
      const [since, shownId] = (readValue(SHOP_MODE_KEY) ?? '').split(' ');
      // A clock that was set back proves nothing.
      return shownId === listId && Math.abs(now() - Number(since)) < TRIP_MS;
    },
    write(listId) {
      if (listId === null) removeValue(SHOP_MODE_KEY);
      else writeValue(SHOP_MODE_KEY, `${now()} ${listId}`);
      onChange();
    },
  };
}
