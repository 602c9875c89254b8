/** Whether something presses the screen just now. Comes a moment after the list: before that nothing collapses. */
import { useEffect } from 'react';
import { useShopper } from '#web/shopper/shopper-context.ts';

/** Tells the collapse when a finger or mouse button is down anywhere: rows must not move under it (product L6). */
export function usePointerWatch(): void {
  const { collapse } = useShopper();
  useEffect(() => {
    // One finger may leave while another is still down.
    const down = new Set<number>();
    const tell = (): void => collapse.setPointerDown(down.size > 0);
    const press = ({ pointerId, isPrimary }: PointerEvent): void => {
      // A first finger: whatever was not seen to leave has left.
      if (isPrimary) down.clear();
      down.add(pointerId);
      tell();
    };
    const release = ({ pointerId }: PointerEvent): void => {
      down.delete(pointerId);
      tell();
    };
    const leave = (): void => {
      down.clear();
      tell();
    };
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    // Not captured: a press also takes the focus from a control, and only the window's own blur ends it.
    window.addEventListener('blur', leave, { signal: controller.signal });
    return () => controller.abort();
  }, [collapse]);
}
