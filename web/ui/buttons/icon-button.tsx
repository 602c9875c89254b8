/** A button with an icon and a tooltip. */
import { useRef } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip.tsx';
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
