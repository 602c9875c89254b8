/** A button with an icon and a tooltip. */
import { useRef, useLayoutEffect, type RefObject } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import { mark } from '#web/ui/marks.ts';
import styles from './icon-button.module.css';
import { useTooltip } from './use-tooltip.ts';

type IconButtonProps = {
  /** The icon's path. */
  readonly icon: string;
  /** The name for screen readers, and the tooltip. */
  readonly name: string;
  /** A shorter label, shown below the icon if there is room. */
  readonly short?: string;
  /** The keyboard shortcut, shown in the tooltip. */
  readonly keys?: string;
  readonly disabled?: boolean;
  /** Whether the element that the button opens is open. */
  readonly isExpanded?: boolean;
  readonly onPress: () => void;
};

export function IconButton({ icon, name, short, keys, disabled = false, isExpanded, onPress }: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { side, handlers } = useTooltip();
  const label = keys === undefined ? name : `${name} (${keys})`;
  return (
    <>
      <button
        ref={button}
        className={styles.button}
        type="button"
        disabled={disabled}
        aria-label={name}
        aria-expanded={isExpanded}
        // A disabled button receives no pointer events, but the browser still shows this tooltip.
        title={disabled ? label : undefined}
        {...handlers}
        onClick={onPress}
      >
        <Icon path={icon} />
        {short === undefined ? null : <span className={styles.short}>{short}</span>}
      </button>
      {side === null || disabled ? null : <Tooltip anchor={button} side={side} text={label} />}
    </>
  );
}

/** The minimum distance, in CSS pixels, to the edges of the screen and to the button. */
const SPACE_PX = 6;

type TooltipProps = {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly side: 'above' | 'below';
  readonly text: string;
};

/** Hidden from screen readers, because its text is the button's name. */
function Tooltip({ anchor, side, text }: TooltipProps) {
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
    <span
      ref={label}
      className={styles.tooltip}
      popover="manual"
      data-tooltip=""
      aria-hidden="true"
      {...mark('live', 'left-out')}
    >
      {text}
    </span>
  );
}
