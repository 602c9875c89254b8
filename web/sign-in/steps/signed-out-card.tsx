/** The card of the signed-out screens: the product's name and promise, a form, and the connection status. */
import { useEffect, useRef, type ReactNode } from 'react';
import { messages } from '#web/messages/messages.ts';
import { ConnectionStatus } from '#web/ui/status/connection-status.tsx';
import styles from './signed-out-card.module.css';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';

/** The alternative text of the logo, which is decorative. */
const DECORATION = '';

type SignedOutCardProps = {
  readonly title: string;
  readonly hint: string;
  readonly isOnline: boolean;
  /** A message about changes on this device that wait for a sign-in; null if there are none. */
  readonly count: string | null;
  /** The message while offline. */
  readonly offline: string;
  /** Whether the user came from another screen. Then the title gets the focus, unless other content took it. */
  readonly startsFocused?: boolean;
  readonly children: ReactNode;
};

export const SignedOutCard = ({
  title,
  hint,
  isOnline,
  count,
  offline,
  startsFocused = false,
  children,
}: SignedOutCardProps) => (
  <div className={styles.screen}>
    <main className={styles.main}>
      <p className={styles.offline} role="status" data-shown={!isOnline}>
        {isOnline ? null : offline}
      </p>
      <div className={styles.brand}>
        <img src="./icons/icon.svg" alt={DECORATION} width={56} height={56} />
        <p className={styles.product}>{messages.product}</p>
        <p className={styles.promise}>{messages.promise}</p>
      </div>
      <div className={styles.card}>
        <div>
          <Title text={title} startsFocused={startsFocused} />
          <p className={styles.hint}>{hint}</p>
        </div>
        {children}
      </div>
      <div className={styles.status}>
        <ConnectionStatus isOnline={isOnline} count={count} />
      </div>
    </main>
    <footer className={styles.footer}>{messages.footer}</footer>
  </div>
);

function Title({ text, startsFocused }: { readonly text: string; readonly startsFocused: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (startsFocused && isLost) title.current?.focus();
  }, [startsFocused]);
  return (
    <h1 ref={title} className={styles.title} tabIndex={-1}>
      {text}
    </h1>
  );
}

type SignedOutFormProps = {
  readonly onSubmit: () => Promise<void>;
  /** Whether the user opened it with a button. Then the first field gets the focus. */
  readonly startsFocused?: boolean;
  readonly children: ReactNode;
};

/** The form of a card. Uses the app's error messages instead of the browser's validation. */
export function SignedOutForm({ onSubmit, startsFocused = false, children }: SignedOutFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form, startsFocused ? 'input:not([hidden])' : 'none');
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** The message of a form. Errors are announced immediately, other messages politely. */
export const FormMessage = ({
  text,
  isError = false,
}: {
  readonly text: string | null;
  readonly isError?: boolean;
}) => (
  <p className={isError ? styles.error : styles.info} role={isError ? 'alert' : 'status'}>
    {text}
  </p>
);
