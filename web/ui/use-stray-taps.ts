/** Ignores the second tap of a double tap, which lands on what the first tap has opened (product L7). */
import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** A touch this soon, in milliseconds, was meant for what was there before: nobody reads and aims as fast. */
const TOO_SOON_MS = 300;

type StrayTapHandlers = {
  readonly onPointerDownCapture: (event: PointerEvent) => void;
  readonly onMouseDownCapture: (event: MouseEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
};

/**
 * Event handlers for an element that appears under the finger, such as a dialog.
 * @param content names what the element shows; other content counts as new
 */
export function useStrayTaps(content = ''): StrayTapHandlers {
  const shown = useRef({ content, at: 0 });
  const isStray = useRef(false);
  useEffect(() => {
    shown.current = { content, at: performance.now() };
  }, [content]);
  const ignore = (event: MouseEvent): void => {
    // An event without a count comes from a key or a screen reader.
    if (!isStray.current || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDownCapture({ pointerType }) {
      isStray.current = pointerType === 'touch' && performance.now() - shown.current.at < TOO_SOON_MS;
    },
    // A press moves the focus and opens the picker of a select before the click.
    onMouseDownCapture: ignore,
    onClickCapture: ignore,
  };
}
