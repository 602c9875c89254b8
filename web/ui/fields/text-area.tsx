/** A multiline text field with a label and an error message below. */
import { useId } from 'react';
import styles from './text-field.module.css';

type TextAreaProps = {
  readonly label: string;
  /** The height in lines. */
  readonly rows: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error message for the value; null if it is valid. */
  readonly error: string | null;
};

/** Has the focus when its dialog opens. */
export function TextArea({ label, rows, value, onChange, error }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        className={`${styles.input} ${styles.area}`}
        id={id}
        data-autofocus=""
        rows={rows}
        dir="auto"
        value={value}
        aria-invalid={error !== null}
        aria-describedby={`${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={styles.error} id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  );
}
