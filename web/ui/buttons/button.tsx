/** A button with a text label. */
import type { MouseEvent, ReactNode } from 'react';
import { mark, type Action } from '#web/ui/marks.ts';
import styles from './button.module.css';

type ButtonProps = {
  readonly children: ReactNode;
  /** `primary`: the main action. `danger`: it deletes. `quiet`: no background. `link`: within a sentence. */
  readonly look?: 'primary' | 'plain' | 'danger' | 'quiet' | 'quietDanger' | 'link';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** Whether its action is running. The button keeps the focus, and further presses do nothing. */
  readonly isBusy?: boolean;
  /** By which gestures and keys find the button. */
  readonly action?: Action;
  /** The name for screen readers, if the visible label is ambiguous. */
  readonly name?: string;
  /** Whether it gets the focus when it appears. */
  readonly startsFocused?: boolean;
  readonly onPress?: (event: MouseEvent<HTMLButtonElement>) => void;
};

/** A button with a text label. */
export const Button = ({
  children,
  look = 'plain',
  type = 'button',
  disabled = false,
  isBusy = false,
  action,
  name,
  startsFocused,
  onPress,
}: ButtonProps) => (
  <button
    className={`${styles.button} ${styles[look]}`}
    // Its type allows only 'button' and 'submit'.
    // oxlint-disable-next-line react/button-has-type
    type={type}
    disabled={disabled}
    aria-disabled={isBusy || undefined}
    aria-label={name}
    {...mark('action', action)}
    data-autofocus={startsFocused === true || undefined}
    onClick={isBusy ? (event) => event.preventDefault() : onPress}
  >
    {children}
  </button>
);
