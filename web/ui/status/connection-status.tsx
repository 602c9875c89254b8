/** Whether the app is connected, in plain words beside a small mark; and how much is on its way. */
import { status } from '#web/messages/en/status.ts';
import styles from './connection-status.module.css';
import { useRested } from './use-rested.ts';

/** How long the count must be stable before a screen reader announces it. */
const REST_MS = 1000;

type ConnectionStatusProps = {
  readonly isOnline: boolean;
  /** How much is on its way or waits, in words; null for nothing. */
  readonly count: string | null;
};

/** Both are announced politely. */
export function ConnectionStatus({ isOnline, count }: ConnectionStatusProps) {
  const said = useRested(count, REST_MS);
  return (
    <div className={styles.line}>
      <p className={styles.status} data-online={isOnline} role="status">
        {isOnline ? status.online : status.offline}
      </p>
      {count === null ? null : (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}
