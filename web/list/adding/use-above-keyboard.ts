/** Keeps a bar at the bottom above the on-screen keyboard, where the browser lays the keyboard over the page (iOS). */
import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Sets `--keyboard`, in pixels: how much of the page's bottom the keyboard covers. */
export function useAboveKeyboard(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const place = (): void => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      // A page that is zoomed in is not covered by anything.
      bar.current?.style.setProperty('--keyboard', `${viewport.scale > 1.01 ? 0 : covered}px`);
    };
    const controller = new AbortController();
    viewport.addEventListener('resize', place, { signal: controller.signal });
    viewport.addEventListener('scroll', place, { signal: controller.signal });
    return () => controller.abort();
  }, [bar]);
}
