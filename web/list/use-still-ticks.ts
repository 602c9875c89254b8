/** A tick moves once. Comes a moment after the list. */
import { useEffect } from 'react';

/** Ends a row's freshness with its movement: what is moved, printed or hidden and comes back would play it again. */
export function useStillTicks(): void {
  useEffect(() => {
    const settle = ({ target }: AnimationEvent): void => {
      if (target instanceof Element) target.closest('[data-fresh]')?.removeAttribute('data-fresh');
    };
    window.addEventListener('animationend', settle);
    return () => window.removeEventListener('animationend', settle);
  }, []);
}
