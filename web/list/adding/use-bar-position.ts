/** Positions the add bar: reports its height to the style sheet and keeps it above the on-screen keyboard. */
import { useEffect, type RefObject } from 'react';
import { isTextField } from '#web/list/keyboard/add-field.ts';

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

/**
 * Sets `--keyboard` while a field has the focus. Browsers report a closed keyboard late, before the new sizes are known, or not at all, so
 * that the visual viewport's events alone would leave a gap below the bar.
 */
function useKeyboardInset(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    let shown = 0;
    const update = (): void => {
      const covered = isTextField(document.activeElement) ? coveredHeight(window, viewport) : 0;
      // Most taps move the focus and change nothing here.
      if (covered === shown) return;
      shown = covered;
      bar.current?.style.setProperty('--keyboard', `${covered}px`);
    };
    const controller = new AbortController();
    for (const [target, types] of [
      [viewport, ['resize', 'scroll']],
      [window, ['resize', 'focusin', 'focusout', 'pageshow']],
    ] as const) {
      // A frame later, the sizes belong together, and a moved focus has arrived.
      for (const type of types) target.addEventListener(type, () => requestAnimationFrame(update), controller);
    }
    return () => controller.abort();
  }, [bar]);
}

type PageSize = Pick<Window, 'innerWidth' | 'innerHeight'>;
type VisibleArea = Pick<VisualViewport, 'width' | 'height' | 'offsetTop' | 'scale'>;

/**
 * The height of the page, in pixels, that the on-screen keyboard covers. iOS does not resize the page for it.
 * @returns 0 while the page is zoomed, because the difference is then not the keyboard
 */
export function coveredHeight({ innerWidth, innerHeight }: PageSize, visible: VisibleArea): number {
  if (Math.abs(visible.scale - 1) > 0.01) return 0;
  // While anything is wider than the screen, Chromium reports the size of the page as if it were zoomed out.
  const pageHeight = innerHeight * Math.min(1, visible.width / innerWidth);
  return Math.max(0, Math.floor(pageHeight - visible.height - visible.offsetTop));
}
