/** A button with words. */
import type { ReactNode } from 'react';
import styles from './button.module.css';

type ButtonProps = {
  readonly children: ReactNode;
  /** `primary`: the main action. `danger`: it deletes. `quiet`: no background. `link`: within a sentence. */
  readonly look?: 'primary' | 'plain' | 'danger' | 'quiet' | 'quietDanger' | 'link';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** What it does is under way: it keeps the focus, and a further press does nothing. */
  readonly isBusy?: boolean;
  /** The name for screen readers where the visible words alone would not say which. */
  readonly name?: string;
  /** Whether a dialog that opens, or a part that comes back, puts the focus here. */
  readonly startsFocused?: boolean;
  readonly onPress?: () => void;
};

/** A button with words. */
export const Button = ({
  children,
  look = 'plain',
  type = 'button',
  disabled = false,
  isBusy = false,
  name,
  startsFocused,
  onPress,
}: ButtonProps) => (
  <button
    className={`${styles.button} ${styles[look]}`}
    // One of the two words its type allows.
    // oxlint-disable-next-line react/button-has-type
    type={type}
    disabled={disabled}
    aria-disabled={isBusy || undefined}
    aria-label={name}
    data-autofocus={startsFocused === true || undefined}
    onClick={isBusy ? (event) => event.preventDefault() : onPress}
  >
    {children}
  </button>
);
