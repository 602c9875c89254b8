/** Adds a second step: an authenticator app with its secret, or a phone with its number, and its first code (product A3). */
import { useContext, useState } from 'react';
import type { CodeChannel, Factor } from '#client/ports/accounts.ts';
import { codeAnswer, type CodeAnswer, CodeForm, SendCode } from '#web/auth/code-step.tsx';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { accountApiError, useAccount, useAccountAction } from '#web/account/section/use-account.ts';
import { Actions, FormActions, Hint, Panel, SectionError, SectionForm } from '#web/account/section/section.tsx';
import type { AppEnrolment } from '#client/ports/account-api.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import styles from './two-step.module.css';

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

type AddAppProps = NewFactorProps & { readonly enrolment: AppEnrolment };

export function AddApp({ enrolment, ...props }: AddAppProps) {
  const toaster = useContext(ToasterContext);
  const { confirmFactor, cancel } = useNewFactor(props);
  const copy = async (): Promise<void> => {
    toaster.show((await copyText(enrolment.secret)) ? messages.twoStep.copied : messages.twoStep.notCopied);
  };
  return (
    <Panel onCancel={() => void cancel(enrolment.factorId)}>
      <p>{messages.twoStep.scan}</p>
      <img className={styles.qr} src={enrolment.qrCode} alt={messages.twoStep.qrCode} width={208} height={208} />
      <p>{messages.twoStep.secret}</p>
      <p className={styles.secret} dir="ltr">
        {groupSecret(enrolment.secret)}
      </p>
      <Actions>
        {enrolment.uri.startsWith('otpauth:') ? (
          <a className={styles.open} href={enrolment.uri}>
            {messages.twoStep.openApp}
          </a>
        ) : null}
        <Button onPress={() => void copy()}>{messages.twoStep.copy}</Button>
      </Actions>
      <CodeForm action={messages.twoStep.turnOn} onEnter={(code) => confirmFactor(enrolment.factorId, code)}>
        <Button look="quiet" onPress={() => void cancel(enrolment.factorId)}>
          {messages.parts.cancel}
        </Button>
      </CodeForm>
    </Panel>
  );
}

/** Groups of four are easier to copy by hand. */
const groupSecret = (secret: string): string => secret.replaceAll(/.{4}(?=.)/gu, '$& ');

type NewFactor = {
  /** @returns the error; null if it was verified */
  readonly confirmFactor: (factorId: string, code: string) => Promise<CodeAnswer | null>;
  /** Removes the factor if the backend is reachable. Otherwise the list shows it. */
  readonly cancel: (factorId: string) => Promise<void>;
};

export type NewFactorProps = {
  readonly onDone: () => void;
  /** Called with the recovery codes that the first factor brings. */
  readonly onCodes: (codes: readonly string[]) => void;
};

function useNewFactor({ onDone, onCodes }: NewFactorProps): NewFactor {
  const { api, facts, refresh, onChanged } = useAccount();
  const toaster = useContext(ToasterContext);
  return {
    async confirmFactor(factorId, code) {
      const result = await api.enterCode(factorId, code);
      if (!result.ok) return codeAnswer(result.failure, accountApiError(result.failure));
      const isFirst = facts.factors.every(({ status }) => status !== 'verified');
      // Without recovery codes the second step works as well, and the account screen offers them again.
      const codes = isFirst ? await api.renewRecoveryCodes() : null;
      onChanged();
      await refresh();
      onDone();
      if (codes?.ok === true) onCodes(codes.value);
      toaster.show(messages.twoStep.turnedOn);
      return null;
    },
    async cancel(factorId) {
      onDone();
      await api.removeFactor(factorId);
      await refresh();
    },
  };
}

/** An unused name for a factor, because the backend requires unique names. */
export function nextFactorName(factors: readonly Pick<Factor, 'name'>[], kind: 'app' | 'phone'): string {
  const taken = new Set(factors.map(({ name }) => name));
  const names = factors.map((_, index) => `${messages.code[kind]} ${index + 2}`);
  return [messages.code[kind], ...names].find((name) => !taken.has(name)) ?? messages.code[kind];
}

/** Converts a typed phone number to E.164; null if it is not a phone number. */
export function readPhone(typed: string): string | null {
  const number = typed.replaceAll(/[\s()./-]/gu, '').replace(/^00/u, '+');
  return /^\+[1-9]\d{6,14}$/u.test(number) ? number : null;
}
