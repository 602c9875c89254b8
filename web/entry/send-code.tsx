/** The buttons that have a code sent to a phone, and sent again after a while. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { CodeChannel } from '#client/ports/accounts.ts';
import { code as words } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './entry.module.css';

/** So long nothing is sent again: messages cost money, and backends ask for that pause between two (GoTrue: 60 s). */
const REST_MS = 60_000;

const CHANNELS: readonly CodeChannel[] = ['sms', 'whatsapp'];

type SendCodeProps = {
  /** Whether one is on its way already. */
  readonly isSentAlready?: boolean;
  /** Gives the sentence of what went wrong; null when the code is on its way. */
  readonly onSend: (channel: CodeChannel) => Promise<string | null>;
  /** Where the code is typed, when one is on its way already: what is said comes before it, and sending again after it. */
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
    const sentence = await onSend(channel);
    setBusy(false);
    setError(sentence);
    if (sentence !== null) return;
    setSent(true);
    setResting(true);
  };
  const labels = isSent ? { sms: words.smsAgain, whatsapp: words.whatsappAgain } : words;
  const buttons = CHANNELS.map((channel) => (
    <Button key={channel} isBusy={isBusy || isResting} onPress={() => void send(channel)}>
      {labels[channel]}
    </Button>
  ));
  return (
    <div className={styles['ways']}>
      {children === undefined ? buttons : null}
      <p className={styles['note']} role="status">
        {isSent && error === null ? words.sent : null}
      </p>
      <p className={styles['error']} role="alert">
        {error}
      </p>
      {children}
      {children === undefined ? null : <div className={styles['again']}>{buttons}</div>}
    </div>
  );
}
