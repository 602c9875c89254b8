/** A quiet part at the end of the list, folded until the shopper opens it: a heading with a button, and rows. */
import { useId, type ReactNode } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './fold.module.css';

type FoldProps = {
  /** The icon's path. */
  readonly icon: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The rows, rendered only while it is open. */
  readonly children: ReactNode;
};

export function Fold({ icon, label, isOpen, onToggle, children }: FoldProps) {
  const bodyId = useId();
  return (
    <section className={styles.fold} data-open={isOpen}>
      <h2 className={styles.heading} {...mark('moves', '')}>
        <button
          className={styles.button}
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          {...mark('action', 'fold')}
          onClick={onToggle}
        >
          <Icon path={icon} />
          {label}
          <Icon path={icons.chevron} />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </section>
  );
}
