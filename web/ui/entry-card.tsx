/** The card of the screens before the list: the product's mark and promise, the form, the connection. */
import type { ReactNode } from 'react';
import { footer, product } from '#web/messages/en/common.ts';
import { promise } from '#web/messages/en/entry.ts';
import styles from './entry-card.module.css';

/** The words beside the mark say it all. */
const DECORATION = '';

type EntryCardProps = {
  readonly title: string;
  readonly hint: string;
  /** The sentence for being offline; null while online. */
  readonly offline: string | null;
  readonly status: ReactNode;
  readonly children: ReactNode;
};

export const EntryCard = ({ title, hint, offline, status, children }: EntryCardProps) => (
  <div className={styles['screen']}>
    <main className={styles['main']}>
      <p className={styles['offline']} role="status" data-shown={offline !== null}>
        {offline}
      </p>
      <div className={styles['brand']}>
        <img src="/icons/icon.svg" alt={DECORATION} width={56} height={56} />
        <p className={styles['product']}>{product}</p>
        <p className={styles['promise']}>{promise}</p>
      </div>
      <div className={styles['card']}>
        <div>
          <h1 className={styles['title']}>{title}</h1>
          <p className={styles['hint']}>{hint}</p>
        </div>
        {children}
      </div>
      <div className={styles['status']}>{status}</div>
    </main>
    <footer className={styles['footer']}>{footer}</footer>
  </div>
);

/** What the form as a whole has to say; errors are announced at once, the rest politely. */
export const FormMessage = ({
  text,
  isError = false,
}: {
  readonly text: string | null;
  readonly isError?: boolean;
}) => (
  <p className={isError ? styles['error'] : styles['info']} role={isError ? 'alert' : 'status'}>
    {text}
  </p>
);
