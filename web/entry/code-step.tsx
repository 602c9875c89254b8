/** The second step: which factor, and its code. */
import { useRef, useState } from 'react';
import type { CodeChannel, Factor } from '#client/ports/accounts.ts';
import { code as words } from '#web/messages/en/entry.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import type { CodeAnswer } from './code-answer.ts';
import { CodeForm } from './code-form.tsx';
import styles from './entry.module.css';
import { describeFactor } from './describe-factor.ts';
import { SendCode } from './send-code.tsx';

type CodeStepProps = {
  /** Those that can be used; at least one. */
  readonly factors: readonly Factor[];
  /** Gives the sentence of what went wrong; null where nothing did, as the other. */
  readonly onSend: (factorId: string, channel: CodeChannel) => Promise<string | null>;
  readonly onEnter: (factorId: string, code: string) => Promise<CodeAnswer | null>;
};

/** An app's code is typed at once; one for a phone is sent first. Several factors: one chooses. */
export function CodeStep({ factors, onSend, onEnter }: CodeStepProps) {
  const [chosen, setChosen] = useState(factors[0]?.id ?? '');
  const step = useRef<HTMLDivElement>(null);
  // The button that sends a code, or else its field.
  useFirstFocus(step, 'button, input');
  const factor = factors.find(({ id }) => id === chosen);
  if (factor === undefined) return null;
  return (
    <div ref={step} className={styles['step']}>
      {factors.length === 1 ? null : (
        <SelectField label={words.which} value={chosen} onChange={setChosen}>
          {factors.map((choice) => (
            <option value={choice.id} key={choice.id}>
              {describeFactor(choice)}
            </option>
          ))}
        </SelectField>
      )}
      <p>{factor.type === 'phone' ? words.fromPhone : words.fromApp}</p>
      {factor.type === 'phone' ? (
        <SendCode key={`send-${factor.id}`} onSend={(channel) => onSend(factor.id, channel)} />
      ) : null}
      <CodeForm key={factor.id} onEnter={(code) => onEnter(factor.id, code)} />
    </div>
  );
}
