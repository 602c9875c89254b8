/** A check box with a label. */
import styles from './check-field.module.css';

type CheckFieldProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

export const CheckField = ({ label, isOn, onChange }: CheckFieldProps) => (
  <label className={styles.field}>
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
);
