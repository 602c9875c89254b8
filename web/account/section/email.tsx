/** An email address on one line. A long one is truncated in the middle, so that its start and domain remain readable. */
import styles from './email.module.css';

type EmailProps = {
  readonly address: string;
  /** The text before the address. */
  readonly lead?: string;
};

/** The text is complete for screen readers, for copying and in the tooltip. */
export function Email({ address, lead = '' }: EmailProps) {
  const at = Math.max(address.lastIndexOf('@'), 0);
  const before = lead === '' ? '' : `${lead} `;
  return (
    <span className={styles.line}>
      {before === '' ? null : <span className={styles.lead}>{before}</span>}
      <bdi className={styles.email} title={address}>
        <span className={styles.start}>{address.slice(0, at)}</span>
        <span className={styles.end}>{address.slice(at)}</span>
      </bdi>
    </span>
  );
}
