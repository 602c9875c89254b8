/** Adds a phone as a factor: its number, the channel for codes, and the first code. */
import { useState } from 'react';
import type { CodeChannel } from '#client/ports/accounts.ts';
import { CodeForm } from '#web/auth/code-form.tsx';
import { SendCode } from '#web/auth/send-code.tsx';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useAccount } from '#web/account/section/account-context.ts';
import { accountApiError } from '#web/account/section/account-api-error.ts';
import { nextFactorName, readPhone } from './factor-names.ts';
import { FormActions, Hint, Panel, SectionError, SectionForm } from '#web/account/section/section.tsx';
import { useAccountAction } from '#web/account/section/use-account-action.ts';
import { useNewFactor, type NewFactorProps } from './use-new-factor.ts';

export function AddPhone(props: NewFactorProps) {
  const [factorId, setFactorId] = useState<string | null>(null);
  return factorId === null ? (
    <NumberForm onSent={setFactorId} onDone={props.onDone} />
  ) : (
    <PhoneCode factorId={factorId} {...props} />
  );
}

type NumberFormProps = { readonly onSent: (factorId: string) => void; readonly onDone: () => void };

function NumberForm({ onSent, onDone }: NumberFormProps) {
  const { api, facts, refresh } = useAccount();
  const { run, isBusy, error } = useAccountAction();
  const [typed, setTyped] = useState('');
  const [channel, setChannel] = useState<CodeChannel>('sms');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const number = readPhone(typed);
    setFieldError(number === null ? messages.twoStep.badNumber : null);
    if (number === null) return;
    const name = nextFactorName(facts.factors, 'phone');
    const result = await run(() => api.addPhone({ name, number, channel }));
    if (result?.ok === true) onSent(result.value);
    // If only the code could not be sent, the phone was added and its name is taken.
    else if (result !== null) await refresh();
  };
  return (
    <SectionForm onSubmit={submit} onCancel={onDone}>
      <TextField
        label={messages.twoStep.number}
        type="phone"
        autoComplete="tel"
        value={typed}
        error={fieldError}
        onChange={(value) => {
          setTyped(value);
          setFieldError(null);
        }}
      />
      <Hint>{messages.twoStep.numberHint}</Hint>
      <SelectField
        label={messages.twoStep.channel}
        value={channel}
        onChange={(value) => setChannel(value === 'whatsapp' ? 'whatsapp' : 'sms')}
      >
        <option value="sms">{messages.twoStep.sms}</option>
        <option value="whatsapp">{messages.twoStep.whatsapp}</option>
      </SelectField>
      <SectionError text={error} />
      <FormActions action={messages.twoStep.send} isBusy={isBusy} onCancel={onDone} />
    </SectionForm>
  );
}

type PhoneCodeProps = NewFactorProps & { readonly factorId: string };

function PhoneCode({ factorId, ...props }: PhoneCodeProps) {
  const { api } = useAccount();
  const { confirmFactor, cancel } = useNewFactor(props);
  return (
    <Panel>
      <SendCode
        isSentAlready
        onSend={async (channel) => {
          const result = await api.sendCode(factorId, channel);
          return result.ok ? null : accountApiError(result.failure);
        }}
      >
        <CodeForm action={messages.twoStep.turnOn} onEnter={(code) => confirmFactor(factorId, code)}>
          <Button look="quiet" onPress={() => void cancel(factorId)}>
            {messages.parts.cancel}
          </Button>
        </CodeForm>
      </SendCode>
    </Panel>
  );
}
