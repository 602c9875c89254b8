/** Adds a phone as a second step: its number, how the code travels, then the code. */
import { useState } from 'react';
import type { CodeChannel } from '#client/ports/accounts.ts';
import { CodeForm } from '#web/entry/code-form.tsx';
import { SendCode } from '#web/entry/send-code.tsx';
import { parts, twoStep as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useDesk } from './desk-context.ts';
import { deskSentence } from './desk-sentence.ts';
import { readPhone } from './factor-names.ts';
import { FormActions, Hint, Panel, SectionError, SectionForm } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useNewFactor } from './use-new-factor.ts';

export function AddPhone({ onDone }: { readonly onDone: () => void }) {
  const [factorId, setFactorId] = useState<string | null>(null);
  return factorId === null ? (
    <NumberForm onSent={setFactorId} onDone={onDone} />
  ) : (
    <PhoneCode factorId={factorId} onDone={onDone} />
  );
}

type NumberFormProps = { readonly onSent: (factorId: string) => void; readonly onDone: () => void };

function NumberForm({ onSent, onDone }: NumberFormProps) {
  const { desk } = useDesk();
  const { run, isBusy, error } = useDeskAct();
  const [typed, setTyped] = useState('');
  const [channel, setChannel] = useState<CodeChannel>('sms');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    const phone = readPhone(typed);
    setFieldError(phone === null ? words.badNumber : null);
    if (phone === null) return;
    const told = await run(() => desk.addPhone(phone, channel));
    if (told?.ok === true) onSent(told.value);
  };
  return (
    <SectionForm onSubmit={submit}>
      <TextField
        label={words.number}
        type="phone"
        autoComplete="tel"
        value={typed}
        error={fieldError}
        onChange={(value) => {
          setTyped(value);
          setFieldError(null);
        }}
      />
      <Hint>{words.numberHint}</Hint>
      <SelectField
        label={words.channel}
        value={channel}
        onChange={(value) => setChannel(value === 'whatsapp' ? 'whatsapp' : 'sms')}
      >
        <option value="sms">{words.sms}</option>
        <option value="whatsapp">{words.whatsapp}</option>
      </SelectField>
      <SectionError text={error} />
      <FormActions action={words.send} isBusy={isBusy} onCancel={onDone} />
    </SectionForm>
  );
}

type PhoneCodeProps = { readonly factorId: string; readonly onDone: () => void };

function PhoneCode({ factorId, onDone }: PhoneCodeProps) {
  const { desk } = useDesk();
  const { confirmFactor, giveUp } = useNewFactor(onDone);
  return (
    <Panel>
      <SendCode
        isSentAlready
        onSend={async (channel) => {
          const told = await desk.sendCode(factorId, channel);
          return told.ok ? null : deskSentence(told.failure);
        }}
      >
        <CodeForm action={words.turnOn} onEnter={(code) => confirmFactor(factorId, code)}>
          <Button look="quiet" onPress={() => void giveUp(factorId)}>
            {parts.cancel}
          </Button>
        </CodeForm>
      </SendCode>
    </Panel>
  );
}
