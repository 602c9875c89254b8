/** The label of an icon, in a layer above everything, beside the button and within the screen. */
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import styles from './tooltip.module.css';

/** The least space, in CSS pixels, to the edges of the screen and to the button. */
const SPACE_PX = 6;

type TooltipProps = {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly place: 'above' | 'below';
  readonly text: string;
};

/** Screen readers know the words as the button's name. */
export function Tooltip({ anchor, place, text }: TooltipProps) {
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
    const isAbove = place === 'above' ? above >= 0 : below + offsetHeight > clientHeight;
    element.style.left = `${Math.max(SPACE_PX, Math.min(left, clientWidth - offsetWidth - SPACE_PX))}px`;
    element.style.top = `${isAbove ? above : below}px`;
  }, [anchor, place]);
  return (
    <span ref={label} className={styles.tooltip} popover="manual" data-tooltip="" aria-hidden="true">
      {text}
    </span>
  );
}
