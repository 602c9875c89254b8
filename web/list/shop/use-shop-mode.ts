/** Shop mode and what it keeps for a trip: where Undo stops, and the screen on (product L14, D7). */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Launch } from '#core/start/read-start.ts';
import { useApp, usePreferences } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';

/**
 * The last step before Shop mode was opened; null while it is off. Shop mode keeps the screen on unless the setting is off (product D7). It
 * is on again after the phone has closed the page in the pocket of the shopper (product L14).
 */
export function useShopMode({ action }: Launch): readonly [string | null, (isShopping: boolean) => void] {
  const { deviceFeatures, shopMode } = useApp();
  const { store, ref, trip } = useShownList();
  const { listId } = ref;
  const { keepsAwake } = usePreferences();
  const [tripStart, setTripStart] = useState(() =>
    action === null || action === 'shop' ? (shopMode.read(listId) ?? (action && store.lastStep())) : null,
  );
  const [lastStart, setLastStart] = useState(tripStart);
  const isShopping = tripStart !== null;
  useEffect(() => {
    if (tripStart !== null) shopMode.write(listId, tripStart);
  }, [shopMode, listId, tripStart]);
  useEffect(() => {
    deviceFeatures.keepAwake(isShopping && keepsAwake);
    return () => deviceFeatures.keepAwake(false);
  }, [deviceFeatures, keepsAwake, isShopping]);
  // A trip begins at the first category, wherever the list was scrolled to.
  useLayoutEffect(() => {
    if (isShopping) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [isShopping]);
  const set = (next: boolean): void => {
    if (!next) shopMode.clear();
    setLastStart(tripStart);
    // Leaving to look something up does not end the trip, nor what Undo takes back.
    const known = trip.loaded()?.isUnderWay() === true ? lastStart : null;
    setTripStart(next ? (known ?? store.lastStep()) : null);
  };
  return [tripStart, set];
}
