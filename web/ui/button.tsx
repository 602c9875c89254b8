/** A button: with words, or with an icon and its words for screen readers. */
import type { ReactNode } from 'react';
import styles from './button.module.css';
import { Icon } from './icon.tsx';

type ButtonProps = {
  readonly children: ReactNode;
  /** `primary`: the one thing to do here. `danger`: it removes. `quiet`: no ground of its own. `link`: within a sentence. */
  readonly look?: 'primary' | 'plain' | 'danger' | 'quiet' | 'quiet-danger' | 'link';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** The name for screen readers where the visible words alone would not say which. */
  readonly name?: string;
  /** Whether a dialog that opens puts the focus here. */
  readonly startsFocused?: boolean;
  readonly onPress?: () => void;
};

/** A button with words. */
export const Button = ({
  children,
  look = 'plain',
  type = 'button',
  disabled = false,
  name,
  startsFocused,
  onPress,
}: ButtonProps) => (
  <button
    className={`${styles['button']} ${styles[look]}`}
    // One of the two words its type allows.
    // oxlint-disable-next-line react/button-has-type
    type={type}
    disabled={disabled}
    aria-label={name}
    data-autofocus={startsFocused}
    onClick={onPress}
  >
    {children}
  </button>
);

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

/** A button with an icon. */
export const IconButton = ({ icon, name, short, keys, disabled = false, onPress }: IconButtonProps) => (
  <button
    className={styles['icon']}
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
