/** The second step: chooses a factor and enters its code. */
import { useRef, useState } from 'react';
import type { CodeChannel, Factor } from '#client/ports/accounts.ts';
import { messages } from '#web/messages/messages.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import { type CodeAnswer, describeFactor } from './second-step-code.ts';
import { CodeForm } from './code-form.tsx';
import styles from './auth.module.css';
import { SendCode } from './send-code.tsx';

type CodeStepProps = {
  /** The usable factors; at least one. */
  readonly factors: readonly Factor[];
  /** Both return the error, or null. */
  readonly onSend: (factorId: string, channel: CodeChannel) => Promise<string | null>;
  readonly onEnter: (factorId: string, code: string) => Promise<CodeAnswer | null>;
};

/** Codes of apps and recovery codes are entered directly; codes for phones are sent first. With several factors, the user chooses one. */
export function CodeStep({ factors, onSend, onEnter }: CodeStepProps) {
  const [chosen, setChosen] = useState(factors[0]?.id ?? '');
  const step = useRef<HTMLDivElement>(null);
  // Focus the button that sends a code, or the field.
  useFirstFocus(step, 'button, input');
  const factor = factors.find(({ id }) => id === chosen);
  if (factor === undefined) return null;
  return (
    <div ref={step} className={styles.step}>
      {factors.length === 1 ? null : (
        <SelectField label={messages.code.which} value={chosen} onChange={setChosen}>
          {factors.map((choice) => (
            <option value={choice.id} key={choice.id}>
              {describeFactor(choice)}
            </option>
          ))}
        </SelectField>
      )}
      <p>
        {
          { totp: messages.code.fromApp, phone: messages.code.fromPhone, recovery: messages.code.fromRecovery }[
            factor.type
          ]
        }
      </p>
      {factor.type === 'phone' ? (
        <SendCode key={`send-${factor.id}`} onSend={(channel) => onSend(factor.id, channel)} />
      ) : null}
      <CodeForm key={factor.id} isRecovery={factor.type === 'recovery'} onEnter={(code) => onEnter(factor.id, code)} />
    </div>
  );
}
