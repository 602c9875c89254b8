/** A button with an icon; its words are its name, and its tooltip. */
import { useRef } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip.tsx';
import { useTooltip } from './use-tooltip.ts';

type IconButtonProps = {
  /** The path of its drawing. */
  readonly icon: string;
  /** The name for screen readers, and the tooltip. */
  readonly name: string;
  /** Fewer words, shown under the icon where there is room. */
  readonly short?: string;
  /** The keys that do the same, shown in the tooltip. */
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly onPress: () => void;
};

export function IconButton({ icon, name, short, keys, disabled = false, onPress }: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { place, handlers } = useTooltip();
  const label = keys === undefined ? name : `${name} (${keys})`;
  return (
    <>
      <button
        ref={button}
        className={styles.button}
        type="button"
        disabled={disabled}
        aria-label={name}
        // A disabled button receives no pointer events, but the browser still shows this tooltip.
        title={disabled ? label : undefined}
        {...handlers}
        onClick={onPress}
      >
        <Icon path={icon} />
        {short === undefined ? null : <span className={styles.short}>{short}</span>}
      </button>
      {place === null || disabled ? null : <Tooltip anchor={button} place={place} text={label} />}
    </>
  );
}
