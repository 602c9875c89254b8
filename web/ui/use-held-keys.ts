/** Lets a held Enter key press only the control on which it went down (product D4). */
import { useLayoutEffect } from 'react';

/**
 * A held Enter key repeats, and each repeat presses what has the focus now: the main button of a dialog that the first press opened, or
 * the control that took the place of a disabled one.
 */
export function useHeldKeyGuard(): void {
  useLayoutEffect(() => {
    let pressed: EventTarget | null = null;
    const guard = (event: KeyboardEvent): void => {
      if (!event.repeat) pressed = event.target;
      else if (event.key === 'Enter' && event.target !== pressed) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener('keydown', guard, { capture: true });
    return () => window.removeEventListener('keydown', guard, { capture: true });
  }, []);
}
