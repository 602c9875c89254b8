/** Reports pointers that are down, scrolls and keys. Loads after the list; until then nothing collapses. */
import { useEffect } from 'react';
import { useShownList } from '#web/shown-list/shown-list.ts';

/** Rows must not move while a finger or mouse button is down anywhere (product L6). */
export function usePointerWatch(): void {
  const { collapse } = useShownList();
  useEffect(() => {
    // Several fingers may be down.
    const down = new Set<number>();
    // The browser cancels the pointer of a finger that scrolls; only touch events tell when it is lifted.
    let touches = 0;
    const report = (): void => collapse.setPointerDown(down.size + touches > 0);
    const touch = (event: TouchEvent): void => {
      touches = event.touches.length;
      report();
    };
    const press = ({ pointerId, isPrimary }: PointerEvent): void => {
      // A first finger means that no other one is down, even if its release was missed.
      if (isPrimary) down.clear();
      down.add(pointerId);
      report();
    };
    const release = ({ pointerId }: PointerEvent): void => {
      down.delete(pointerId);
      report();
    };
    const leave = (): void => {
      down.clear();
      touches = 0;
      report();
    };
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    for (const type of ['touchstart', 'touchend', 'touchcancel'] as const)
      window.addEventListener(type, touch, options);
    for (const type of ['scroll', 'keydown']) window.addEventListener(type, collapse.touch, options);
    // Not captured, because controls also lose the focus; only the window's blur ends a press.
    window.addEventListener('blur', leave, { signal: controller.signal });
    return () => controller.abort();
  }, [collapse]);
}
