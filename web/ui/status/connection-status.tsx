/** The connection status and the number of unsynced changes. */
import { useEffect, useState, type ReactNode } from 'react';
import { messages } from '#web/messages/messages.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './connection-status.module.css';

/** How long the count must be stable before a screen reader announces it. */
const STABLE_MS = 1000;

type ConnectionStatusProps = {
  readonly isOnline: boolean;
  /** The number of unsynced changes as text; null for none. */
  readonly count: string | null;
  /** What a phone shows instead of it. */
  readonly shortCount?: string;
  /** Follows the status on its line. */
  readonly children?: ReactNode;
};

/** Screen readers announce both politely. */
export function ConnectionStatus({ isOnline, count, shortCount, children }: ConnectionStatusProps) {
  const announced = useStableValue(count, STABLE_MS);
  return (
    <div
      className={styles.line}
      {...mark('live', '')}
      data-syncing={isOnline && count !== null}
      data-waiting={!isOnline && count !== null}
    >
      <p className={styles.status} data-online={isOnline} role="status">
        {isOnline ? messages.status.online : messages.status.offline}
      </p>
      {count === null ? null : (
        <span className={styles.count} aria-hidden="true" data-short={shortCount}>
          {count}
        </span>
      )}
      {children}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </div>
  );
}

/** Returns the last value that was stable for the given number of milliseconds, initially the first value. */
function useStableValue<T>(value: T, milliseconds: number): T {
  const [stable, setStable] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStable(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return stable;
}
