/** Whether the app is connected, in plain words beside a small mark. */
import { status } from '#web/messages/en/common.ts';
import styles from './connection-status.module.css';

/** Announced politely when it changes. */
export const ConnectionStatus = ({ isOnline }: { readonly isOnline: boolean }) => (
  <p className={styles['status']} data-online={isOnline} role="status">
    {isOnline ? status.online : status.offline}
  </p>
);
