/** An email address on one line: where it does not fit, its middle is cut and its start and its domain stay readable. */
import styles from './email.module.css';

type EmailProps = {
  readonly address: string;
  /** Words before it, on the same line. */
  readonly lead?: string;
};

/** Only the look is cut: the text is whole for screen readers, for copying, and in the title. */
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
