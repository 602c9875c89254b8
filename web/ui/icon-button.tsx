/** A button with an icon, and its words for screen readers. */
import { Icon } from './icon.tsx';
import styles from './icon-button.module.css';

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

export const IconButton = ({ icon, name, short, keys, disabled = false, onPress }: IconButtonProps) => (
  <button
    className={styles['button']}
    type="button"
    disabled={disabled}
    aria-label={name}
    title={keys === undefined ? name : `${name} (${keys})`}
    onClick={onPress}
  >
    <Icon path={icon} />
    {short === undefined ? null : <span className={styles['short']}>{short}</span>}
  </button>
);
