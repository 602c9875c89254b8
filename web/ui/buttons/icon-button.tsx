/** A button with an icon, and the tooltip that shows its name. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import { mark } from '#web/ui/marks.ts';
import styles from './icon-button.module.css';

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

const DELAY_MS = 500;
/** How long the tooltip remains after the finger is lifted. */
const LINGER_MS = 1500;
/** A finger that moves further, in CSS pixels, scrolls. */
const STILL_PX = 10;

type TooltipState = {
  /** Above for touch, because the finger would cover it below; null while it is hidden. */
  readonly side: 'above' | 'below' | null;
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onContextMenu: (event: MouseEvent) => void;
    readonly onClickCapture: (event: MouseEvent) => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
    readonly onBlur: () => void;
  };
};

/** Shows it on hover, on keyboard focus and on a long touch. */
function useTooltip(): TooltipState {
  const start = useRef({ clientX: 0, clientY: 0 });
  // Whether the press was long and only showed the tooltip.
  const wasLong = useRef(false);
  const { side, schedule, showBelow, hide } = useDelayedSide((shown) => {
    if (shown === 'above') wasLong.current = true;
  });
  const leave = ({ pointerType }: PointerEvent): void =>
    pointerType === 'touch' && side !== null ? schedule(null, LINGER_MS) : hide();
  return {
    side,
    handlers: {
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === 'mouse') schedule('below', DELAY_MS);
      },
      onPointerDown: (event) => {
        wasLong.current = false;
        start.current = event;
        hide();
        if (event.pointerType === 'touch') schedule('above', DELAY_MS);
      },
      onPointerMove: ({ pointerType, clientX, clientY }) => {
        if (pointerType === 'touch' && distance(start.current, { clientX, clientY }) > STILL_PX) hide();
      },
      onPointerUp: leave,
      onPointerLeave: leave,
      onPointerCancel: leave,
      onContextMenu: (event) => {
        if (wasLong.current) event.preventDefault();
      },
      // A long press must not also activate the button.
      onClickCapture: (event) => {
        if (wasLong.current) event.stopPropagation();
        wasLong.current = false;
      },
      // Not on every focus, because a closing dialog returns the focus to its button.
      onKeyUp: ({ key }) => {
        if (key === 'Tab') showBelow();
      },
      onBlur: hide,
    },
  };
}

/** Changes the tooltip's position after a delay. */
function useDelayedSide(onChange: (side: TooltipState['side']) => void) {
  const [side, setSide] = useState<TooltipState['side']>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = (): void => {
    clearTimeout(timer.current);
    setSide(null);
  };
  const schedule = (next: TooltipState['side'], milliseconds: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onChange(next);
      setSide(next);
    }, milliseconds);
  };
  useHideOnEscape(side !== null, hide);
  return { side, schedule, showBelow: () => setSide('below'), hide };
}

type Point = { readonly clientX: number; readonly clientY: number };

const distance = (a: Point, b: Point): number => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/** Escape hides the tooltip, wherever the focus is (WCAG 1.4.13). */
function useHideOnEscape(isShown: boolean, hide: () => void): void {
  const latest = useRef(hide);
  useEffect(() => {
    latest.current = hide;
  });
  useEffect(() => {
    if (!isShown) return undefined;
    const onKeyDown = ({ key }: WindowEventMap['keydown']): void => {
      if (key === 'Escape') latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isShown]);
}
