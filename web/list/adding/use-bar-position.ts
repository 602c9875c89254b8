/** Positions the add bar: reports its height to the style sheet and keeps it above the on-screen keyboard. */
import { useEffect } from 'react';
import type { RefObject } from 'react';

export function useBarPosition(bar: RefObject<HTMLElement | null>): void {
  useReservedHeight(bar);
  useKeyboardInset(bar);
}

/**
 * Sets `--adder-height`, in pixels, to the greatest height of the bar at its current width. The list does not move when
 * the bar becomes lower again, and the page is not laid out again for each added item.
 */
function useReservedHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = bar.current;
    if (target === null) return undefined;
    const { style } = document.documentElement;
    let greatest = { width: 0, height: 0 };
    const observer = new ResizeObserver(() => {
      const { offsetWidth: width, offsetHeight: height } = target;
      if (width === greatest.width && height <= greatest.height) return;
      greatest = { width, height };
      style.setProperty('--adder-height', `${height}px`);
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
      style.removeProperty('--adder-height');
    };
  }, [bar]);
}

/** Sets `--keyboard`: how many pixels of the page the on-screen keyboard covers. iOS does not resize the page for it. */
function useKeyboardInset(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const update = (): void => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      // When the page is zoomed in, the difference is not the keyboard.
      bar.current?.style.setProperty('--keyboard', `${viewport.scale > 1.01 ? 0 : covered}px`);
    };
    const controller = new AbortController();
    viewport.addEventListener('resize', update, { signal: controller.signal });
    viewport.addEventListener('scroll', update, { signal: controller.signal });
    return () => controller.abort();
  }, [bar]);
}
