/** Where the code of a second step is typed: with its last digit it goes by itself. */
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { code as words } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { CodeAnswer } from './code-answer.ts';
import styles from './entry.module.css';
import { CODE_LENGTH, readCode } from './read-code.ts';

type CodeFormProps = {
  /** Gives what went wrong; null when the code was taken. */
  readonly onEnter: (code: string) => Promise<CodeAnswer | null>;
  /** The words of its button. */
  readonly action?: string;
  /** Another button in a row with its own. */
  readonly children?: ReactNode;
};

/** A code that is refused goes from the field, which keeps the focus. */
export function CodeForm({ onEnter, action = words.enter, children }: CodeFormProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const enter = async (code: string): Promise<void> => {
    if (isUnderWay.current) return;
    if (code.length < CODE_LENGTH) {
      setError(words.tooShort);
      return;
    }
    isUnderWay.current = true;
    setBusy(true);
    const answer = await onEnter(code);
    isUnderWay.current = false;
    setBusy(false);
    setError(answer?.sentence ?? null);
    if (answer?.isRefused === true) setTyped('');
  };
  const change = (value: string): void => {
    if (isUnderWay.current) return;
    const code = readCode(value);
    setTyped(code);
    setError(null);
    if (code.length === CODE_LENGTH && code !== typed) void enter(code);
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void enter(typed);
      }}
    >
      <TextField
        label={words.field}
        type="code"
        autoComplete="one-time-code"
        value={typed}
        error={error}
        onChange={change}
      />
      <div className={styles['buttons']} data-alone={children === undefined}>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
