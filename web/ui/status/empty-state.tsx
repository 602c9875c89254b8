/** An empty state: a simple drawing, one sentence and one action. */
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

const DRAWINGS = {
  basket: 'M14 34h52l-5 26a6 6 0 0 1-6 5H25a6 6 0 0 1-6-5l-5-26zM26 34l10-18M54 34L44 16M30 43v13M40 43v13M50 43v13',
  fullBasket: 'M14 34h52l-5 26a6 6 0 0 1-6 5H25a6 6 0 0 1-6-5l-5-26zM26 34l10-18M54 34L44 16M30 49l7 7 13-13',
  lists:
    'M22 18h30a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4zM26 14h30a6 6 0 0 1 6 6v40M26 32l3 3 5-6M38 33h10M26 44l3 3 5-6M38 45h10M27 57h21',
} as const;

type EmptyStateProps = {
  readonly drawing: keyof typeof DRAWINGS;
  readonly text: ReactNode;
  /** Whether it leaves room for what follows; false by default. */
  readonly isSmall?: boolean;
  readonly children?: ReactNode;
};

/** The drawing is hidden from screen readers. */
export const EmptyState = ({ drawing, text, isSmall = false, children }: EmptyStateProps) => (
  <div className={styles.empty} data-small={isSmall}>
    <svg className={styles.drawing} viewBox="0 0 80 80" aria-hidden="true">
      <path d={DRAWINGS[drawing]} />
    </svg>
    <p>{text}</p>
    {children}
  </div>
);
