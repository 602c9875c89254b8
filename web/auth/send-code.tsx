/** The buttons that send a code to a phone, and send it again after a pause. */
import { useEffect, useState, type ReactNode } from 'react';
import type { CodeChannel } from '#client/ports/accounts.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './auth.module.css';

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
