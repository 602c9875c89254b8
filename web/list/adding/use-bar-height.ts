/** Tells the style sheet how much room the bar at the bottom takes. */
import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Keeps `--adder-height`, in pixels, at the most the bar took since it has this width: what it says and then no longer
 * says moves nothing, and the whole page is not laid out anew for each item that is added.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = bar.current;
    if (target === null) return undefined;
    const { style } = document.documentElement;
    let most = { width: 0, height: 0 };
    const observer = new ResizeObserver(() => {
      const { offsetWidth: width, offsetHeight: height } = target;
      if (width === most.width && height <= most.height) return;
      most = { width, height };
      style.setProperty('--adder-height', `${height}px`);
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
      style.removeProperty('--adder-height');
    };
  }, [bar]);
}
