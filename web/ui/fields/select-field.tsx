/** A native select with a label. */
import { useId, type ReactNode } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import styles from './select-field.module.css';
import { icons } from '#web/ui/icons/icons.ts';

type SelectFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** `option` elements. */
  readonly children: ReactNode;
  /** Whether the label is for screen readers only. */
  readonly isLabelHidden?: boolean;
};

export function SelectField({ label, value, onChange, children, isLabelHidden = false }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <select className={styles.select} id={id} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
          {children}
        </select>
        <Icon path={icons.chevron} />
      </div>
    </div>
  );
}
