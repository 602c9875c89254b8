/** A message above the list that remains until the user acts on it. */
import type { ReactNode } from 'react';
import { mark } from '#web/ui/marks.ts';
import styles from './notice.module.css';

type NoticeProps = {
  readonly text: string;
  /** Whether screen readers announce it immediately instead of politely. */
  readonly isUrgent?: boolean;
  /** The action that the notice offers. */
  readonly children: ReactNode;
};

export const Notice = ({ text, isUrgent = false, children }: NoticeProps) => (
  <div
    className={styles.notice}
    data-urgent={isUrgent}
    role={isUrgent ? 'alert' : 'status'}
    {...mark('live', 'left-out')}
  >
    <p className={styles.text}>{text}</p>
    <div className={styles.actions}>{children}</div>
  </div>
);
