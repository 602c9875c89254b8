/** The tooltip of an icon: a popover next to the button and within the screen. */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import styles from './tooltip.module.css';

/** The minimum distance, in CSS pixels, to the edges of the screen and to the button. */
const SPACE_PX = 6;

type TooltipProps = {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly side: 'above' | 'below';
  readonly text: string;
};

/** Hidden from screen readers, because its text is the button's name. */
export function Tooltip({ anchor, side, text }: TooltipProps) {
  const label = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = label.current;
    const box = anchor.current?.getBoundingClientRect();
    if (element === null || box === undefined) return;
    element.showPopover();
    const { offsetWidth, offsetHeight } = element;
    const { clientWidth, clientHeight } = document.documentElement;
    const left = box.left + (box.width - offsetWidth) / 2;
    const above = box.top - offsetHeight - SPACE_PX;
    const below = box.bottom + SPACE_PX;
    const isAbove = side === 'above' ? above >= 0 : below + offsetHeight > clientHeight;
    element.style.left = `${Math.max(SPACE_PX, Math.min(left, clientWidth - offsetWidth - SPACE_PX))}px`;
    element.style.top = `${isAbove ? above : below}px`;
  }, [anchor, side]);
  return (
    <span ref={label} className={styles.tooltip} popover="manual" data-tooltip="" aria-hidden="true">
      {text}
    </span>
  );
}
