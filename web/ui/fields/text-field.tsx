/** Single-line and multi-line text fields with a label and an error message below. */
import { useId, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import styles from './text-field.module.css';

type TextFieldProps = {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error message for the value; null if it is valid. */
  readonly error?: string | null;
  /** What the field takes, in quiet text below it; announced with its label. */
  readonly hint?: string | null;
  readonly type?: keyof typeof KINDS;
  /** The rules of a new password for password managers, as WebKit's attributes. The forms have `noValidate`. */
  readonly rules?: { readonly minLength: number; readonly passwordrules: string };
  /** Whether a password is readable. */
  readonly isReadable?: boolean;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** A button at the end of the field. */
  readonly children?: ReactNode;
};

/** Uses the app's error messages instead of the browser's validation. Screen readers announce the error. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error = null, hint = null, type = 'text', autoComplete = 'off', children } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          className={styles.input}
          id={id}
          dir="auto"
          {...KINDS[type]}
          {...props.rules}
          {...(props.isReadable === true ? { type: 'text' } : {})}
          autoComplete={autoComplete}
          value={value}
          aria-invalid={error !== null}
          aria-describedby={hint === null ? `${id}-error` : `${id}-hint ${id}-error`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {children}
      </div>
      {hint === null ? null : (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className={styles.error} id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  );
}

/** Email uses type text, because the browser's email field has different rules than `core`. */
const KINDS = {
  text: { type: 'text' },
  email: { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  password: { type: 'password', autoCapitalize: 'none', spellCheck: false },
  decimal: { type: 'text', inputMode: 'decimal', dir: 'ltr' },
  // Digits are written from left to right in every language.
  code: { type: 'text', inputMode: 'numeric', dir: 'ltr', spellCheck: false },
  phone: { type: 'tel', dir: 'ltr' },
} as const;

type TextAreaProps = {
  readonly label: string;
  /** The height in lines. */
  readonly rows: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error message for the value; null if it is valid. */
  readonly error: string | null;
};

/** A multi-line text field. It gets the focus when its dialog opens. */
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
