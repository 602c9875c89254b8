/** The form for a second-step or recovery code, which submits itself with the last character. */
import { useRef, useState, type ReactNode } from 'react';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './auth.module.css';
import { CODE_LENGTH, readCode, readRecoveryCode, RECOVERY_CODE_LENGTH, type CodeAnswer } from './second-step-code.ts';

type CodeFormProps = {
  /** @returns the error; null if the code was accepted */
  readonly onEnter: (code: string) => Promise<CodeAnswer | null>;
  /** Whether it asks for a recovery code. */
  readonly isRecovery?: boolean;
  /** The label of its button. */
  readonly action?: string;
  /** Another button beside its button. */
  readonly children?: ReactNode;
};

/** A refused code is cleared, and the field keeps the focus. */
export function CodeForm({ onEnter, isRecovery = false, action = messages.code.enter, children }: CodeFormProps) {
  const kind = isRecovery ? RECOVERY : DIGITS;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const enter = async (code: string): Promise<void> => {
    if (isUnderWay.current) return;
    if (code.length < kind.length) {
      setError(messages.code[kind.tooShort]);
      return;
    }
    isUnderWay.current = true;
    setBusy(true);
    const answer = await onEnter(code);
    isUnderWay.current = false;
    setBusy(false);
    setError(answer?.text ?? null);
    if (answer?.isRefused === true) setTyped('');
  };
  const change = (value: string): void => {
    if (isUnderWay.current) return;
    const code = kind.read(value);
    setTyped(code);
    setError(null);
    if (code.length === kind.length && code !== typed) void enter(code);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void enter(typed);
      }}
    >
      <TextField
        label={messages.code[kind.label]}
        type={kind.type}
        autoComplete={kind.autoComplete}
        value={typed}
        error={error}
        onChange={change}
      />
      <div className={styles.buttons} data-alone={children === undefined}>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}

const DIGITS = {
  read: readCode,
  length: CODE_LENGTH,
  label: 'field',
  tooShort: 'tooShort',
  type: 'code',
  autoComplete: 'one-time-code',
} as const;

/** With the hyphens between its groups. */
const RECOVERY = {
  read: readRecoveryCode,
  length: RECOVERY_CODE_LENGTH + 3,
  label: 'recovery',
  tooShort: 'recoveryTooShort',
  type: 'text',
  autoComplete: 'off',
} as const;
