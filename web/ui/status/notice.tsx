/** A sentence above the list that stays until it is dealt with. */
import type { ReactNode } from 'react';
import styles from './notice.module.css';

type NoticeProps = {
  readonly text: string;
  /** Announced at once; otherwise politely. */
  readonly isUrgent?: boolean;
  /** The action that the notice offers. */
  readonly children: ReactNode;
};

export const Notice = ({ text, isUrgent = false, children }: NoticeProps) => (
  <div className={styles.notice} data-urgent={isUrgent} role={isUrgent ? 'alert' : 'status'}>
    <p className={styles.text}>{text}</p>
    <div className={styles.actions}>{children}</div>
  </div>
);
