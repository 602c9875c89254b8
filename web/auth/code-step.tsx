/** The second step: chooses a factor, sends its code to a phone, and reads the typed code or recovery code. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type CodeChannel, type Factor, isOutcomeUnknown } from '#client/ports/accounts.ts';
import { messages } from '#web/messages/messages.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import styles from './auth.module.css';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { AccountApiFailure } from '#client/ports/account-api.ts';

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

/** The pause in milliseconds between two messages, which cost money. GoTrue requires 60 s. */
const REST_MS = 60_000;

const CHANNELS: readonly CodeChannel[] = ['sms', 'whatsapp'];

type SendCodeProps = {
  /** Whether a code was already sent. */
  readonly isSentAlready?: boolean;
  /** @returns the error; null if the code was sent */
  readonly onSend: (channel: CodeChannel) => Promise<string | null>;
  /** The code form, if a code was already sent. It is between the status and the buttons. */
  readonly children?: ReactNode;
};

export function SendCode({ isSentAlready = false, onSend, children }: SendCodeProps) {
  const [isSent, setSent] = useState(isSentAlready);
  const [isResting, setResting] = useState(isSentAlready);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (!isResting) return undefined;
    const timer = setTimeout(() => setResting(false), REST_MS);
    return () => clearTimeout(timer);
  }, [isResting]);
  const send = async (channel: CodeChannel): Promise<void> => {
    setBusy(true);
    setError(null);
    const text = await onSend(channel);
    setBusy(false);
    setError(text);
    if (text !== null) return;
    setSent(true);
    setResting(true);
  };
  const labels = isSent ? { sms: messages.code.smsAgain, whatsapp: messages.code.whatsappAgain } : messages.code;
  const buttons = CHANNELS.map((channel) => (
    <Button key={channel} isBusy={isBusy || isResting} onPress={() => void send(channel)}>
      {labels[channel]}
    </Button>
  ));
  return (
    <div className={styles.channels}>
      {children === undefined ? buttons : null}
      <p className={styles.note} role="status">
        {isSent && error === null ? messages.code.sent : null}
      </p>
      <p className={styles.error} role="alert">
        {error}
      </p>
      {children}
      {children === undefined ? null : <div className={styles.again}>{buttons}</div>}
    </div>
  );
}

/** The number of digits of a second-step code (RFC 6238, GoTrue). */
const CODE_LENGTH = 6;

/** Code points of zero on other keyboards: Arabic, Persian and Urdu, Devanagari, Bengali, full width. */
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0xff_10];

/** Returns the digits of a text as 0 to 9 and drops all other characters. */
export const readCode = (typed: string): string => Array.from(typed, toDigit).join('').slice(0, CODE_LENGTH);

function toDigit(character: string): string {
  if (/^\d$/u.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => point >= start && point <= start + 9);
  return zero === undefined ? '' : String(point - zero);
}

/** The number of characters of a recovery code, in four groups. */
const RECOVERY_CODE_LENGTH = 16;

/** Returns the letters and digits of a recovery code in groups of four, as it was shown. */
export function readRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/gu, '')
    .slice(0, RECOVERY_CODE_LENGTH);
  return code.replaceAll(/.{4}(?=.)/gu, '$&-');
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

export type CodeAnswer = {
  readonly text: string;
  /** Whether the backend checked the code. If not, the same code can be sent again. */
  readonly isRefused: boolean;
};

/** @param text the error text; backend messages are shown as received */
export const codeAnswer = (failure: AccountApiFailure, text: string): CodeAnswer => ({
  text,
  isRefused: !isOutcomeUnknown(failure),
});

/** Returns the name and, for a phone, its number, without repeating either. */
export function describeFactor({ type, name, phone }: Pick<Factor, 'type' | 'name' | 'phone'>): string {
  const number = BARE_NUMBER.test(phone) ? `+${phone}` : phone;
  const title = name || { totp: messages.code.app, phone: messages.code.phone, recovery: messages.code.recovery }[type];
  return phone === '' || title.includes(phone) ? title : `${title} ${number}`;
}

/** GoTrue stores numbers without the plus sign. */
const BARE_NUMBER = /^\d{7,15}$/u;
